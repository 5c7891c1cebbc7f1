package replay

import "github.com/traj-dev/traj/event"

// blockFinder cuts a log into what the version saves in one go. A run holds
// the state for a whole step: a response, the calls it asks for, and their
// results are saved together when the last result is written. A message of the
// user, a condensation and a pause are saved by themselves.
// Source: OpenHands/software-agent-sdk v1.43.1, sdk/conversation/state.py and
// impl/local_conversation.py.
type blockFinder struct {
	c        *crasher
	cur      block
	open     bool           // a block has begun
	neutral  bool           // nothing in it says yet what it is
	placed   bool           // the head before it is known
	done     bool           // it has all that belongs to it
	response event.ID       // of a step
	waits    map[int32]bool // its calls without a result
	head     int32
}

// blocks fills order, block and weight.
func (c *crasher) blocks() {
	f := &blockFinder{c: c, head: -1, waits: map[int32]bool{}}
	c.block = make([]int32, len(c.r.Seq))
	for k, row := range c.r.Seq {
		if !f.belongs(row) {
			f.end(k - 1)
			f.begin(k)
		}
		f.take(k, row)
		c.block[k] = int32(len(c.order))
		if c.r.Advances(row) {
			f.head = row
		}
	}
	f.end(len(c.r.Seq) - 1)
	c.weight = make([]int32, c.r.Log.Len())
	for i := range c.order {
		b := &c.order[i]
		for k := b.from; k <= b.to; k++ {
			if row := c.savedAt(b, k); row >= 0 {
				c.weight[row]++
			}
		}
	}
}

func (f *blockFinder) end(to int) {
	if f.open {
		f.cur.to = to
		f.c.order = append(f.c.order, f.cur)
	}
	f.open = false
}

func (f *blockFinder) begin(k int) {
	f.cur = block{from: k, saved: f.head, acted: -1}
	f.open, f.neutral, f.placed, f.done, f.response = true, true, false, false, 0
	clear(f.waits)
}

// belongs reports whether a row is saved together with those before it.
func (f *blockFinder) belongs(row int32) bool {
	l, i := f.c.r.Log, int(row)
	kind := l.Kind(i)
	switch {
	case !f.open:
		return false
	case kind.AnswersCall():
		return f.waits[f.c.r.Action(row)] || f.neutral
	case kind == event.KindAction:
		return f.neutral || !f.done && f.response != 0 && f.response == l.ResponseID(i)
	case kind == event.KindHook:
		return !f.done || f.response != 0
	case kind == event.KindState && !f.c.r.Advances(row):
		return !f.done
	case kind == event.KindLog || kind == event.KindStream || kind == event.KindToolCard:
		return !f.done
	}
	return f.neutral
}

// take adds a row to the block.
func (f *blockFinder) take(k int, row int32) {
	r := f.c.r
	l, i := r.Log, int(row)
	if r.Profile.HasTree() && !f.placed && r.Advances(row) {
		f.placed = true
		if p := r.Tree.Parent(i); p != event.MissingParent {
			f.cur.saved = max(p, event.NoParent) // the head was there, whatever moved it
		}
	}
	switch kind := l.Kind(i); {
	case kind == event.KindAction:
		f.neutral, f.response = false, l.ResponseID(i)
		if f.c.exec[row] {
			f.cur.acted = k
			f.waits[row] = true
		}
	case kind.AnswersCall():
		f.neutral = false
		if a := r.Action(row); a >= 0 && !f.waits[a] {
			f.response = l.ResponseID(int(a))
			f.rest(a)
		}
		delete(f.waits, r.Action(row))
		f.done = f.done || len(f.waits) == 0
	case kind == event.KindHook, kind == event.KindLog, kind == event.KindStream, kind == event.KindToolCard:
	case kind == event.KindState && !r.Advances(row):
		if l.NameString(l.Value(i)) == "waiting_for_confirmation" {
			f.neutral, f.done, f.cur.acted = false, true, -1 // the step ends here; its calls run in the next
			clear(f.waits)
		}
	default:
		f.neutral, f.done = false, true
	}
}

// rest makes the block wait for the calls of a response that were left over
// for it: those that stood in an earlier step and are run now.
func (f *blockFinder) rest(action int32) {
	const reach = 256
	row := f.c.r.Log.ResponseID(int(action))
	if row == 0 {
		return
	}
	k := int(f.c.place[action])
	for n := k; n < min(k+reach, len(f.c.r.Seq)); n++ {
		a := f.c.r.Seq[n]
		if f.c.exec[a] && f.c.r.Log.ResponseID(int(a)) == row && len(f.c.r.Results(a)) > 0 {
			f.waits[a] = true
		}
	}
}
