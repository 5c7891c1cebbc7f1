package audit

import "github.com/traj-dev/traj/event"

// Basis is what the rules look up in a log whatever version reads it. It never
// changes once made.
type Basis struct {
	log *event.Log

	byID       *event.Index // rows by event id
	actions    *event.Index // action rows by call id; copies left out
	responses  *event.Index // action rows by response id; copies left out
	forgotten  *event.Index // places in forgetting by the event id forgotten
	forgetting []int32      // condensation rows, one for each different id they forget
	copyOf     []int32      // by row: the first row with the same event id, -1
	replayOf   []int32      // by row: the earlier row whose content it repeats under a new id, -1

	rows      [event.KindOther + 1][]int32 // by kind: its rows, copies left out
	answering []int32                      // the rows that answer a call, copies left out
	times     []int32                      // rows with a time that is not written in the usual form or cannot be read
	usual     bool                         // other rows, no copies, have times
}

// NewBasis makes the basis of a log. It asks for nothing but the log, so that it
// can be made while the log is read as a version has it.
func NewBasis(l *event.Log) *Basis {
	b := &Basis{log: l}
	b.indexIDs()
	b.sortKinds()
	b.sortTimes()
	b.findReplays()
	b.indexCalls()
	return b
}

func (b *Basis) indexIDs() {
	l := b.log
	b.byID = event.NewIndex(l.Len(), l.IDs(), l.Table.ID)
	b.copyOf = make([]int32, l.Len())
	for i := range b.copyOf {
		b.copyOf[i] = -1
		if f := b.byID.First(l.Table.ID(i)); f >= 0 && f < int32(i) {
			b.copyOf[i] = f
		}
	}
	b.indexForgotten()
}

// indexForgotten fills forgotten and forgetting. An id that a condensation
// names twice stands there once, or a hostile list would cost its square.
func (b *Basis) indexForgotten() {
	l := b.log
	var ids []event.ID
	seen := make([]int32, l.IDs()) // by id: one more than the last row that forgets it
	for i := range l.Len() {
		for _, id := range l.Forgets(i) {
			if seen[id] != int32(i)+1 {
				seen[id] = int32(i) + 1
				ids, b.forgetting = append(ids, id), append(b.forgetting, int32(i))
			}
		}
	}
	b.forgotten = event.NewIndex(len(ids), l.IDs(), func(k int) event.ID { return ids[k] })
}

// original reports whether row i is neither a copy nor a replay of an earlier one.
func (b *Basis) original(i int) bool { return b.copyOf[i] < 0 && b.replayOf[i] < 0 }

func (b *Basis) indexCalls() {
	l := b.log
	action := func(at func(int) event.ID) func(int) event.ID {
		return func(i int) event.ID {
			if l.Kind(i) != event.KindAction || !b.original(i) {
				return 0
			}
			return at(i)
		}
	}
	b.actions = event.NewIndex(l.Len(), l.IDs(), action(l.CallID))
	b.responses = event.NewIndex(l.Len(), l.IDs(), action(l.ResponseID))
}

// sortKinds fills rows: the rows of each kind, ascending, copies left out.
func (b *Basis) sortKinds() {
	l := b.log
	var n [event.KindOther + 1]int
	answers := 0
	for i := range l.Len() {
		n[l.Kind(i)]++
		if l.Kind(i).AnswersCall() {
			answers++
		}
	}
	room := make([]int32, l.Len()+answers)
	for k := range b.rows {
		b.rows[k], room = room[:0:n[k]], room[n[k]:]
	}
	b.answering = room[:0]
	for i := range l.Len() {
		if b.copyOf[i] >= 0 {
			continue
		}
		k := l.Kind(i)
		b.rows[k] = append(b.rows[k], int32(i))
		if k.AnswersCall() {
			b.answering = append(b.answering, int32(i))
		}
	}
}

// sortTimes fills times and usual.
func (b *Basis) sortTimes() {
	for i := range b.log.Len() {
		s, ok := b.log.TimeText(i)
		switch {
		case !ok:
		case usualTime(s) && b.log.Time(i) != event.NoTime:
			b.usual = b.usual || b.copyOf[i] < 0
		default:
			b.times = append(b.times, int32(i))
		}
	}
}
