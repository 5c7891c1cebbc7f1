package sweagent

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Mini fills the rows of one mini-swe-agent document.
type Mini struct {
	base
	cost   float64
	costs  int // messages with a cost
	errors int // responses that could not be parsed, of which nothing else may be kept
	ended  bool
}

// NewMini returns a decoder that appends to b.
func NewMini(b *event.Builder) *Mini { return &Mini{base: base{b: b}} }

// MiniEvidence says how surely the object at token 0 of t is a document of
// mini-swe-agent.
func MiniEvidence(rec []byte, t *jsontape.Tape) int {
	v := fields.Of(rec, t)
	if f := v.Get("trajectory_format").Text(); strings.HasPrefix(string(f), "mini-swe-agent-") {
		return 100
	}
	if v.Path("info", "mini_version").OK() && (v.Get("messages").Kind() == jsontape.Array || v.Path("info", "model_stats").OK()) {
		return 95
	}
	return 0
}

// Append appends the rows of the document at token 0 of t.
func (d *Mini) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	d.root, d.pos = fields.Of(rec, t), pos
	d.log.Conversation = string(d.root.Get("instance_id").Text())
	if !d.root.Get("messages").OK() && d.root.Get("role").OK() {
		d.message(pos, "", d.root) // of a bare array of messages
		return
	}
	d.root.Get("messages").Each(func(k int, m fields.Value) {
		if m.Kind() == jsontape.Object {
			d.message(m.At(d.pos, "/messages", int32(k)), "/messages/"+strconv.Itoa(k), m)
		}
	})
	d.claims()
}

// MessageEvidence says how surely the object at token 0 of t is a message of
// mini-swe-agent that lies in a bare array: what it keeps beside the message,
// or the mark of its commands, tells it.
func MessageEvidence(rec []byte, t *jsontape.Tape) int {
	v := fields.Of(rec, t)
	role, extra := string(v.Get("role").Text()), v.Get("extra")
	switch {
	case role == "":
		return 0
	case extra.Get("actions").Kind() == jsontape.Array, extra.Get("returncode").OK(), extra.Get("interrupt_type").OK(), extra.Get("exit_status").OK():
		return 85
	case role == "assistant" && bytes.Contains(v.Get("content").Text(), []byte("```mswea_bash_command")):
		return 85
	}
	return 1
}

// message appends the rows of a message: its place, and what leads to it from
// the record.
func (d *Mini) message(place event.Pos, at string, m fields.Value) {
	row := event.NewRow()
	row.Flags |= event.FlagIDMade
	row.Pos = place
	role := string(m.Get("role").Text())
	extra := m.Get("extra")
	row.Type = d.name(role)
	stamp(&row, extra.Get("timestamp"))
	if c, ok := extra.Get("cost").Float(); ok {
		row.Cost, d.cost, d.costs = c, d.cost+c, d.costs+1
	}
	switch typ := string(m.Get("type").Text()); {
	case role == "exit":
		d.ended = true
		if !m.Whole(d.pos) {
			return
		}
		row.Kind, row.Label = event.KindState, d.b.Name(extra.Word("exit_status"))
		row.Flags |= event.FlagHidden
		d.b.Append(&row)
	case role == "assistant" || m.Get("output").Kind() == jsontape.Array:
		d.response(at, m, row)
	case !m.Whole(d.pos):
	case role == "tool" || typ == "function_call_output":
		d.result(m, row, m.Get("tool_call_id"), m.Get("call_id"))
	case role == "system":
		d.say(row, event.KindSystem, "system", m.Get("content"))
	case role == "user" && extra.Get("returncode").OK() && len(d.open) > 0:
		d.result(m, row)
	case role == "user":
		d.user(m, row)
	default:
		row.Kind = event.KindOther
		d.b.Append(&row)
	}
}

// stamp sets a row's time from seconds since 1970.
func stamp(row *event.Row, v fields.Value) {
	if f, ok := v.Float(); ok && math.Abs(f) < 1e11 {
		row.TimeText, row.Time = append([]byte{}, v.Raw()...), int64(math.Round(f*1e6))
	}
}

// user appends a message of the user, or of the framework in the user's place.
func (d *Mini) user(m fields.Value, row event.Row) {
	if kind := m.Get("extra").Word("interrupt_type"); kind != nil {
		row.Label, row.Flags = d.b.Name(kind), row.Flags|event.FlagFramework
		if string(kind) == "FormatError" {
			d.errors++
		}
	}
	d.say(row, event.KindMessage, "user", m.Get("content"))
}

