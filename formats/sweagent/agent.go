package sweagent

import (
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Agent fills the rows of one SWE-agent document, or of one attempt in it.
type Agent struct {
	base
	steps  []fields.Value // the trajectory
	acts   []act          // what the model said after the demonstrations
	actRow map[int]int32  // its row, by place in acts
}

// act is a response of the model in the history.
type act struct {
	v     fields.Value
	calls []string
}

// NewAgent returns a decoder that appends to b.
func NewAgent(b *event.Builder) *Agent { return &Agent{base: base{b: b}, actRow: map[int]int32{}} }

// AgentEvidence says how surely the object at token 0 of t is a document of
// SWE-agent, or an attempt.
func AgentEvidence(rec []byte, t *jsontape.Tape) int {
	v := fields.Of(rec, t)
	beside := v.Get("info").OK() || v.Get("environment").OK() || v.Get("replay_config").OK() || v.Names("replay_config")
	trajectory, history := v.Get("trajectory"), v.Get("history")
	switch {
	case some(trajectory, "action", "observation", "response"), some(trajectory, "action", "observation", "state"):
		return 98
	case some(history, "role", "message_type"), some(history, "role", "agent"), some(history, "role", "action", "thought"):
		return 96
	case beside && v.Get("attempts").Kind() == jsontape.Array && (v.Get("attempts").Len() > 0 || trajectory.Kind() == jsontape.Array):
		return 90
	case beside && trajectory.Kind() == jsontape.Array && history.Kind() == jsontape.Array && trajectory.Len()+history.Len() == 0:
		return 60
	}
	return 0
}

// some reports whether one of the first elements of an array has all of those
// members.
func some(array fields.Value, keys ...string) bool {
	found := false
	array.Each(func(k int, e fields.Value) {
		if k >= 8 || found {
			return
		}
		found = true
		for _, key := range keys {
			found = found && e.Names(key)
		}
	})
	return found
}

// Append appends the rows of the document at token 0 of t.
func (d *Agent) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	d.root, d.pos = fields.Of(rec, t), pos
	d.log.Conversation = string(d.root.Get("environment").Text())
	d.root.Get("trajectory").Each(func(_ int, s fields.Value) { d.steps = append(d.steps, s) })
	history := d.root.Get("history")
	history.Each(func(k int, m fields.Value) {
		if m.Kind() == jsontape.Object {
			d.message(k, m)
		}
	})
	if history.Len() == 0 {
		for k, s := range d.steps {
			d.step(k, s)
		}
	}
	d.lastObservation()
	d.claims()
}

func (d *Agent) message(k int, m fields.Value) {
	row := event.NewRow()
	row.Flags |= event.FlagIDMade
	row.Pos, row.Type = m.At(d.pos, "/history", int32(k)), d.name("message")
	role := string(m.Get("role").Text())
	if typ := m.Word("message_type"); typ != nil {
		row.Type = d.b.Name(typ)
	}
	if m.Get("is_demo").Yes() {
		row.Label = d.name("demonstration")
	}
	switch {
	case role == "assistant":
		d.assistant(k, m, row)
	case !m.Whole(d.pos):
	case role == "system":
		d.say(row, event.KindSystem, "system", m.Get("content"))
	case role == "tool":
		d.tool(m, row)
	case role == "user" && d.last != 0 && d.text && !m.Get("is_demo").Yes():
		row.CallID, d.last, row.Source = d.last, 0, d.name("environment")
		d.say(row, event.KindResult, "user", m.Get("content"))
	case role == "user":
		d.say(row, event.KindMessage, "user", m.Get("content"))
	default:
		row.Kind = event.KindOther
		d.b.Append(&row)
	}
}

// tool appends the observation of a call that it names.
func (d *Agent) tool(m fields.Value, row event.Row) {
	m.Get("tool_call_ids").Each(func(k int, id fields.Value) {
		if s := id.Text(); s != nil && k == 0 {
			row.CallID = d.b.ID(s)
		}
	})
	if s := m.Get("tool_call_id").Text(); s != nil && row.CallID == 0 {
		row.CallID = d.b.ID(s)
	}
	if row.CallID == d.last {
		d.last = 0
	}
	row.Source = d.name("environment")
	d.say(row, event.KindResult, "tool", m.Get("content"))
}

