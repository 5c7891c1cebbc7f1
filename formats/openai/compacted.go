package openai

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// rolledBack takes the newest turns of the user out of sight.
func (d *Rollout) rolledBack(row *event.Row, turns int64) {
	row.Kind, row.Label = event.KindCondensation, 0
	from := len(d.view)
	for i := len(d.view) - 1; i >= 0 && turns > 0; i-- {
		if d.view[i].user {
			from, turns = i, turns-1
		}
	}
	row.Forgets = []event.ID{}
	for _, s := range d.view[from:] {
		row.Forgets = append(row.Forgets, s.id)
	}
	d.view = d.view[:from]
	d.items.run = 0
}

// compacted puts a history in the place of everything before. Calls and results
// of the log that stand in that history, too, are kept; where no history is
// written down, the messages of the user are kept and a summary follows them.
func (d *Rollout) compacted(row *event.Row, i int) {
	row.Kind = event.KindCondensation
	row.Flags |= event.FlagSummary | event.FlagSummaryOffset
	keep := func(s shown) bool { return s.user }
	history := d.r.get(i, "replacement_history")
	if d.r.kind(history) == jsontape.Array {
		calls, outputs := d.halves(history)
		keep = func(s shown) bool {
			return s.kind == event.KindAction && calls[s.call] || s.kind == event.KindResult && outputs[s.call]
		}
	}
	var kept []shown
	row.Forgets = []event.ID{}
	for _, s := range d.view {
		if keep(s) {
			kept = append(kept, s)
		} else {
			row.Forgets = append(row.Forgets, s.id)
		}
	}
	summary := shown{id: d.b.ID(append(d.name, "-summary"...))}
	if history < 0 {
		row.SummaryOffset = int64(len(kept))
	}
	d.view = append(kept, summary)
	d.items.run = 0
}

// halves are the ids of the calls and of the results in a history.
func (d *Rollout) halves(history int) (calls, outputs map[event.ID]bool) {
	calls, outputs = map[event.ID]bool{}, map[event.ID]bool{}
	trial := Items{b: d.b}
	d.r.each(history, func(i int) {
		row := event.NewRow()
		trial.fill(&row, d.r, i)
		switch row.Kind {
		case event.KindAction:
			calls[row.CallID] = true
		case event.KindResult:
			outputs[row.CallID] = true
		}
	})
	return calls, outputs
}

// RolloutEvidence says how surely the object at token 0 of t is a line of a
// rollout: an envelope, or the first of a file of the time before envelopes.
func RolloutEvidence(rec []byte, t *jsontape.Tape) int {
	r := record{rec, t}
	switch {
	case lineTypes[string(r.text(0, "type"))] && r.kind(r.get(0, "payload")) == jsontape.Object:
		return 95
	case r.text(0, "type") == nil && r.word(0, "id") != nil && r.word(0, "timestamp") != nil && t.Key(rec, 0, "instructions") >= 0 && r.get(0, "role") < 0:
		return 92
	case string(r.text(0, "record_type")) == "state" && t.Tokens[0].Len == 1:
		return 91
	}
	return 0
}
