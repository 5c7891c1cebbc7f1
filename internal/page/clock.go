package page

import (
	"cmp"
	"maps"
	"slices"

	"github.com/traj-dev/traj/event"
)

// clock is what the recorded times tell of the whole log.
type clock struct {
	Gaps      []gap  `json:"gaps"` // the longest first
	MoreGaps  int    `json:"moreGaps"`
	Backwards []step `json:"backwards"` // events with a time before that of the event above them, the farthest first
	MoreBack  int    `json:"moreBackwards"`
	Threshold int64  `json:"threshold"` // what counts as a gap, microseconds
}

// gap is a long time in which nothing was written.
type gap struct {
	Before int32  `json:"before"` // the last event before it
	After  int32  `json:"after"`
	From   int64  `json:"from"` // microseconds since the first time of the log
	Long   int64  `json:"long"`
	For    string `json:"for"` // what was waited for, by what came
}

type step struct {
	Row  int32 `json:"row"`
	Back int64 `json:"back"`
}

const (
	mostSteps   = 50
	shortestGap = 60_000_000
	timesMedian = 20
)

func (g *gatherer) clock() {
	c := &g.s.Clock
	c.Gaps, c.Backwards = []gap{}, []step{}
	timed := g.timed()
	c.Threshold = g.threshold(timed)
	for k := 1; k < len(timed); k++ {
		a, b := timed[k-1], timed[k]
		if long := g.l.Time(int(b)) - g.l.Time(int(a)); long >= c.Threshold {
			c.Gaps = append(c.Gaps, gap{a, b, g.l.Time(int(a)) - g.s.Span.First, long, g.waitedFor(int(b))})
		}
	}
	for i := range g.l.Len() {
		p := g.r.Tree.Parent(i)
		if p < 0 || g.l.Time(i) == event.NoTime || g.l.Time(int(p)) == event.NoTime {
			continue
		}
		if back := g.l.Time(int(p)) - g.l.Time(i); back > 0 {
			c.Backwards = append(c.Backwards, step{int32(i), back})
		}
	}
	slices.SortStableFunc(c.Gaps, func(a, b gap) int { return cmp.Compare(b.Long, a.Long) })
	slices.SortStableFunc(c.Backwards, func(a, b step) int { return cmp.Compare(b.Back, a.Back) })
	c.MoreGaps, c.MoreBack = max(0, len(c.Gaps)-mostSteps), max(0, len(c.Backwards)-mostSteps)
	c.Gaps, c.Backwards = c.Gaps[:len(c.Gaps)-c.MoreGaps], c.Backwards[:len(c.Backwards)-c.MoreBack]
}

// timed are the events with a time, in the order of their times.
func (g *gatherer) timed() []int32 {
	var out []int32
	for i := range g.l.Len() {
		if g.l.Time(i) != event.NoTime {
			out = append(out, int32(i))
		}
	}
	slices.SortStableFunc(out, func(a, b int32) int { return cmp.Compare(g.l.Time(int(a)), g.l.Time(int(b))) })
	return out
}

// threshold is a minute, and more than what is usual in the log.
func (g *gatherer) threshold(timed []int32) int64 {
	var steps []int64
	for k := 1; k < len(timed); k++ {
		if d := g.l.Time(int(timed[k])) - g.l.Time(int(timed[k-1])); d > 0 {
			steps = append(steps, d)
		}
	}
	if len(steps) == 0 {
		return shortestGap
	}
	return max(shortestGap, sortedCopy(steps)[len(steps)/2]*timesMedian)
}

func (g *gatherer) waitedFor(i int) string {
	switch k := g.l.Kind(i); {
	case k.AnswersCall():
		return "a tool"
	case k == event.KindAction, k == event.KindCondensation:
		return "the model"
	case k == event.KindMessage && g.l.NameString(g.l.Role(i)) == "assistant":
		return "the model"
	case k == event.KindMessage:
		return "a person"
	}
	return ""
}

func sortedCopy(v []int64) []int64 {
	v = slices.Clone(v)
	slices.Sort(v)
	return v
}

func sortedKeys(m map[string]int) []string { return slices.Sorted(maps.Keys(m)) }
