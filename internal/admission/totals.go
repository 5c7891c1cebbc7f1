package admission

import (
	"cmp"
	"slices"

	"github.com/traj-dev/traj/event"
)

// FormatCount is what there is of one format.
type FormatCount struct {
	Format              string
	Logs                int
	Events, Bytes       int64
	Text, NotUnderstood int64 // bytes of text that models saw, and of it what was not understood
	Admit, Quarantine   int
	Reject              int
	Declared, Found     event.Totals
}

// Formats are the formats of the logs, the most frequent first.
func (s *Sheet) Formats() []FormatCount {
	byName := map[string]*FormatCount{}
	for _, e := range s.Entries() {
		c := byName[e.Format]
		if c == nil {
			c = &FormatCount{Format: e.Format, Declared: event.NoTotals(), Found: event.NoTotals()}
			byName[e.Format] = c
		}
		c.add(e)
	}
	var out []FormatCount
	for _, c := range byName {
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b FormatCount) int {
		return cmp.Or(-cmp.Compare(a.Logs, b.Logs), cmp.Compare(a.Format, b.Format))
	})
	return out
}

func (c *FormatCount) add(e *Entry) {
	c.Logs++
	c.Events, c.Bytes = c.Events+e.Events, c.Bytes+e.Bytes
	t := e.Understood.Text
	c.Text, c.NotUnderstood = c.Text+t.Typed+t.Opaque+t.Unreadable, c.NotUnderstood+t.Opaque+t.Unreadable
	switch e.Verdict {
	case Admit:
		c.Admit++
	case Quarantine:
		c.Quarantine++
	default:
		c.Reject++
	}
	c.Declared.Add(e.Declared)
	c.Found.Add(e.Found)
}

// Spread is how an amount is spread over the logs.
type Spread struct{ Min, Median, P90, Max int64 }

// Spread is that of what of gives for each log; all zero without logs.
func (s *Sheet) Spread(of func(*event.LogRow) int64) Spread {
	var all []int64
	for _, e := range s.entries {
		all = append(all, of(&e.LogRow))
	}
	if len(all) == 0 {
		return Spread{}
	}
	slices.Sort(all)
	at := func(part int) int64 { return all[(len(all)-1)*part/100] }
	return Spread{all[0], at(50), at(90), all[len(all)-1]}
}

// Models are the models that logs name, and in how many logs each is named.
func (s *Sheet) Models() (names []string, logs []int) {
	n := map[string]int{}
	for _, e := range s.entries {
		for _, m := range e.Models {
			if n[m] == 0 {
				names = append(names, m)
			}
			n[m]++
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(-cmp.Compare(n[a], n[b]), cmp.Compare(a, b)) })
	for _, m := range names {
		logs = append(logs, n[m])
	}
	return names, logs
}

// VerdictCount is what there is of the logs of one verdict.
type VerdictCount struct {
	Verdict            Verdict
	Logs, WithCalls    int
	Events, Own, Calls int64
	Found              event.Totals
}

// Verdicts are the counts of each verdict, from good to bad.
func (s *Sheet) Verdicts() []VerdictCount {
	out := make([]VerdictCount, len(verdicts))
	for i := range out {
		out[i] = VerdictCount{Verdict: Verdict(i), Found: event.NoTotals()}
	}
	for _, e := range s.Entries() {
		c := &out[e.Verdict]
		c.Logs++
		c.Events, c.Own, c.Calls = c.Events+e.Events, c.Own+int64(e.Own), c.Calls+e.Calls
		if e.Calls > 0 {
			c.WithCalls++
		}
		c.Found.Add(e.Found)
	}
	return out
}

// Unnamed is the number of logs that name no model.
func (s *Sheet) Unnamed() int {
	n := 0
	for _, e := range s.entries {
		if len(e.Models) == 0 {
			n++
		}
	}
	return n
}
