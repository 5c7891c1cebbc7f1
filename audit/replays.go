package audit

import "github.com/traj-dev/traj/event"

// replayKey is what a repeated row has in common with the first one.
type replayKey struct {
	kind           event.Kind
	response, call event.ID
	intent         uint64 // what it says or asks for
}

// findReplays marks rows that repeat an earlier row under a new event id: the
// same message of the model, or the same call of the same response once it was
// answered.
func (b *Basis) findReplays() {
	l := b.log
	b.replayOf = make([]int32, l.Len())
	first, answered, rows := map[replayKey]int32{}, make([]bool, l.IDs()), b.replayable()
	for i := range l.Len() {
		b.replayOf[i] = -1
		k := l.Kind(i)
		if k.AnswersCall() {
			answered[l.CallID(i)] = true
		}
		if id := b.replayID(i); id == 0 || rows[id] < 2 {
			continue
		}
		key := replayKey{k, l.ResponseID(i), l.CallID(i), l.Intent(i)}
		switch f, ok := first[key]; {
		case !ok:
			first[key] = int32(i)
		case k == event.KindMessage || l.CallID(i) != 0 && answered[l.CallID(i)]:
			b.replayOf[i] = f
		}
	}
}

// replayID is an identifier that row i and every row that it repeats have, 0
// where it can repeat none.
func (b *Basis) replayID(i int) event.ID {
	l := b.log
	k := l.Kind(i)
	switch {
	case b.copyOf[i] >= 0 || l.ResponseID(i) == 0 || k != event.KindMessage && k != event.KindAction:
		return 0
	case l.CallID(i) != 0:
		return l.CallID(i)
	}
	return l.ResponseID(i)
}

// replayable counts by identifier the rows that have it as their replayID: most
// have one of their own and need not be looked up.
func (b *Basis) replayable() []int32 {
	rows := make([]int32, b.log.IDs())
	for i := range b.log.Len() {
		rows[b.replayID(i)]++
	}
	return rows
}
