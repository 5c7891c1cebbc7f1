package atif

import (
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Decoder fills the rows of one trajectory.
type Decoder struct {
	b      *event.Builder
	root   fields.Value
	pos    event.Pos
	sums   sums
	log    event.Log // what End hands over
	talk   bool      // a user or the agent has spoken
	models fields.Models
}

// NewDecoder returns a decoder that appends to b.
func NewDecoder(b *event.Builder) *Decoder { return &Decoder{b: b} }

// Hints tells what dates the writer: nothing, for there is one profile.
func (d *Decoder) Hints() []event.Hint { return nil }

// Evidence says how surely the object at token 0 of t is a trajectory.
func Evidence(rec []byte, t *jsontape.Tape) int {
	v := fields.Of(rec, t)
	version := string(v.Get("schema_version").Text())
	steps := v.Get("steps").Kind() == jsontape.Array
	switch named := len(version) > 6 && version[:6] == "ATIF-v"; {
	case named && (steps || v.Get("agent").OK() || v.Get("session_id").OK()):
		return 100
	case steps && version != "" && v.Get("agent").Kind() == jsontape.Object:
		return 90 // some writers leave the prefix out
	case named:
		return 60
	}
	return 0
}

// Append appends the rows of the trajectory at token 0 of t.
func (d *Decoder) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	d.root, d.pos = fields.Of(rec, t), pos
	d.log.Conversation = string(d.root.Get("trajectory_id").Text())
	if d.log.Conversation == "" {
		d.log.Conversation = string(d.root.Get("session_id").Text())
	}
	first := d.b.Len()
	d.root.Get("steps").Each(func(k int, s fields.Value) {
		if s.Kind() == jsontape.Object {
			d.step(k, s)
		}
	})
	if d.b.Len() > first {
		d.b.Refuse(first, d.refusals()...)
	}
	if d.models.Names() == nil { // steps name one only where it is another
		d.models.Add(d.root.Path("agent", "model_name").Text())
	}
	d.totals()
	if next := d.root.Get("continued_trajectory_ref").Text(); len(next) > 0 {
		d.log.Refs = append(d.log.Refs, event.Ref{Next: true, Row: -1, Target: string(next), Path: true, Pointer: d.pointer("/continued_trajectory_ref")})
	}
}

// End names the log and hands over what it says of itself.
func (d *Decoder) End(l *event.Log) {
	if l.Conversation == "" {
		l.Conversation = d.log.Conversation
	}
	l.Models = d.models.Names()
	l.Claims, l.Refs = append(l.Claims, d.log.Claims...), append(l.Refs, d.log.Refs...)
}

// pointer is that of a member of the trajectory in its file.
func (d *Decoder) pointer(member string) string {
	p := d.pos.Pointer
	if d.pos.Item >= 0 {
		p += "/" + strconv.Itoa(int(d.pos.Item))
	}
	return p + member
}

// step is the one at hand.
type step struct {
	fields.Value
	k      int
	at     string // its pointer within the trajectory
	named  bool   // a row has the step's id
	copied bool
}

// step appends the rows of one step: what it says, its calls, their results.
func (d *Decoder) step(k int, v fields.Value) {
	s := &step{Value: v, k: k, at: "/steps/" + strconv.Itoa(k), copied: v.Get("is_copied_context").Yes()}
	row := d.row(s)
	row.Pos = v.At(d.pos, "/steps", int32(k))
	row.Refused = refusedStep(s.Value)
	calls := v.Get("tool_calls")
	_, says := v.Get("message").Content()
	if v.Whole(d.pos) && (says || v.Get("reasoning_content").OK() || calls.Len() == 0) {
		d.say(s, &row)
	}
	calls.Each(func(i int, c fields.Value) {
		if c.Whole(d.pos) {
			d.call(s, row, i, c)
		}
	})
	v.Path("observation", "results").Each(func(i int, r fields.Value) {
		if r.Whole(d.pos) {
			d.result(s, row, i, r)
		}
	})
	d.sums.add(s)
}

// row is what the rows of a step share.
func (d *Decoder) row(s *step) event.Row {
	row := event.NewRow()
	source := s.Get("source").Text()
	row.Type, row.Source = d.b.Name([]byte("step")), d.b.Name(source)
	row.Value = d.b.Name(s.Get("step_id").ID())
	fields.Stamp(&row, s.Get("timestamp").Text())
	if string(source) == "agent" {
		d.models.Add(s.Get("model_name").Text())
		row.ResponseID = d.b.ID([]byte("step:" + strconv.Itoa(s.k+1)))
	}
	if s.Get("reasoning_content").OK() {
		row.Flags |= event.FlagReasoning
	}
	if s.copied {
		row.Label = d.b.Name([]byte("copied_context"))
	}
	d.usage(s, &row)
	return row
}

// first makes a row the one that bears the step's id, if it is its first.
func (d *Decoder) first(s *step, row *event.Row) {
	id := s.Get("step_id").ID()
	if s.named || id == nil {
		row.ID, row.Flags, row.Value = 0, row.Flags|event.FlagIDMade, 0
	} else {
		row.ID, s.named = d.b.ID(id), true
	}
}