// response appends what the model said and the commands that were taken of it.
func (d *Mini) response(at string, m fields.Value, row event.Row) {
	d.respond(&row)
	use := m.Path("extra", "response", "usage")
	if n, ok := use.Get("prompt_tokens").Int(); ok && n >= 0 {
		row.TokensIn = n
	}
	if n, ok := use.Get("completion_tokens").Int(); ok && n >= 0 {
		row.TokensOut = n
	}
	actions, calls := m.Path("extra", "actions"), m.Get("tool_calls")
	content, pointer := m.Get("content"), at+"/tool_calls"
	if out := m.Get("output"); out.Kind() == jsontape.Array {
		calls, content, pointer = out, out, at+"/output"
	}
	_, says := content.Content()
	if m.Whole(d.pos) && (says || calls.Len() == 0) {
		d.say(row, event.KindMessage, "assistant", content)
		spent(&row)
	}
	if calls.Len() > 0 {
		runs := func(id []byte) bool { return named(actions, id) }
		if pointer == at+"/output" {
			d.items(row, calls, pointer, runs)
		} else {
			d.calls(row, calls, pointer, runs)
		}
		return
	}
	actions.Each(func(i int, a fields.Value) {
		if a.Whole(d.pos) {
			d.command(row, a, at+"/extra/actions", i)
		}
	})
}

// items appends the calls among the output items of the Responses API.
func (d *Mini) items(row event.Row, items fields.Value, pointer string, runs func([]byte) bool) {
	items.Each(func(i int, c fields.Value) {
		if string(c.Get("type").Text()) != "function_call" || !c.Whole(d.pos) {
			return
		}
		r := row
		r.Pos, r.Kind, r.Role = c.At(d.pos, pointer, int32(i)), event.KindAction, d.name("assistant")
		id := c.Get("call_id").Text()
		r.CallID, r.Tool, r.Flags = d.b.ID(id), d.b.Name(c.Get("name").Text()), r.Flags|event.FlagResponsesCall
		if runs(id) {
			r.Flags |= event.FlagExecutable
		} else {
			r.Flags |= event.FlagNotExecutable
		}
		if canonical, ok := c.Get("arguments").Arguments(); !ok {
			r.Flags |= event.FlagArgsMalformed
		} else if d.b.KeepsText() {
			r.Args = canonical
		}
		spent(&row)
		d.b.Append(&r)
	})
}

// named reports whether a call was taken as an action. A document that lists
// none of its actions does not say.
func named(actions fields.Value, id []byte) bool {
	found := !actions.OK()
	actions.Each(func(_ int, a fields.Value) {
		found = found || string(a.Get("tool_call_id").Text()) == string(id)
	})
	return found
}

// command appends a command that was taken of the model's text.
func (d *Mini) command(row event.Row, a fields.Value, pointer string, i int) {
	row.Pos, row.Kind, row.Role = a.At(d.pos, pointer, int32(i)), event.KindAction, d.name("assistant")
	row.Flags |= event.FlagExecutable
	row.CallID, row.Tool = d.made(i), d.name("bash")
	d.open = append(d.open, row.CallID)
	if d.b.KeepsText() {
		row.Args, _ = a.Arguments()
	}
	d.b.Append(&row)
}

// result appends what came of a command: of the call that an id names, or of
// the first that waits.
func (d *Mini) result(m fields.Value, row event.Row, ids ...fields.Value) {
	row.Type = d.name("observation")
	for _, id := range ids {
		if s := id.Text(); s != nil && row.CallID == 0 {
			row.CallID = d.b.ID(s)
		}
	}
	role := "tool"
	if len(ids) == 0 && len(d.open) > 0 {
		row.CallID, d.open, role = d.open[0], d.open[1:], "user"
	}
	kind, extra := event.KindResult, m.Get("extra")
	if n, ok := extra.Get("returncode").Int(); ok && n != 0 {
		row.Flags |= event.FlagFailed
		if n == -1 && string(extra.Get("exception_info").Text()) == notExecuted {
			kind = event.KindReject
		}
	}
	content := m.Get("content")
	if !content.OK() {
		content = m.Get("output")
	}
	row.Source = d.name("environment")
	d.say(row, kind, role, content)
}

// notExecuted stands in the result of a command that came after the one which
// ended the run (models/utils/actions_toolcall.py).
const notExecuted = "action was not executed"

// claims notes what the document says of the run.
func (d *Mini) claims() {
	info := d.root.Get("info")
	d.models.Add(info.Path("config", "model", "model_name").Text())
	stats := info.Get("model_stats")
	if n, ok := stats.Get("api_calls").Int(); ok && n > 0 {
		d.total(stats.Get("api_calls"), "info.model_stats.api_calls", "/info/model_stats/api_calls", "the responses of the model", float64(d.said), false)
	}
	if c, ok := stats.Get("instance_cost").Float(); ok && c > 0 && d.costs > 0 {
		d.total(stats.Get("instance_cost"), "info.model_stats.instance_cost", "/info/model_stats/instance_cost", "the costs of the messages", fields.Near(c, d.cost), d.errors > 0 || d.costs < d.said)
	}
	if status := info.Get("exit_status"); info.OK() && !d.ended && len(status.Text()) == 0 {
		d.unended(status)
	}
}
