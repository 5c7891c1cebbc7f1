package audit

import (
	"fmt"
	"slices"

	"github.com/traj-dev/traj/event"
)

const eventStore = "software-agent-sdk openhands-sdk/openhands/sdk/conversation/event_store.py"

var parentMissing = &Rule{
	ID: "PC001", Name: "parent-missing", Severity: Error, Needs: []*Need{needTree},
	Doc: Doc{
		Summary: "a parent that no event of the log has",
		Why:     "the walk to the root raises here, so that a conversation with this event on its branch cannot be resumed and what came before it is out of reach",
		Fix:     "restore the parent, or give the event the parent it should have",
		Since:   "1.31.0", Source: eventStore + " path_to_root",
		Invariants: []string{"T01", "S05"},
		Bad: []string{`
state status=idle head=m2
sys s1
msg m1 ^
bot b1 ^=gone  // want parent-missing:error
msg m2 ^
`, `
bot b1 ^=before  // want parent-missing:warning
msg m2 ^
`},
		Good: []string{`
state status=idle head=m2
sys s1
msg m1 ^
bot b1 ^
msg m2 ^
`},
	},
	Run: func(p *Pass) {
		for i := range p.Log.Len() {
			id := p.Log.Parent(i)
			if !p.parentUnknown(i) {
				continue
			}
			if _, lost := p.lossOf[id]; lost || p.firstNamer(id) != int32(i) {
				continue
			}
			x := Finding{Row: int32(i), Field: "parent", Message: fmt.Sprintf("parent %q is no event of the log", p.Log.IDString(id))}
			if p.beginsPart(int32(i)) {
				x.Severity = Warning
				x.Message += ": the log begins in the middle of a conversation"
			} else if !p.inOrder {
				x.Severity = Warning
			}
			x.Related = p.places(p.naming(id)[1:], "names the same parent")
			p.report(x)
		}
	},
}

// naming are the rows that name id as their parent.
func (p *Pass) naming(id event.ID) []int32 {
	if p.byParent == nil {
		p.byParent = event.NewIndex(p.Log.Len(), p.Log.IDs(), p.Log.Parent)
	}
	return p.byParent.Rows(id)
}

// firstNamer is the first row that names id as its parent, -1 for none.
func (p *Pass) firstNamer(id event.ID) int32 {
	if rows := p.naming(id); len(rows) > 0 {
		return rows[0]
	}
	return -1
}

// beginsPart reports whether a row is the first of a log that is not a whole
// conversation.
func (p *Pass) beginsPart(row int32) bool {
	if p.Log.Shape == event.ShapeDirectory && !p.window {
		return false
	}
	for i := range row {
		if p.advances(i) {
			return false
		}
	}
	return true
}

var parentCycle = &Rule{
	ID: "PC002", Name: "parent-cycle", Severity: Error, Needs: []*Need{needTree},
	Doc: Doc{
		Summary: "events that are their own ancestors",
		Why:     "no root is reached from them: upstream raises, and a loader without the check never ends",
		Fix:     "give the first event of the cycle the parent it had",
		Since:   "1.31.0", Source: eventStore + " path_to_root",
		Invariants: []string{"T03", "S05"},
		Bad: []string{`
state status=idle head=b1
sys s1
msg m1 ^=o1  // want parent-cycle:error
act a1 ^=m1
obs o1 ^ of=a1
bot b1 ^
`, `
msg m1
bot b1 ^=b1  // want parent-cycle:error
`},
		Good: []string{`
state status=idle head=b1
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		for _, rows := range p.Whole.Tree.Cycles() {
			if slices.ContainsFunc(rows, func(row int32) bool { return !p.placed(row) && p.Log.ParentRef(int(row)) == event.ParentUnset }) {
				continue // a place, and with it a parent, was never given
			}
			x := Finding{Row: rows[0], Field: "parent", Message: fmt.Sprintf("the parents of %s lead back to it: a cycle of %s", p.name(rows[0]), count(len(rows), "event"))}
			x.Related = p.places(rows[1:], "on the cycle")
			p.report(x)
		}
	},
}

var parentAfterChild = &Rule{
	ID: "PC003", Name: "parent-after-child", Severity: Error, Needs: []*Need{needTree, needOrder},
	Doc: Doc{
		Summary: "an event that stands before its parent",
		Why:     "upstream only appends below events that exist: the order of the log is not the order in which it was written, or the parent was changed",
		Fix:     "put the events in the order in which they were appended",
		Since:   "1.37.1", Source: eventStore + " append",
		Invariants: []string{"T02"},
		Bad: []string{`
state status=idle head=b1
sys s1
msg m1 ^=m2  // want parent-after-child:error
msg m2 ^=s1
bot b1 ^=m1
`, `
sys s1
bot b1 ^=m1  // want parent-after-child:warning
msg m1 ^=s1
`},
		Good: []string{`
sys s1
msg m1 ^
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		t := p.Whole.Tree
		var rows []int32
		for i := range t.Len() {
			if up := t.Parent(i); int(up) > i && t.Root(i) >= 0 && !(p.claude() && p.copyOf[up] >= 0) && p.placed(int32(i)) && p.placed(up) {
				rows = append(rows, int32(i))
			}
		}
		if len(rows) == 0 {
			return
		}
		x := Finding{Row: rows[0], Field: "parent", Severity: Error}
		x.Message = fmt.Sprintf("%s stands before its parent %q", p.name(rows[0]), p.id(t.Parent(int(rows[0]))))
		if n := len(rows) - 1; n > 0 {
			x.Message += fmt.Sprintf(", and so do %s", count(n, "later event"))
		}
		if !p.Log.Shape.NamesEvents() {
			x.Severity = Warning
		}
		x.Related = append(p.places([]int32{t.Parent(int(rows[0]))}, "the parent"), p.places(rows[1:], "stands before its parent")...)
		p.report(x)
	},
}

// word is the text of a name.
func (p *Pass) word(n event.Name) string { return p.Log.NameString(n) }

// placed reports whether the log says where the row stands: an event file
// whose name upstream does not read has no index, and its row comes last.
func (p *Pass) placed(row int32) bool {
	f := p.Log.Pos(int(row)).File
	return !p.Log.Shape.NamesEvents() || int(f) >= len(p.Log.Files) || p.Log.Files[f].Index >= 0
}
