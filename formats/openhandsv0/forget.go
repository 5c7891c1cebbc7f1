package openhandsv0

import (
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// mostAhead bounds how many ids to come a range may name.
const mostAhead = 1 << 12

// condensation fills what a condensation forgets and where its summary goes.
func (d *Decoder) condensation() {
	ids := d.r.get(d.args, "forgotten_event_ids")
	start, hasStart := d.r.integer(d.r.get(d.args, "forgotten_events_start_id"))
	end, hasEnd := d.r.integer(d.r.get(d.args, "forgotten_events_end_id"))
	switch {
	case ids >= 0 && hasStart && hasEnd:
		d.refuse("forgotten_event_ids", "forgotten events are named both one by one and as a range")
	case ids < 0 && !(hasStart && hasEnd):
		d.refuse("forgotten_event_ids", "forgotten events are named neither one by one nor as a range")
	}
	if ids >= 0 {
		d.forgetEach(ids)
	} else if hasStart && hasEnd {
		d.forgetRange(start, end)
	}
	offset, hasOffset := d.r.integer(d.r.get(d.args, "summary_offset"))
	if hasOffset {
		d.row.SummaryOffset = offset
		d.row.Flags |= event.FlagSummaryOffset
	}
	summary := d.r.get(d.args, "summary")
	if summary >= 0 {
		d.row.Flags |= event.FlagSummary
		d.keepText(d.args, "summary")
	}
	if summary >= 0 != hasOffset {
		d.refuse("summary_offset", "a summary and its offset must be given together")
	}
}

func (d *Decoder) forgetEach(ids int) {
	if d.r.t.Tokens[ids].Kind != jsontape.Array {
		return
	}
	for i := ids + 1; i < int(d.r.t.Tokens[ids].Next); i = int(d.r.t.Tokens[i].Next) {
		if id := d.r.identifier(i); id != nil {
			d.row.Forgets = append(d.row.Forgets, d.b.ID(id))
		}
	}
}

// forgetRange names the events of a range, both ends included: those so far,
// and, as a range counts for all times, ids to come.
func (d *Decoder) forgetRange(start, end int64) {
	last := int64(-1)
	for _, s := range d.seen {
		if s.number >= 0 && start <= s.number && s.number <= end {
			d.row.Forgets = append(d.row.Forgets, s.id)
		}
		last = max(last, s.number)
	}
	if own, ok := d.r.integer(d.r.get(0, "id")); ok {
		last = max(last, own)
	}
	for n := max(start, last+1); n <= end && n <= last+mostAhead; n++ {
		d.row.Forgets = append(d.row.Forgets, d.b.ID(strconv.AppendInt(nil, n, 10)))
	}
}

// delegated closes the innermost delegation: what its agent did is out of the
// sight of the one that asked for it.
func (d *Decoder) delegated() {
	if len(d.open) == 0 {
		return
	}
	from := d.open[len(d.open)-1]
	d.open = d.open[:len(d.open)-1]
	for _, s := range d.seen[min(from, len(d.seen)):] {
		d.row.Forgets = append(d.row.Forgets, s.id)
	}
}
