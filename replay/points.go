package replay

import (
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// gap is how long a conversation rests, in microseconds, before a message of
// the user is taken for one after a resume.
const gap = 30 * 60 * 1_000_000

// pointFinder knows the places at which a rebuild is worth a look: the end of
// every branch, each condensation or request for one, each error that a
// restart wrote; and before each first event of a response, each event that
// does not follow the head of its time, and each message of the user after a
// long rest.
type pointFinder struct {
	r        *project.Reading
	head     []bool  // by row
	jump     []bool  // by row
	response []int32 // by response: its events on the path
	user     event.Name
}

func newPointFinder(r *project.Reading) pointFinder {
	n := r.Log.Len()
	p := pointFinder{r: r, head: make([]bool, n), jump: make([]bool, n), response: make([]int32, r.Log.IDs()), user: r.Log.FindName("user")}
	for _, row := range r.Heads() {
		p.head[row] = true
	}
	for _, j := range r.Jumps() {
		p.jump[j.Row] = true
	}
	return p
}

// before reports whether the place before a row is a point. The machine stands there.
func (p *pointFinder) before(m *project.Machine, row int32) bool {
	if m.Depth() == 0 {
		return false
	}
	i := int(row)
	if id := p.r.Log.ResponseID(i); id != 0 && p.response[id] == 0 || p.jump[row] {
		return true
	}
	if p.r.Log.Kind(i) != event.KindMessage || p.user == 0 || p.r.Log.Source(i) != p.user {
		return false
	}
	last := p.r.Log.Time(int(m.Path()[m.Depth()-1]))
	now := p.r.Log.Time(i)
	return last != event.NoTime && now != event.NoTime && now-last >= gap
}

// after reports whether the place after a row is a point.
func (p *pointFinder) after(row int32) bool {
	k := p.r.Log.Kind(int(row))
	return k == event.KindCondensation || k == event.KindCondensationRequest || p.r.Log.Synthetic(int(row)) == event.SyntheticRestart
}

func (p *pointFinder) push(row int32) {
	if id := p.r.Log.ResponseID(int(row)); id != 0 {
		p.response[id]++
	}
}

func (p *pointFinder) pop(row int32) {
	if id := p.r.Log.ResponseID(int(row)); id != 0 {
		p.response[id]--
	}
}

// enforce looks at the rebuilt view, unless the work left does not allow it.
func (w *walker) enforce() (project.Enforced, bool) {
	if w.budget <= 0 && !w.m.Whole() {
		w.rec.Skipped++
		return project.Enforced{}, false
	}
	w.rec.Points++
	e := w.m.Enforce()
	w.budget -= e.Work
	return e, true
}

// rebuilt makes a checkpoint before or after a row where a rebuild drops something.
func (w *walker) rebuilt(row int32, at string) {
	if e, ok := w.enforce(); ok && len(e.Dropped) > 0 {
		w.addRebuilt(Rebuilt, row, e, at)
	}
}

// head makes the checkpoint of a branch's end.
func (w *walker) head(row int32) {
	if e, ok := w.enforce(); ok {
		w.addRebuilt(Head, row, e, "")
	}
}

func (w *walker) addRebuilt(kind Kind, row int32, e project.Enforced, text string) {
	if len(e.Dropped) > 0 {
		text = addField(text, "dropped", strconv.Itoa(len(e.Dropped)))
	}
	if e.Spoiled {
		text = addField(text, "raises", project.SharedText.String())
	}
	top := w.stack[len(w.stack)-1]
	cp := Checkpoint{Kind: kind, Event: w.r.EventID(row), After: top.step, Depth: w.m.Depth(), Waiting: w.m.Waiting(), Text: text, Row: row}
	if w.detail == Whole {
		cp.Messages, cp.Digest = e.Messages, rebuiltDigest(top.chain, e.Dropped)
	}
	w.add(cp)
}
