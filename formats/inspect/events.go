package inspect

import (
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// kinds are the kinds of events, by their names. All but calls of sub-agents
// stand beside the conversation.
var kinds = map[string]event.Kind{
	"model": event.KindLog, "tool": event.KindLog, "sandbox": event.KindLog, "logger": event.KindLog, "info": event.KindLog, "input": event.KindLog,
	"subtask": event.KindLog, "sample_init": event.KindState, "sample_limit": event.KindState, "state": event.KindState, "store": event.KindState,
	"anchor": event.KindState, "approval": event.KindState, "branch": event.KindState, "checkpoint": event.KindState, "compaction": event.KindState,
	"interrupt": event.KindPause, "score": event.KindState, "score_edit": event.KindState, "error": event.KindState, "span_begin": event.KindState,
	"span_end": event.KindState, "step": event.KindState,
}

// event appends the row of element k of the events that pointer leads to.
func (d *Sample) event(pointer string, k int, e fields.Value) {
	if !e.Whole(d.pos) {
		return
	}
	d.events++
	d.beside(e)
	kind := string(e.Get("event").Text())
	row := event.NewRow()
	row.Pos, row.Type, row.Flags = e.At(d.pos, pointer, int32(k)), d.name(kind), event.FlagHidden
	if id := e.Word("uuid"); id != nil {
		row.ID = d.b.ID(id)
	} else {
		row.Flags |= event.FlagIDMade
	}
	fields.Stamp(&row, e.Get("timestamp").Text())
	if row.Kind = kinds[kind]; row.Kind == event.KindUnknown {
		row.Kind = event.KindOther
	}
	switch kind {
	case "model":
		d.model(&row, e)
	case "tool":
		d.ran(row, e)
		return
	case "sample_limit":
		row.Label = d.b.Name(e.Word("type"))
	}
	d.put(&row)
}

// model tells what a call of the model took.
func (d *Sample) model(row *event.Row, e fields.Value) {
	use := e.Path("output", "usage")
	if n, ok := use.Get("input_tokens").Int(); ok && n >= 0 {
		row.TokensIn = n
	}
	if n, ok := use.Get("output_tokens").Int(); ok && n >= 0 {
		row.TokensOut = n
	}
	if c, ok := use.Get("total_cost").Float(); ok {
		row.Cost = c
	}
	if e.Get("error").OK() {
		row.Flags |= event.FlagFailed
	}
}

// ran appends what an event tells of a tool: the call itself, where no message
// makes it, and what came of it, where no message has that.
func (d *Sample) ran(row event.Row, e fields.Value) {
	id := string(e.Get("id").Text())
	known, told := d.calls[id], d.done[id]
	over := !e.Get("pending").Yes() && (e.Get("completed").OK() || e.Get("error").OK() || e.Get("message_id").OK() || someResult(e.Get("result")))
	row.CallID, row.Tool = d.b.ID([]byte(id)), d.b.Name(e.Word("function"))
	if known && (told || !over) {
		row.CallID = 0
		d.put(&row)
		return
	}
	if !known {
		act := row
		act.Kind, act.Role, act.ResponseID = event.KindAction, d.name("assistant"), d.b.ID([]byte("event:"+strconv.Itoa(d.events)))
		act.Flags |= event.FlagExecutable
		if d.b.KeepsText() {
			act.Args, _ = e.Get("arguments").Arguments()
		}
		d.put(&act)
		d.calls[id] = true
		row.ID, row.Flags, row.ResponseID = 0, row.Flags|event.FlagIDMade, act.ResponseID
	}
	if !over {
		return
	}
	d.done[id] = true
	row.Kind, row.Role = event.KindResult, d.name("tool")
	if x := e.Get("error"); x.OK() {
		row.Kind, row.Label, row.Flags = event.KindError, d.b.Name(x.Word("type")), row.Flags|event.FlagFailed
	}
	if d.b.KeepsText() {
		row.Text, _ = e.Get("result").Content()
	}
	d.put(&row)
}

func someResult(v fields.Value) bool {
	return v.OK() && !(v.Kind() == jsontape.String && len(v.Text()) == 0)
}

// heard appends the messages of a prompt, and what the model said to it, that
// were not told before: the conversation of a sample without messages.
func (d *Sample) heard(pointer string, k int, e, pool fields.Value, pools string) {
	if string(e.Get("event").Text()) != "model" {
		return
	}
	at := pointer + "/" + strconv.Itoa(k)
	e.Get("input").Each(func(i int, m fields.Value) { d.once(at+"/input", i, m) })
	e.Get("input_refs").Each(func(_ int, r fields.Value) {
		var span [2]int64
		r.Each(func(i int, v fields.Value) {
			if n, ok := v.Int(); ok && i < 2 {
				span[i] = n
			}
		})
		pool.Each(func(i int, m fields.Value) {
			if int64(i) >= span[0] && int64(i) < span[1] {
				d.once(pools, i, m)
			}
		})
	})
	e.Path("output", "choices").Each(func(i int, c fields.Value) {
		if m := c.Get("message"); i == 0 && m.OK() && !d.told(m) {
			d.message(at+"/output/choices/0", -1, m)
		}
	})
}

func (d *Sample) once(pointer string, i int, m fields.Value) {
	if !d.told(m) {
		d.message(pointer, i, m)
	}
}

// told reports whether a message has rows already.
func (d *Sample) told(m fields.Value) bool {
	if id := m.Word("id"); id != nil {
		return d.seen[string(id)]
	}
	return d.seen[string(m.Raw())]
}

// usage does nothing with samples that do not say what the models took; else it
// holds their events against it.
func (d *Sample) usage(v fields.Value) {
	sums := map[string]float64{}
	v.Get("events").Each(func(_ int, e fields.Value) {
		if string(e.Get("event").Text()) != "model" || string(e.Get("cache").Text()) == "read" {
			return
		}
		if n, ok := e.Path("output", "usage", "total_tokens").Float(); ok {
			sums[string(e.Get("model").Text())] += n
		}
	})
	v.Get("model_usage").Members(func(model string, u fields.Value) {
		says, ok := u.Get("total_tokens").Float()
		found, some := sums[model]
		if ok && some {
			field := "/model_usage/" + escaped(model) + "/total_tokens"
			d.log.Claims = append(d.log.Claims, event.Claim{Kind: event.ClaimTotal, Field: "model_usage.total_tokens", Pointer: d.pointer(field),
				Offset: u.At(d.pos, "", -1).Offset, File: d.pos.File, Row: -1, Text: "the model events", Says: says, Found: found, Least: true})
		}
	})
}

// escaped is a name as a pointer has it (RFC 6901).
func escaped(s string) string {
	var out []byte
	for i := range len(s) {
		switch s[i] {
		case '~':
			out = append(out, '~', '0')
		case '/':
			out = append(out, '~', '1')
		default:
			out = append(out, s[i])
		}
	}
	return string(out)
}
