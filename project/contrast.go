package project

import "github.com/traj-dev/traj/event"

// contraster tells what became of the items of one prompt in another.
type contraster struct {
	r       *Reading
	was, is *sheet
	wasIn   map[Item]int // by item: its message before
	isIn    map[Item]int
	onPath  map[int32]bool // of what is
	before  map[int32]bool // the path of what was
	forgot  map[int32]int32
	dropped map[Item]Property // by what is
	resume  map[Item]Property // by a rebuild of what is
	told    map[int]bool      // messages of what was whose losses are listed
}

func newContraster(r *Reading, was, is *sheet) *contraster {
	c := &contraster{r: r, was: was, is: is, wasIn: places(was), isIn: places(is), onPath: rowSet(is.path), before: rowSet(was.path),
		forgot: map[int32]int32{}, dropped: map[Item]Property{}, resume: map[Item]Property{}, told: map[int]bool{}}
	for _, row := range is.path {
		for _, id := range r.Log.Forgets(int(row)) {
			if _, ok := c.forgot[int32(id)]; id != 0 && !ok {
				c.forgot[int32(id)] = row
			}
		}
	}
	note(c.dropped, is.enforced)
	note(c.resume, r.Rebuild(is.path).Enforcements)
	return c
}

func places(s *sheet) map[Item]int {
	m := map[Item]int{}
	for k, g := range s.groups {
		for _, i := range g {
			m[i] = k
		}
	}
	return m
}

func rowSet(rows []int32) map[int32]bool {
	m := make(map[int32]bool, len(rows))
	for _, row := range rows {
		m[row] = true
	}
	return m
}

func note(m map[Item]Property, es []Enforcement) {
	for _, e := range es {
		for _, i := range e.Dropped {
			m[i] = e.Property
		}
	}
}

// entries lists the messages of what is; what is gone comes where it stood,
// after the message before it.
func (c *contraster) entries() []Entry {
	out := c.goneFrom(nil, 0)
	for k, g := range c.is.groups {
		out = append(out, c.entry(k, g))
		for _, i := range g {
			if was, ok := c.wasIn[i]; ok {
				out = c.gone(out, was) // what of the message itself is gone
				out = c.goneFrom(out, was+1)
			}
		}
	}
	for k := range c.was.groups {
		out = c.gone(out, k)
	}
	return out
}

// goneFrom appends the messages from the k-th on of which nothing is left, up
// to one of which something is.
func (c *contraster) goneFrom(out []Entry, k int) []Entry {
	for ; k < len(c.was.groups); k++ {
		for _, i := range c.was.groups[k] {
			if _, ok := c.isIn[i]; ok {
				return out
			}
		}
		out = c.gone(out, k)
	}
	return out
}

func (c *contraster) entry(k int, g []Item) Entry {
	e := Entry{Index: k, Was: -1}
	from, added := map[int]bool{}, false
	for _, i := range g {
		t := Trace{Item: i, Mark: MarkKept, Row: -1, Resume: c.resume[i], Late: c.is.late[i.Row] && !i.Summary}
		if was, ok := c.wasIn[i]; ok {
			if len(from) == 0 {
				e.Was = was
			}
			from[was] = true
		} else {
			added = true
			t.Mark = MarkAdded
			t.Why, t.Row = c.whyAdded(i)
		}
		e.Parts = append(e.Parts, t)
	}
	switch {
	case len(from) == 0:
		e.Mark = MarkAdded
	case len(from) == 1 && !added:
		e.Mark = MarkKept
	default:
		e.Mark = MarkMerged
	}
	return e
}

// gone appends what of message k of what was is not in what is, one entry for
// each reason.
func (c *contraster) gone(out []Entry, k int) []Entry {
	if c.told[k] {
		return out
	}
	c.told[k] = true
	first := len(out)
	for _, i := range c.was.groups[k] {
		if _, ok := c.isIn[i]; ok {
			continue
		}
		t := c.whyGone(i)
		if n := len(out); n > first && out[n-1].Parts[0].likewise(t) {
			out[n-1].Parts = append(out[n-1].Parts, t)
			continue
		}
		out = append(out, Entry{Mark: t.Mark, Index: -1, Was: k, Parts: []Trace{t}})
	}
	return out
}

// likewise reports whether two events have gone for one reason.
func (t Trace) likewise(o Trace) bool {
	return t.Mark == o.Mark && t.Why == o.Why && t.Row == o.Row && t.Rule == o.Rule
}

func (c *contraster) whyGone(i Item) Trace {
	t := Trace{Item: i, Row: -1}
	cond, forgot := c.forgot[c.r.itemKey(i)]
	rule, dropped := c.dropped[i]
	switch {
	case !c.onPath[i.Row]:
		t.Mark, t.Why = MarkLeft, WhyBranch
	case forgot:
		t.Mark, t.Why, t.Row = MarkForgotten, WhyCondensation, cond
	case dropped:
		t.Mark, t.Why, t.Rule = MarkDropped, WhyProperty, rule
	case i.Summary:
		t.Mark, t.Why, t.Row = MarkForgotten, WhySuperseded, c.lastCondensation()
	default: // the version leaves it out when it makes messages
		t.Mark, t.Why = MarkDropped, WhyNone
	}
	return t
}

func (c *contraster) lastCondensation() int32 {
	for k := len(c.is.path) - 1; k >= 0; k-- {
		if row := c.is.path[k]; c.r.Log.Kind(int(row)) == event.KindCondensation {
			return row
		}
	}
	return -1
}

func (c *contraster) whyAdded(i Item) (Why, int32) {
	l, row := c.r.Log, int(i.Row)
	switch k := l.Kind(row); {
	case c.before[i.Row] && !i.Summary:
		return WhyReturned, -1
	case i.Summary:
		return WhySummary, i.Row
	case k == event.KindSystem:
		return WhySystem, -1
	case k == event.KindAction:
		return WhyModel, -1
	case k == event.KindMessage && c.r.ofModel(i.Row):
		return WhyModel, -1
	case k == event.KindMessage && c.r.isUserMessage(i.Row) && l.NameString(l.Source(row)) == "user":
		return WhyUser, -1
	case !k.AnswersCall():
		return WhyFramework, -1
	case l.Synthetic(row) != event.NotSynthetic:
		return WhySynthetic, c.r.Action(i.Row)
	case k == event.KindError:
		return WhyFailure, c.r.Action(i.Row)
	case k == event.KindReject:
		return WhyReject, c.r.Action(i.Row)
	}
	return WhyResult, c.r.Action(i.Row)
}
