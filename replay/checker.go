package replay

import "github.com/traj-dev/traj/project"

// Checked is a log and its recording, compared.
type Checked struct {
	Log      string  // the log's name; "" for a recording that is of no log
	Recorded *Record // nil for a log without a recording
	Same     bool    // the records themselves are those of the recording
	*Comparison
}

// Checker compares logs with recordings. Logs whose records are those of a
// recording are compared at once and forgotten; others wait for all logs to be
// known, and are kept in memory until then.
type Checker struct {
	recorded []*Record
	byKey    map[Digest][]int
	taken    []bool
	out      []Checked
	waiting  []waitingLog
}

type waitingLog struct {
	at  int // in out
	r   *project.Reading
	rec *Record
}

// NewChecker returns a checker against the logs of a recording.
func NewChecker(recorded []*Record) *Checker {
	c := &Checker{recorded: recorded, byKey: map[Digest][]int{}, taken: make([]bool, len(recorded))}
	for i, r := range recorded {
		c.byKey[r.Key] = append(c.byKey[r.Key], i)
	}
	return c
}

// Add compares the next log.
func (c *Checker) Add(r *project.Reading, rec *Record) error {
	k := c.sure(rec)
	if k < 0 {
		c.waiting = append(c.waiting, waitingLog{len(c.out), r, rec})
		c.out = append(c.out, Checked{Log: r.Log.Name})
		return nil
	}
	c.taken[k] = true
	x, err := compared(r, c.recorded[k], rec)
	c.out = append(c.out, x)
	return err
}

// sure is the recording of a log where there can be no doubt: the only one of
// its records, or one that has nothing else in it. -1 when there is none.
func (c *Checker) sure(rec *Record) int {
	same := c.byKey[rec.Key]
	if len(same) == 1 {
		if c.taken[same[0]] {
			return -1
		}
		return same[0]
	}
	now := rec.Digest()
	for _, k := range same {
		if !c.taken[k] && c.recorded[k].Digest() == now {
			return k
		}
	}
	return -1
}

func compared(r *project.Reading, recorded, now *Record) (Checked, error) {
	x := Checked{Log: r.Log.Name, Recorded: recorded, Same: recorded.Key == now.Key, Comparison: Compare(recorded, now)}
	for _, d := range x.Divergences {
		if err := Explain(r, d); err != nil {
			return x, err
		}
	}
	return x, nil
}

// Finish compares what waits and returns everything in the order of the logs,
// then the recordings that are of no log. With subset, those are no divergence.
func (c *Checker) Finish(subset bool) ([]Checked, error) {
	var left, now []*Record
	for i, r := range c.recorded {
		if !c.taken[i] {
			left = append(left, r)
		}
	}
	for _, w := range c.waiting {
		now = append(now, w.rec)
	}
	for _, p := range Match(left, now) {
		switch {
		case p.Now < 0 && !subset:
			c.out = append(c.out, Checked{Recorded: left[p.Recorded], Comparison: whole(Missing)})
		case p.Now < 0:
		case p.Recorded < 0:
			c.out[c.waiting[p.Now].at].Comparison = whole(Extra)
		default:
			w := c.waiting[p.Now]
			x, err := compared(w.r, left[p.Recorded], w.rec)
			if err != nil {
				return nil, err
			}
			c.out[w.at] = x
		}
	}
	return c.out, nil
}

// whole is the comparison of a log without a counterpart.
func whole(c Class) *Comparison {
	return &Comparison{Divergences: []*Divergence{{Class: c, Message: -1}}}
}
