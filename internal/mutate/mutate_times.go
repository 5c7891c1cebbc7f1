package mutate

import (
	"bytes"
	"slices"
	"time"
)

// timeMutators are defects of times.
func timeMutators() []*Mutator {
	return []*Mutator{
		{"zone-among-local", "a time with a zone among times without one", []string{"clock-mixed:warning"}, func(d *draft) bool {
			return d.change(d.quiet, func(r *record) { r.set(r.text("timestamp")+"Z", "timestamp") })
		}},
		{"clock-set-back", "a turn that is older than the one before it", []string{"clock-disorder:info"}, func(d *draft) bool {
			return d.change(d.quiet, setBack)
		}},
		{"time-unreadable", "a time that is none", []string{"time-invalid:warning"}, func(d *draft) bool {
			return d.change(d.quiet, func(r *record) { r.set("yesterday", "timestamp") })
		}},
		{"time-too-fine", "a time with nine digits after the point", []string{"time-invalid:warning"}, func(d *draft) bool {
			return d.change(d.quiet, func(r *record) { r.set(r.text("timestamp")[:19]+".123456789", "timestamp") })
		}},
		{"page-out-of-order", "a page of a search whose events do not stand in the order of their times", []string{"order-unknown:info"}, pageOutOfOrder},
	}
}

// pageOutOfOrder turns a stream into a page, and sets one of its clocks back.
func pageOutOfOrder(d *draft) bool {
	if !d.lines || !d.change(d.quiet, setBack) {
		return false
	}
	d.pack = func(b []byte) []byte {
		lines := bytes.Split(bytes.TrimSpace(b), []byte("\n"))
		return slices.Concat([]byte(`{"items":[`), bytes.Join(lines, []byte(",")), []byte(`],"next_page_id":null}`))
	}
	return true
}

// setBack gives an event a time of the day before.
func setBack(r *record) {
	if t, err := time.Parse("2006-01-02T15:04:05.999999", r.text("timestamp")); err == nil {
		r.set(clock(t.Add(-26*time.Hour)), "timestamp")
	}
}
