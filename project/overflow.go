package project

import (
	"math"
	"strconv"

	"github.com/traj-dev/traj/event"
)

// NoView is the error of a path with a condensation whose summary goes to an
// offset that Python's lists do not take, nil when there is none. The column of
// offsets ends before: it holds the greatest number for all of them.
func (r *Reading) NoView(path []int32) *Error {
	var out *Error
	for _, row := range path {
		off, ok := r.Log.SummaryOffset(int(row))
		if !ok || !r.Log.Has(int(row), event.FlagSummary) {
			continue
		}
		switch {
		case off == math.MaxInt64 && r.overflows(row):
			id := r.EventID(row)
			out = &Error{NoView, "the summary of " + strconv.Quote(id) + " goes to an offset of 2^63 or more", row, id}
			if !r.Profile.view.atOnce() {
				return out
			}
		case r.Profile.view.atOnce(): // only the last summary has a place
			out = nil
		}
	}
	return out
}

// overflows reports whether the offset of a record is greater than its column
// can hold.
func (r *Reading) overflows(row int32) bool {
	b := messageBuilder{r: r}
	n, err := b.record(Item{Row: row})
	return err == nil && n.get("summary_offset").integer("") != strconv.Itoa(math.MaxInt64)
}
