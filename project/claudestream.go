package project

import "github.com/traj-dev/traj/event"

// streamRules are those of what claude -p prints: the main chain one line after
// the other, and between its lines those of sub-agents, each a line of its own
// that begins at the call it was started by.
type streamRules struct{ anthropicRules }

// parent is the line before in the same chain.
func (streamRules) parent(r *Reading, i int32, _ bool) int32 { return r.before[i] }

// scan finds the line before each in its own chain.
func (streamRules) scan(r *Reading) {
	r.scanRows()
	t := r.Log.Table
	r.before = minusOnes(len(r.slots))
	last, calls := map[event.Name]int32{}, map[string]int32{}
	for i, s := range r.slots {
		row := int(s.row)
		chain := event.Name(0)
		if t.Has(row, event.FlagSidechain) {
			chain = t.Label(row)
		}
		if up, ok := last[chain]; ok {
			r.before[i] = up
		} else if up, ok := calls[t.NameString(chain)]; ok && chain != 0 {
			r.before[i] = up
		}
		last[chain] = int32(i)
		if call := t.CallID(row); call != 0 && t.Kind(row) == event.KindAction {
			calls[t.IDString(call)] = int32(i)
		}
	}
}

// head is the last line of the main chain.
func (c streamRules) head(r *Reading) Head {
	for i := int32(len(r.slots) - 1); i >= 0; i-- {
		if c.advances(r, r.slots[i].row) {
			return r.headAt(i, "the last line of the main chain")
		}
	}
	return Head{Row: -1, Empty: true, Why: "the log has no line of the main chain"}
}

func (streamRules) advances(r *Reading, row int32) bool {
	return !r.Log.Has(int(row), event.FlagSidechain)
}
