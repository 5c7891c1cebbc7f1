package audit

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
	"github.com/traj-dev/traj/replay"
)

// Pass is what a rule sees of one log. Everything in it is computed once and
// shared; a rule only reads it and reports.
type Pass struct {
	Log      *event.Log
	Reading  *project.Reading // the log as its version loads it: cut at a gap, without what it refuses
	Whole    *project.Reading // every record, linked by the ids in the records
	Provider string
	Others   []*project.Profile // other versions that the log may be of and that project it otherwise

	Basis
	rule     *Rule
	findings []Finding

	linkOf        []int32      // by row: the action that a result belongs to by any of its ids, -1
	answers       *event.Index // result rows by the action they belong to
	downward      []int32      // rows with whole parents, each after its parent
	depth         []int32      // by row: events from the root, 0 where the parents are broken
	broken        bool         // there is no way from the head to a root
	shown         []bool       // by row: it takes a place in the view
	advancing     []bool       // by row: it became the head when it was appended
	agreed        bool         // the version refuses no row
	onBranch      []bool       // by row: on the active path, or on the path to the last event where the head is broken
	path          []int32      // the rows onBranch, root first
	last          int32        // the last row that became the head when it was appended, -1
	inOrder       bool         // rows stand in the order in which they were appended
	window        bool         // the log begins in the middle of a conversation
	condensations []condensation
	splits        []turnSplit       // responses with another turn among their calls
	split         map[event.ID]bool // those of them whose calls were not answered before it
	losses        []loss            // in order of before
	lossAt        map[lossKey]int   // the loss at a place of the input
	lossOf        map[event.ID]int  // the loss that took an event
	damaged       map[int32]bool    // rows with damage among their own bytes
	opaque        []int32           // rows of no known kind, ascending
	roomy         []int             // the losses of events whose ids are unknown, while more may be missing
	unread        map[int64]bool    // the numbers in event file names that the loader does not take
	headLoss      int               // the loss that took the head, -1

	asked
}

// asked is what rules compute when they first ask. Each copy of a pass has its
// own.
type asked struct {
	byParent *event.Index         // what naming looks in
	endOf    []int32              // what ends returns
	sliceOf  map[int32]slice      // what slices returns
	headSize int32                // events in the view at the head, counted with it
	namedBy  *Rule                // the rule that named counts for
	named    int                  // places named by the rule
	topmost  map[int32][]int32    // what firstForgetters returns, by row
	after    []int32              // what positionAfter returns, by row
	turns    []turnAt             // what nextTurn looks in
	finishes map[event.ID][]int32 // by response: its calls that end the run
	effects  *replay.EffectTable  // what toolEffects returns
}

func newPass(r *project.Reading, o Options) *Pass {
	p := &Pass{Log: r.Log, Reading: r, Whole: whole(r), Provider: o.Provider, Others: o.Ambiguous, headLoss: -1, agreed: r.RefusesNone()}
	p.inOrder = r.Log.Shape == event.ShapeDirectory || r.Log.Shape == event.ShapeEvents || r.Log.Shape == event.ShapeStream
	if o.Basis == nil {
		o.Basis = NewBasis(r.Log)
	}
	p.Basis = *o.Basis
	sideBySide(p.workers(o), func() {
		p.sortOut()
		p.measure()
		p.followHead()
	}, func() {
		p.link()
		p.findSplits()
	})
	p.findCondensations()
	p.findLosses()
	return p
}

// whole reads every record of the log, refused or not: as a directory where
// the loader sees every file and finds the parents by the files' names, else as
// a stream, linked by the ids in the records.
func whole(r *project.Reading) *project.Reading {
	l := r.Log
	named := r
	if !allReadable(r) {
		named = project.ReadLenient(l, r.Profile)
	}
	if !l.Shape.NamesEvents() || len(r.Seq) == l.Len() && namesAgree(l) {
		return named
	}
	stream := *l
	stream.Shape = event.ShapeStream
	if recorded := project.ReadLenient(&stream, r.Profile); len(r.Seq) < l.Len() || missingParents(recorded) < missingParents(named) {
		return recorded
	}
	return named
}

func allReadable(r *project.Reading) bool {
	for i := range r.Log.Len() {
		if !r.Readable(int32(i)) {
			return false
		}
	}
	return true
}

// namesAgree reports whether every event file is named by its event's id.
func namesAgree(l *event.Log) bool {
	for i := range l.Files {
		f := &l.Files[i]
		if f.Role == event.RoleEvent && f.Row >= 0 && f.ID != l.IDString(l.Table.ID(int(f.Row))) {
			return false
		}
	}
	return true
}

func missingParents(r *project.Reading) int {
	n := 0
	for i := range r.Tree.Len() {
		if r.Tree.Parent(i) == event.MissingParent {
			n++
		}
	}
	return n
}

// sortOut asks once of every row what many rules want to know.
func (p *Pass) sortOut() {
	n := p.Log.Len()
	both := make([]bool, 2*n)
	p.shown, p.advancing = both[:n], both[n:]
	for i := range n {
		p.shown[i], p.advancing[i] = p.Whole.Convertible(int32(i)), p.Whole.Advances(int32(i))
	}
}

// shows reports whether a row takes a place in the view.
func (p *Pass) shows(row int32) bool { return p.shown[row] }

// advances reports whether a row became the head when it was appended.
func (p *Pass) advances(row int32) bool { return p.advancing[row] }

// measure fills depth and downward.
func (p *Pass) measure() {
	t := p.Whole.Tree
	p.depth = make([]int32, t.Len())
	p.downward = make([]int32, 0, t.Len())
	var todo []int32
	for i := range t.Len() {
		for r := int32(i); r >= 0 && p.depth[r] == 0 && t.Root(int(r)) >= 0; r = t.Parent(int(r)) {
			todo = append(todo, r)
		}
		for len(todo) > 0 {
			r := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			p.depth[r] = 1
			if up := t.Parent(int(r)); up >= 0 {
				p.depth[r] = p.depth[up] + 1
			}
			p.downward = append(p.downward, r)
		}
	}
}

// followHead settles which rows are on the active branch.
func (p *Pass) followHead() {
	w := p.Whole
	p.onBranch, p.last = make([]bool, p.Log.Len()), -1
	for i := range p.Log.Len() {
		if p.advancing[i] && w.Visible(int32(i)) && p.copyOf[i] < 0 {
			p.last = int32(i)
		}
	}
	path, err := w.ActivePath()
	if p.broken = err != nil; p.broken {
		path = p.upFrom(w.Head().Row)
		if path == nil {
			path = p.upFrom(p.last)
		}
		if path == nil {
			path = w.Seq
		}
	}
	for _, r := range path {
		p.onBranch[r] = true
	}
	p.path = path
}

// upFrom is the path to a row as far as its parents are known.
func (p *Pass) upFrom(row int32) []int32 {
	if row < 0 {
		return nil
	}
	rows, _, _ := p.Whole.Tree.Path(int(row))
	return rows
}

// isAncestor reports whether a lies on the way from b to its root.
func (p *Pass) isAncestor(a, b int32) bool { return p.Whole.Tree.IsAncestor(int(a), int(b)) }

// turn reports whether a row begins or is a turn of the conversation: what a
// provider sees but results.
func (p *Pass) turn(row int32) bool {
	k := p.Log.Kind(int(row))
	return k == event.KindMessage || k == event.KindAction
}

// response is the model response a row belongs to; a result belongs to its action's.
func (p *Pass) response(row int32) event.ID {
	if a := p.linkOf[row]; a >= 0 {
		row = a
	}
	return p.Log.ResponseID(int(row))
}
