package compare

// Op says what became of an item from A to B.
type Op uint8

// The operations.
const (
	OpUnknown Op = iota
	Same
	Changed // in both, with other content
	Moved   // in both under one id, at another place; its content may differ too
	Lost    // in A only
	Added   // in B only
	opCount
)

var opStrings = [opCount]string{"unknown", "same", "changed", "moved", "lost", "added"}

func (o Op) String() string {
	if o < opCount {
		return opStrings[o]
	}
	return "unknown"
}

// By says by what two items were found to be one.
type By uint8

// The ways.
const (
	ByNothing By = iota
	ByID
	ByContent
	ByPlace // the same kind of item at the same place between others
	byCount
)

var byStrings = [byCount]string{"", "id", "content", "place"}

func (b By) String() string {
	if b < byCount {
		return byStrings[b]
	}
	return "unknown"
}

// Step is one line of the comparison.
type Step struct {
	Op     Op
	By     By
	A, B   int     // indexes of items, -1 where the side has none
	Fields []Field // what differs, in the order of A; of Changed and Moved
	More   int     // fields that differ beyond those
}

// Field is a place within an item where both sides differ.
type Field struct {
	Path string // "observation.content[0].text"; a column of the log where no record tells more
	A, B *Value // nil where the side has no such field
	At   int    // of two strings: the character at which they part
}

// Value is a value of a record.
type Value struct {
	Text   string // of a string the string, else JSON
	String bool
	Before int // characters of a long string that were left out before Text
	After  int // and after it
}

// Result is the comparison of two sides.
type Result struct {
	A, B    *Side
	Steps   []Step       // all items of both, in order; a moved item stands at its place in A
	Count   [opCount]int // by Op
	ByCount [byCount]int // aligned items, by By
	First   int          // the first step that is not Same, -1 when all are
	Parts   int          // where both part for longer than a moment, -1 when they do not
}

// Equal reports whether nothing differs.
func (r *Result) Equal() bool { return r.First < 0 }

// sustained is how many steps in a row must differ to part two sides; fewer
// suffice when nothing follows.
const sustained = 3

// place finds First and Parts, and counts.
func (r *Result) place() {
	r.First, r.Parts = -1, -1
	run := 0
	for i, s := range r.Steps {
		r.Count[s.Op]++
		if s.By != ByNothing {
			r.ByCount[s.By]++
		}
		if s.Op == Same {
			run = 0
			continue
		}
		run++
		if r.First < 0 {
			r.First = i
		}
		if r.Parts < 0 && (run == sustained || i == len(r.Steps)-1) {
			r.Parts = i - run + 1
		}
	}
}

// Places are the items of A and B at which a step stands: its own, or the next
// that differs where it has none; -1 where that side has none before both are
// the same again.
func (r *Result) Places(step int) (a, b int) {
	a, b = -1, -1
	for _, s := range r.Steps[step:] {
		if s.Op == Same {
			break
		}
		if a < 0 {
			a = s.A
		}
		if b < 0 {
			b = s.B
		}
	}
	return a, b
}