// say appends the message of a step.
func (d *Decoder) say(s *step, row *event.Row) {
	r := *row
	text, some := s.Get("message").Content()
	if !some {
		r.Flags |= event.FlagEmpty
	}
	switch string(s.Get("source").Text()) {
	case "agent":
		r.Kind, r.Role, d.talk = event.KindMessage, d.b.Name([]byte("assistant")), true
	case "system":
		r.Kind, r.Role = event.KindSystem, d.b.Name([]byte("system"))
		if d.talk {
			r.Kind, r.Flags = event.KindMessage, r.Flags|event.FlagFramework
		}
	case "user":
		r.Kind, r.Role, d.talk = event.KindMessage, d.b.Name([]byte("user")), true
	default:
		r.Kind = event.KindOther
	}
	if d.b.KeepsText() {
		r.Text = text
	}
	d.first(s, &r)
	d.b.Append(&r)
	spent(row)
}

// spent leaves out what only the first row of a step tells.
func spent(row *event.Row) {
	row.Flags &^= event.FlagReasoning
	row.TokensIn, row.TokensOut, row.Cost, row.Refused = -1, -1, event.NewRow().Cost, nil
}

// call appends one call.
func (d *Decoder) call(s *step, row event.Row, i int, c fields.Value) {
	row.Kind, row.Type, row.Role = event.KindAction, d.b.Name([]byte("tool_call")), d.b.Name([]byte("assistant"))
	row.Pos = c.At(d.pos, s.at+"/tool_calls", int32(i))
	if s.named {
		spent(&row)
	}
	d.first(s, &row)
	row.CallID = d.b.ID(c.Get("tool_call_id").Text())
	name := c.Get("function_name").Text()
	row.Tool = d.b.Name(name)
	if ends[string(name)] {
		row.Flags |= event.FlagFinish
	}
	row.Flags |= s.awaits()
	canonical, ok := c.Get("arguments").Arguments()
	if !ok {
		row.Flags |= event.FlagArgsMalformed
	}
	if d.b.KeepsText() {
		row.Args = canonical
	}
	d.b.Append(&row)
}

// ends are the tools by which agents say that they are done.
var ends = map[string]bool{"finish": true, "submit": true, "mark_task_complete": true, "task_complete": true, "attempt_completion": true}

// awaits says whether what came of a call can be told: not where the step has
// results that name no call.
func (s *step) awaits() event.Flag {
	loose := false
	s.Path("observation", "results").Each(func(_ int, r fields.Value) {
		loose = loose || !r.Get("source_call_id").OK()
	})
	if loose {
		return 0
	}
	return event.FlagExecutable
}

// result appends what came back: of a call, or from the environment where the
// step makes none.
func (d *Decoder) result(s *step, row event.Row, i int, r fields.Value) {
	spent(&row)
	row.Pos = r.At(d.pos, s.at+"/observation/results", int32(i))
	call := r.Get("source_call_id").Text()
	row.Kind, row.Type = event.KindResult, d.b.Name([]byte("result"))
	row.Role, row.Source = d.b.Name([]byte("tool")), d.b.Name([]byte("environment"))
	if call == nil && s.Get("tool_calls").Len() == 0 {
		row.Kind, row.Role, row.ResponseID, row.Flags = event.KindMessage, d.b.Name([]byte("user")), 0, row.Flags|event.FlagFramework
	}
	row.CallID = d.b.ID(call)
	text, some := r.Get("content").Content()
	if !some {
		row.Flags |= event.FlagEmpty
	}
	if d.b.KeepsText() {
		row.Text = text
	}
	d.first(s, &row)
	d.refer(s, i, r)
	d.b.Append(&row)
}

// refer notes the logs of sub-agents that a result names.
func (d *Decoder) refer(s *step, i int, r fields.Value) {
	at := s.at + "/observation/results/" + strconv.Itoa(i) + "/subagent_trajectory_ref"
	note := func(p string, v fields.Value) {
		ref := event.Ref{Row: int32(d.b.Len()), Pointer: d.pointer(p), Target: string(v.Get("trajectory_path").Text()), Path: true}
		if ref.Target == "" {
			ref.Target, ref.Path, ref.Asked = string(v.Get("trajectory_id").Text()), false, true
			ref.Found = d.embeds(ref.Target)
		}
		if ref.Target != "" {
			d.log.Refs = append(d.log.Refs, ref)
		}
		d.sums.others = true
	}
	refs := r.Get("subagent_trajectory_ref")
	if refs.Kind() == jsontape.Object {
		note(at, refs)
	}
	refs.Each(func(k int, v fields.Value) { note(at+"/"+strconv.Itoa(k), v) })
}

// embeds reports whether the document holds the trajectory of that id.
func (d *Decoder) embeds(id string) bool {
	found := false
	d.root.Get("subagent_trajectories").Each(func(_ int, v fields.Value) {
		found = found || string(v.Get("trajectory_id").Text()) == id
	})
	return found
}
