package project

import "slices"

// Clone returns a projector that stands where p does and shares nothing with it
// that changes: the two may be used side by side, and what p has made is not
// made again. News tells of the clone's first projection what p's last has too.
func (p *Projector) Clone() *Projector {
	c := *p
	c.m, c.on = p.m.clone(), slices.Clone(p.on)
	c.messages = p.messages.clone()
	c.folded, c.rebuilt = nil, nil
	c.pathText, c.indexText = list[int32]{}, list[int]{}
	c.viewText, c.foldedText = list[Item]{}, list[Item]{}
	return &c
}

func (s *sent) clone() sent {
	c := newSent(s.b.r, s.form)
	c.same, c.seen = s.same, s.seen
	c.items, c.text, c.marks = slices.Clone(s.items), slices.Clone(s.text), slices.Clone(s.marks)
	return c
}

// clone copies all of a machine but what condensations that count at once forget,
// which never changes once it is known.
func (m *Machine) clone() *Machine {
	c := *m
	c.path, c.steps, c.ops = slices.Clone(m.path), slices.Clone(m.steps), slices.Clone(m.ops)
	c.nodes, c.lastOfKey, c.uses = slices.Clone(m.nodes), slices.Clone(m.lastOfKey), slices.Clone(m.uses)
	c.calls, c.batches, c.runs = slices.Clone(m.calls), slices.Clone(m.batches), slices.Clone(m.runs)
	for k := range m.bad {
		c.bad[k] = numberSet{slices.Clone(m.bad[k].list), slices.Clone(m.bad[k].at)}
	}
	w := &c.waiting
	w.is, w.byID, w.byCall = slices.Clone(w.is), slices.Clone(w.byID), slices.Clone(w.byCall)
	w.sameID, w.sameCa = slices.Clone(w.sameID), slices.Clone(w.sameCa)
	c.change = Change{}
	return &c
}
