package mutate

import "time"

// timeMutators are defects of times.
func timeMutators() []*Mutator {
	return []*Mutator{
		{"zone-among-local", "a time with a zone among times without one", []string{"clock-mixed:warning"}, func(d *draft) bool {
			return d.change(d.quiet, func(r *record) { r.set(r.text("timestamp")+"Z", "timestamp") })
		}},
		{"clock-set-back", "a turn that is older than the one before it", []string{"clock-disorder:info"}, func(d *draft) bool {
			return d.change(d.quiet, func(r *record) {
				t, err := time.Parse("2006-01-02T15:04:05.999999", r.text("timestamp"))
				if err == nil {
					r.set(clock(t.Add(-26*time.Hour)), "timestamp")
				}
			})
		}},
	}
}