// assistant appends what the model said and what was taken of it as an action.
func (d *Agent) assistant(k int, m fields.Value, row event.Row) {
	d.respond(&row)
	demo := m.Get("is_demo").Yes()
	a := act{v: m}
	if m.Get("thinking_blocks").Len() > 0 {
		row.Flags |= event.FlagThinking
	}
	at, calls := "/history/"+strconv.Itoa(k), m.Get("tool_calls")
	calls.Each(func(_ int, c fields.Value) { a.calls = append(a.calls, string(c.Get("id").Text())) })
	if !demo {
		d.actRow[len(d.acts)] = int32(d.b.Len())
		d.acts = append(d.acts, a)
	}
	content := m.Get("content")
	_, says := content.Content()
	switch action := m.Get("action"); {
	case calls.Len() > 0:
		if m.Whole(d.pos) && says {
			d.say(row, event.KindMessage, "assistant", content)
			spent(&row)
		}
		d.calls(row, calls, at+"/tool_calls", func([]byte) bool { return true })
	case !m.Whole(d.pos):
	case action.Kind() != jsontape.String || demo || len(strings.TrimSpace(string(action.Text()))) == 0:
		d.say(row, event.KindMessage, "assistant", content)
	default:
		d.act(row, action, content)
	}
}

// act appends an action that was taken of the model's text: the whole response
// is its record.
func (d *Agent) act(row event.Row, action, content fields.Value) {
	row.Kind, row.Role = event.KindAction, d.name("assistant")
	row.CallID = d.made(0)
	d.last, d.text = row.CallID, true
	text := action.Text()
	word := strings.Fields(string(text))[0]
	row.Tool, row.Flags = d.name(word), row.Flags|event.FlagExecutable|event.FlagThought
	if ends[word] {
		row.Flags |= event.FlagFinish
	}
	if d.b.KeepsText() {
		row.Args = text
		row.Text, _ = content.Content()
	}
	d.b.Append(&row)
}

// ends are the commands that end a run, by submission or by giving up.
var ends = map[string]bool{"submit": true, "exit_forfeit": true, "exit_format": true, "exit_cost": true, "exit_context": true, "exit_api": true, "exit_error": true, "skip": true}

// step appends a step of the trajectory where there is no history: what was
// done and what was observed.
func (d *Agent) step(k int, s fields.Value) {
	if !s.Whole(d.pos) {
		return
	}
	row := event.NewRow()
	row.Flags |= event.FlagIDMade
	row.Pos, row.Type = s.At(d.pos, "/trajectory", int32(k)), d.name("step")
	d.respond(&row)
	d.actRow[len(d.acts)] = int32(d.b.Len())
	d.acts = append(d.acts, act{v: s})
	response := s.Get("response")
	if len(strings.TrimSpace(string(s.Get("action").Text()))) == 0 {
		d.say(row, event.KindMessage, "assistant", response)
		return
	}
	d.act(row, s.Get("action"), response)
	if s.Get("observation").Kind() == jsontape.String {
		d.observed(s, k, "user", 0)
	}
}

// observed appends the observation that a step of the trajectory tells.
func (d *Agent) observed(s fields.Value, k int, role string, flags event.Flag) {
	row := event.NewRow()
	row.Pos, row.Type, row.Flags = s.At(d.pos, "/trajectory", int32(k)), d.name("step"), event.FlagIDMade|flags
	row.CallID, d.last, row.Source = d.last, 0, d.name("environment")
	d.say(row, event.KindResult, role, s.Get("observation"))
}

// lastObservation appends what the trajectory tells of the last action, which
// the history ends with: the run was over, and no prompt was made of it.
func (d *Agent) lastObservation() {
	k := len(d.steps) - 1
	if d.last == 0 || k < 0 || len(d.acts) == 0 || d.steps[k].Get("observation").Kind() != jsontape.String || !d.steps[k].Whole(d.pos) {
		return
	}
	if string(d.steps[k].Get("action").Text()) == string(d.acts[len(d.acts)-1].v.Get("action").Text()) {
		d.observed(d.steps[k], k, "tool", event.FlagHidden)
	}
}
