package audit

import (
	"slices"

	"github.com/traj-dev/traj/event"
)

// loss is a place in the log where events are missing: a file that holds none,
// an index without a file, a damaged span. What follows from it is told with
// it and is no finding of its own.
type loss struct {
	at       lossKey
	name     string  // the lost event's id, "" when it is unknown
	before   int32   // the first row after the loss, Len() at the end
	room     int     // how many more events may be missing
	children []int32 // rows that name a lost event as their parent
}

// lossKey is a damage of a file, or with file -1 the gap before file at.
type lossKey struct{ file, at int32 }

func (p *Pass) findLosses() {
	p.findDamage()
	p.lossAt, p.lossOf, p.unread = map[lossKey]int{}, map[event.ID]int{}, map[int64]bool{}
	p.losses = append(p.lostRecords(), p.gaps()...)
	slices.SortStableFunc(p.losses, func(a, b loss) int { return int(a.before) - int(b.before) })
	for k, x := range p.losses {
		p.lossAt[x.at] = k
		if id := p.Log.FindID(x.name); x.name != "" && id != 0 {
			p.lossOf[id] = k
		} else if x.name == "" {
			p.roomy = append(p.roomy, k)
		}
	}
	for i := range p.Log.Len() {
		if p.copyOf[i] < 0 && p.parentUnknown(i) {
			if k := p.explain(p.Log.Parent(i), int32(i)); k >= 0 {
				p.losses[k].children = append(p.losses[k].children, int32(i))
			}
		}
	}
	if h := p.Whole.Head(); h.Row < 0 && h.ID != "" {
		p.headLoss = p.explainHead(h.ID)
	}
}

// findDamage fills damaged and opaque.
func (p *Pass) findDamage() {
	p.damaged = map[int32]bool{}
	for i := range p.Log.Len() {
		if k := p.Log.Kind(i); k == event.KindOther || k == event.KindUnknown {
			p.opaque = append(p.opaque, int32(i))
		}
	}
	for i := range p.Log.Files {
		f := &p.Log.Files[i]
		for _, d := range f.Damage {
			if row := rowOf(f, d); row >= 0 {
				p.damaged[row] = true
				if d.Reason == event.DamageGlued && row > 0 && p.Log.Pos(int(row)-1).Line == p.Log.Pos(int(row)).Line {
					p.damaged[row-1] = true // the record it is glued to
				}
			}
		}
	}
}

// rowOf is the row that a damaged span of a file lies in, -1 for none.
func rowOf(f *event.File, d event.Damage) int32 {
	switch {
	case f.Role == event.RoleEvent:
		return f.Row
	case d.Inside:
		return d.Before
	}
	return -1
}

// parentUnknown reports whether row i names a parent that no event has.
func (p *Pass) parentUnknown(i int) bool {
	return p.Log.ParentRef(i) == event.ParentID && p.Whole.Tree.Parent(i) == event.MissingParent
}

// lostRecords are the damaged spans that belong to no row, and event files
// that hold none.
func (p *Pass) lostRecords() []loss {
	var out []loss
	after := int32(p.Log.Len()) // the first row of an event file after this one
	for i := len(p.Log.Files) - 1; i >= 0; i-- {
		switch f := &p.Log.Files[i]; {
		case f.Role == event.RoleEvent && f.Row < 0 && len(f.Damage) > 0:
			out = append(out, loss{at: lossKey{int32(i), 0}, name: f.ID, before: after, room: 1})
		case f.Role == event.RoleEvent && f.Index >= 0:
			after = f.Row
		case f.Role == event.RoleEvents:
			for k, d := range f.Damage {
				if !d.Inside && d.Reason != event.DamageContainer {
					out = append(out, loss{at: lossKey{int32(i), int32(k)}, before: d.Before, room: 1})
				}
			}
		}
	}
	return append(out, p.cutOff()...)
}

// cutOff are the containers that break off: any number of events may have
// stood behind the break.
func (p *Pass) cutOff() []loss {
	var out []loss
	for i, f := range p.Log.Files {
		for k, d := range f.Damage {
			if d.Reason == event.DamageContainer && f.Role != event.RoleEvent {
				out = append(out, loss{at: lossKey{int32(i), int32(k)}, before: int32(p.Log.Len()), room: 1 << 20})
			}
		}
	}
	return out
}

// gaps are the runs of indexes that no file has.
func (p *Pass) gaps() []loss {
	if !p.Log.Shape.NamesEvents() {
		return nil
	}
	var out []loss
	next, row := int64(0), int32(0)
	for i, f := range p.Log.Files {
		if f.Role != event.RoleEvent {
			continue
		}
		if f.Index < 0 {
			p.unread[numberInName(f.Name)] = true
			continue
		}
		if f.Row >= 0 {
			row = f.Row
		}
		if f.Index > next {
			out = append(out, loss{at: lossKey{-1, int32(i)}, before: row, room: int(min(f.Index-next, 1<<20))})
			p.window = p.window || next == 0 && (p.Log.State == nil || p.Log.State.Problem == event.DamageMissing)
		}
		next = f.Index + 1
		row = max(row, f.Row+1)
	}
	return out
}

// explain finds the loss that took the event called id, named by a row; -1
// when none can have.
func (p *Pass) explain(id event.ID, row int32) int {
	if k, ok := p.lossOf[id]; ok {
		return k
	}
	for at := len(p.roomy) - 1; at >= 0; at-- {
		if k := p.roomy[at]; p.losses[k].before <= row {
			p.lossOf[id] = k
			p.take(at)
			return k
		}
	}
	return -1
}

// take uses up room in the loss p.roomy[at].
func (p *Pass) take(at int) {
	k := p.roomy[at]
	if p.losses[k].room--; p.losses[k].room == 0 {
		p.roomy = slices.Delete(p.roomy, at, at+1)
	}
}

// explainHead is explain for the head, whose id may stand in the snapshot only.
func (p *Pass) explainHead(name string) int {
	if id := p.Log.FindID(name); id != 0 {
		return p.explain(id, int32(p.Log.Len()))
	}
	k := slices.IndexFunc(p.losses, func(x loss) bool { return x.name == name })
	if n := len(p.roomy); k < 0 && n > 0 {
		k = p.roomy[n-1]
		p.take(n - 1)
	}
	return k
}

// consequences are the places that a loss explains.
func (p *Pass) consequences(k int) []Place {
	out := p.places(p.losses[k].children, "names a lost event as its parent")
	if k == p.headLoss {
		out = append(out, Place{Row: -1, EventID: p.Whole.Head().ID, Location: p.stateLocation(), Note: "the head is lost"})
	}
	return out
}

// lossBetween is the first loss after row a and not after row b, -1.
func (p *Pass) lossBetween(a, b int32) int {
	k, _ := slices.BinarySearchFunc(p.losses, a+1, func(x loss, row int32) int { return int(x.before) - int(row) })
	if k < len(p.losses) && p.losses[k].before <= b {
		return k
	}
	return -1
}

// stateLocation is where the snapshot is.
func (p *Pass) stateLocation() Location {
	if s := p.Log.State; s != nil && s.File >= 0 && int(s.File) < len(p.Log.Files) {
		return Location{File: p.Log.Files[s.File].Name, HasPointer: true}
	}
	return Location{File: p.Log.Name, HasPointer: true}
}
