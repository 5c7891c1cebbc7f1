package project

import "github.com/traj-dev/traj/event"

// JumpClass says why an event does not follow the head of its time.
type JumpClass uint8

// The classes.
const (
	NoJump       JumpClass = iota
	JumpHook               // J1: hooks ran between; they stand beside the branch
	JumpRecovery           // J2: a restart wrote an error below the action it is about
	JumpBack               // J3: to an earlier event of the branch: navigation, or a head that lagged behind a crash
	JumpAcross             // J4: to another branch
	JumpRoot               // J5: a new root although there are earlier events
	jumpClassCount
)

var jumpClassStrings = [jumpClassCount]string{"", "J1", "J2", "J3", "J4", "J5"}

func (c JumpClass) String() string {
	if c < jumpClassCount {
		return jumpClassStrings[c]
	}
	return "unknown"
}

// Jump is an event whose parent is not the head of its time.
type Jump struct {
	Row   int32 // the event
	From  int32 // the head before it
	To    int32 // its parent, -1 for a root
	Class JumpClass
}

// Jumps walks the log as it was appended and lists the events that do not
// follow the head, in order. Unknown parents are no jumps, nor is anything in
// a log whose order is not that of appending. The classes are OpenHands V1's:
// logs of other families have no jumps.
func (r *Reading) Jumps() []Jump {
	if !r.Profile.OpenHandsV1() || !r.Profile.tree || r.timeOrdered() {
		return nil
	}
	var out []Jump
	head, legacy, lastReal := int32(-1), true, int32(-1)
	for _, row := range r.Seq {
		ref := r.Log.ParentRef(int(row))
		if ref != event.ParentUnset {
			if legacy && r.Profile.skipsTail && lastReal >= 0 && r.slotOf[row] > 1 {
				head = lastReal
			}
			legacy = false
			if j := (Jump{Row: row, From: head, To: r.Tree.Parent(int(row))}); r.jumps(&j) {
				out = append(out, j)
			}
		}
		if r.Advances(row) {
			head = row
			if !r.runsAground(row) {
				lastReal = row
			}
		}
	}
	return out
}

// jumps classifies j and reports whether it is a jump.
func (r *Reading) jumps(j *Jump) bool {
	switch {
	case j.To == j.From || j.To == event.MissingParent || j.From < 0:
		return false
	case j.To < 0:
		j.Class = JumpRoot
	case r.recovers(j.Row, j.To):
		j.Class = JumpRecovery
	case !r.Tree.IsAncestor(int(j.To), int(j.From)):
		j.Class = JumpAcross
	case r.onlyHooks(j.From, j.To):
		j.Class = JumpHook
	default:
		j.Class = JumpBack
	}
	return true
}

// recovers reports whether a row is the error that a restart writes below the
// action it gives up.
func (r *Reading) recovers(row, parent int32) bool {
	t := r.Log.Table
	return t.Kind(int(row)) == event.KindError && t.Kind(int(parent)) == event.KindAction &&
		t.CallID(int(row)) == t.CallID(int(parent)) && t.Synthetic(int(row)) == event.SyntheticRestart
}

// onlyHooks reports whether nothing but hook runs lies from a row up to its
// ancestor, that one left out.
func (r *Reading) onlyHooks(from, to int32) bool {
	const reach = 1000 // more hooks than any run has between two events
	for x, n := from, 0; x != to; x, n = r.Tree.Parent(int(x)), n+1 {
		if x < 0 || n == reach || r.Log.Kind(int(x)) != event.KindHook {
			return false
		}
	}
	return true
}

// Stranded are the events that a jump leaves behind: those on the way to the
// head before it that are not on the way to the jumping event, from the root's
// end. For hooks beside the branch these are the hooks.
func (r *Reading) Stranded(j Jump) []int32 {
	var up []int32
	for x := j.From; x >= 0 && len(up) < r.Tree.Len(); x = r.Tree.Parent(int(x)) {
		if r.Tree.IsAncestor(int(x), int(j.Row)) {
			break
		}
		up = append(up, x)
	}
	for a, b := 0, len(up)-1; a < b; a, b = a+1, b-1 {
		up[a], up[b] = up[b], up[a]
	}
	return up
}
