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
func (p *Pass) findReplays() {
	l := p.Log
	p.replayOf = make([]int32, l.Len())
	first, answered := map[replayKey]int32{}, make([]bool, l.IDs())
	for i := range l.Len() {
		p.replayOf[i] = -1
		k := l.Kind(i)
		if k.AnswersCall() {
			answered[l.CallID(i)] = true
		}
		if p.copyOf[i] >= 0 || l.ResponseID(i) == 0 || k != event.KindMessage && k != event.KindAction {
			continue
		}
		key := replayKey{k, l.ResponseID(i), l.CallID(i), l.Intent(i)}
		switch f, ok := first[key]; {
		case !ok:
			first[key] = int32(i)
		case k == event.KindMessage || l.CallID(i) != 0 && answered[l.CallID(i)]:
			p.replayOf[i] = f
		}
	}
}
