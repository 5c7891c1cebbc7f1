package project

import "slices"

// enforcer drops from a view what violates a property, round by round, as the
// version does: in each round the first property in order that does not hold
// drops all its violations at once. Instead of looking at everything again in
// each round it keeps, for each property, the violations that drops have
// brought about; every event is dropped at most once, so the work is linear.
//
// Keys and calls go by numbers of their own here: of a large log a path has few.
type enforcer struct {
	r            *Reading
	items        []Item
	alive        []bool
	keys, callOf numbering

	byKey, sameKey  []int32 // positions of a key, each one more: the last, and by position the one before; 0 = none
	keyAlive        []int32 // by key: live positions
	byCall, sameCal []int32 // positions of a call's actions and results, likewise
	acts, obs       []int32 // by call: live actions, live results

	batches, loops *groups
	unmatched      []int32 // positions that lost their counterpart
}

func (r *Reading) enforce(v *View, path []int32) {
	e := newEnforcer(r, v.Items, path)
	if r.Profile.view >= viewUniqueness {
		e.round(v, Uniqueness, e.repeated())
	}
	for {
		if e.round(v, Batch, e.partial(e.batches)) || e.round(v, Matching, e.takeUnmatched()) || e.round(v, Loop, e.partial(e.loops)) {
			continue
		}
		break
	}
	v.Items = e.left()
}

func newEnforcer(r *Reading, items []Item, path []int32) *enforcer {
	n := len(items)
	e := &enforcer{r: r, items: items, alive: make([]bool, n), keys: newNumbering(r.itemKeys()), callOf: newNumbering(r.Log.IDs())}
	e.byKey, e.keyAlive, e.sameKey = make([]int32, n+len(path)), make([]int32, n+len(path)), make([]int32, n)
	e.byCall, e.sameCal = make([]int32, n), make([]int32, n)
	e.acts, e.obs = make([]int32, n), make([]int32, n)
	for p, i := range items {
		k := e.key(i)
		e.alive[p] = true
		e.keyAlive[k]++
		e.sameKey[p], e.byKey[k] = e.byKey[k], int32(p)+1
		if c := e.counter(i); c != nil {
			*c++
			e.sameCal[p], e.byCall[e.call(i)] = e.byCall[e.call(i)], int32(p)+1
		}
	}
	for p, i := range items {
		if e.counter(i) != nil && *e.counterpart(i) == 0 {
			e.unmatched = append(e.unmatched, int32(p))
		}
	}
	e.batches, e.loops = e.batchesOf(path), e.loopsOf(path)
	e.batches.loseAbsent(e.keyAlive)
	e.loops.loseAbsent(e.keyAlive)
	return e
}

func (e *enforcer) key(i Item) int32  { return e.keys.of(e.r.itemKey(i)) }
func (e *enforcer) call(i Item) int32 { return e.callOf.of(int32(e.r.call(i))) }

// counter counts the live items of i's side of its call; nil when it has none.
func (e *enforcer) counter(i Item) *int32 {
	switch {
	case e.r.isAction(i):
		return &e.acts[e.call(i)]
	case e.r.answers(i):
		return &e.obs[e.call(i)]
	}
	return nil
}

// counterpart counts the live items on the other side.
func (e *enforcer) counterpart(i Item) *int32 {
	if e.r.isAction(i) {
		return &e.obs[e.call(i)]
	}
	return &e.acts[e.call(i)]
}

// repeated are the results of a call that already has one.
func (e *enforcer) repeated() []int32 {
	seen := make([]bool, len(e.items))
	var out []int32
	for p, i := range e.items {
		if e.r.answers(i) {
			if c := e.call(i); seen[c] {
				out = append(out, int32(p))
			} else {
				seen[c] = true
			}
		}
	}
	return out
}

func (e *enforcer) takeUnmatched() []int32 {
	out := e.unmatched
	e.unmatched = nil
	return out
}

// partial are the positions in the view of groups that are not whole.
func (e *enforcer) partial(g *groups) []int32 {
	var out []int32
	for _, b := range g.broken {
		for _, k := range g.members[b] {
			out = append(out, e.byKey[k]-1)
		}
	}
	g.broken = g.broken[:0]
	return out
}

// round drops the items with the ids at the positions and records it; false
// when none of them is left to drop.
func (e *enforcer) round(v *View, p Property, at []int32) bool {
	var dropped []int32
	for _, q := range at {
		if q < 0 {
			continue
		}
		key := e.key(e.items[q])
		for q = e.byKey[key] - 1; q >= 0; q = e.sameKey[q] - 1 {
			if e.alive[q] {
				e.drop(q)
				dropped = append(dropped, q)
			}
		}
	}
	if len(dropped) == 0 {
		return false
	}
	slices.Sort(dropped)
	round := Enforcement{Property: p}
	for _, q := range dropped {
		round.Dropped = append(round.Dropped, e.items[q])
	}
	v.Enforcements = append(v.Enforcements, round)
	return true
}

// drop takes a position out of the view and notes what it leaves incomplete.
func (e *enforcer) drop(q int32) {
	i := e.items[q]
	e.alive[q] = false
	key := e.key(i)
	if e.keyAlive[key]--; e.keyAlive[key] == 0 {
		e.batches.lose(key)
		e.loops.lose(key)
	}
	c := e.counter(i)
	if c == nil {
		return
	}
	if *c--; *c > 0 {
		return
	}
	for p := e.byCall[e.call(i)] - 1; p >= 0; p = e.sameCal[p] - 1 {
		if e.alive[p] && e.r.isAction(e.items[p]) != e.r.isAction(i) {
			e.unmatched = append(e.unmatched, p)
		}
	}
}

func (e *enforcer) left() []Item {
	out := make([]Item, 0, len(e.items))
	for p, i := range e.items {
		if e.alive[p] {
			out = append(out, i)
		}
	}
	return out
}
