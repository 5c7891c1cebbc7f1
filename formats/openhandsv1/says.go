package openhandsv1

import (
	"bytes"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
	"github.com/traj-dev/traj/internal/schema"
)

// system lists the tools that a system prompt offers, unless the name of one
// cannot be told.
func (d *Decoder) system(r *event.Row) {
	c := &d.check
	i := c.Cols[schema.ColTools]
	if i < 0 || c.KindOf(i) != jsontape.Array {
		return
	}
	d.grants = d.grants[:0]
	if d.grants == nil {
		d.grants = []event.Name{}
	}
	for e := i + 1; e < c.Tape.Tokens[i].Next; e = c.Tape.Tokens[e].Next {
		name := d.toolName(int(e))
		if name == "" {
			return
		}
		d.grants = append(d.grants, d.word(name))
	}
	r.Grants = d.grants
}

// toolName is the name under which the model calls the tool at token e, "" when
// it cannot be told. A tool of upstream's own is named after its class.
// Source: openhands-sdk tool/tool.py __init_subclass__, mcp/tool.py.
func (d *Decoder) toolName(e int) string {
	c := &d.check
	if c.KindOf(int32(e)) != jsontape.Object {
		return ""
	}
	switch kind := string(d.member(e, "kind")); {
	case kind == "MCPToolDefinition":
		return d.innerName(e, "mcp_tool")
	case kind == "ClientTool":
		return string(d.member(e, "client_tool_name"))
	case kind == "VisionInspectTool":
		return "inspect_image_with_vision"
	case kind == "":
		return d.innerName(e, "function") // before 1.7.0
	case schema.KnowsTool(kind) && !strings.HasSuffix(kind, "ToolSet"):
		return strings.TrimSuffix(snake(kind), "_tool")
	}
	return ""
}

// innerName is the name within a member of object e.
func (d *Decoder) innerName(e int, member string) string {
	if i := d.check.Tape.Key(d.check.Data, e, member); i >= 0 {
		return string(d.member(i, "name"))
	}
	return ""
}

// snake sets the words of a class name apart by underscores.
func snake(s string) string {
	var b strings.Builder
	for i := range len(s) {
		lower := i+1 < len(s) && 'a' <= s[i+1] && s[i+1] <= 'z'
		if 'A' <= s[i] && s[i] <= 'Z' && i > 0 && (lower || s[i-1] > 'Z') {
			b.WriteByte('_')
		}
		b.WriteByte(s[i] | ' ')
	}
	return b.String()
}

// skills lists the skills that a message activates, null when there is none.
func (d *Decoder) skills(r *event.Row) {
	c := &d.check
	i := c.Cols[schema.ColSkills]
	if i < 0 || c.KindOf(i) != jsontape.Array || c.Tape.Tokens[i].Len == 0 {
		return
	}
	d.grants = d.grants[:0]
	for e := i + 1; e < c.Tape.Tokens[i].Next; e = c.Tape.Tokens[e].Next {
		if s := d.string(e); s != nil {
			d.grants = append(d.grants, d.b.Name(s))
		}
	}
	r.Grants = d.grants
}

// frameworkTexts begin what upstream's framework says in the model's or a
// user's place. Source: openhands-sdk agent/agent.py, agent/acp_agent.py,
// conversation/impl/local_conversation.py.
var frameworkTexts = [...]string{
	"I received your image, but the currently selected model (",
	"ACP prompt timed out after ",
	"ACP error: ",
	"Your previous response was blocked by the model's content filter.",
	"[Stop hook feedback] ",
}

// framework reports whether a message begins with one of these texts.
func (d *Decoder) framework() bool {
	c := &d.check
	i := c.Cols[schema.ColContent]
	if i < 0 || c.KindOf(i) != jsontape.Array || c.Tape.Tokens[i].Len == 0 {
		return false
	}
	text := d.member(int(i)+1, "text")
	for _, s := range frameworkTexts {
		if bytes.HasPrefix(text, []byte(s)) {
			return true
		}
	}
	return false
}

// parts tells whether a result gives the model nothing, or several pieces: what
// one message item or image each is in the form of OpenAI's Responses.
// Source: openhands-sdk llm/utils/responses_serialization.py; to_llm_content of
// the observations.
func (d *Decoder) parts(r *event.Row) {
	if d.tellsItself() {
		return
	}
	n := 0
	if r.Flags&event.FlagFailed != 0 {
		n++
	}
	c := &d.check
	switch label := d.check.Cols[schema.ColObservationKind]; {
	case label >= 0 && (c.Tape.Equal(c.Data, int(label), "TerminalObservation") || c.Tape.Equal(c.Data, int(label), "ExecuteBashObservation")):
		n++
	case label >= 0 && (c.Tape.Equal(c.Data, int(label), "ConsultTomObservation") || c.Tape.Equal(c.Data, int(label), "SleeptimeComputeObservation")):
		n = 1
	case label >= 0 && c.Tape.Equal(c.Data, int(label), "BrowserObservation"):
		return // what it gives depends on files
	case label >= 0 && c.Tape.Equal(c.Data, int(label), "TaskObservation"):
		n += 1 + d.elements(schema.ColContent)
	default:
		n += d.elements(schema.ColContent)
	}
	switch n += d.elements(schema.ColExtended); {
	case n == 0:
		r.Flags |= event.FlagNoParts
	case n > 1:
		r.Flags |= event.FlagManyParts
	}
}

// tellsItself reports whether a result is from before 1.0.0, when each tool put
// its result in words of its own.
func (d *Decoder) tellsItself() bool {
	c := &d.check
	content := c.Cols[schema.ColContent]
	return c.Cols[schema.ColSays] >= 0 || c.Cols[schema.ColError] >= 0 || content >= 0 && c.KindOf(content) == jsontape.String
}

// elements is the number of elements of an array.
func (d *Decoder) elements(col schema.Column) int {
	if i := d.check.Cols[col]; i >= 0 && d.check.KindOf(i) == jsontape.Array {
		return int(d.check.Tape.Tokens[i].Len)
	}
	return 0
}
