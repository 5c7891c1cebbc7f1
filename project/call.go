package project

import "github.com/traj-dev/traj/event"

// Call is one time that the model was asked, as the log knows it: by what came
// of it.
type Call struct {
	First     int32    // the first event that came of it
	Response  event.ID // the response, 0 where the format names none
	At        int      // the place of First on the path; what was asked lies before it
	Condenser bool     // it was asked to condense: the prompt was text about the events, not the view
}

// Calls are the calls of the model on a path, in order.
func (r *Reading) Calls(path []int32) []Call {
	var out []Call
	seen := map[event.ID]bool{}
	nameless := false // the event before came of a call that has no name
	for at, row := range path {
		if !r.ofModel(row) {
			nameless = nameless && !r.Convertible(row)
			continue
		}
		id := r.Log.ResponseID(int(row))
		if id == 0 && nameless || id != 0 && seen[id] {
			continue
		}
		seen[id], nameless = true, id == 0
		out = append(out, Call{row, id, at, r.Log.Kind(int(row)) == event.KindCondensation})
	}
	return out
}

// ofModel reports whether an event came of a call of the model. In formats that
// name responses an event without one did not.
func (r *Reading) ofModel(row int32) bool {
	i := int(row)
	named := r.Log.ResponseID(i) != 0
	switch r.Log.Kind(i) {
	case event.KindAction:
		return named || !r.Profile.OpenHandsV1()
	case event.KindCondensation:
		return named
	case event.KindMessage:
		return r.Log.NameString(r.Log.Role(i)) == "assistant" && !r.Log.Has(i, event.FlagFramework) && (named || !r.Profile.OpenHandsV1())
	}
	return false
}

// callOf is the call that the last event of a path came of, else one that would
// be made in its place. OpenHands V0 is said to have been asked before the first
// event of a response only: between the events of one its history has grown.
func (r *Reading) callOf(path []int32) (c Call, asked bool) {
	last := path[len(path)-1]
	if r.ofModel(last) {
		id := r.Log.ResponseID(int(last))
		calls := r.Calls(path)
		for k := len(calls) - 1; k >= 0; k-- {
			c := calls[k]
			if (id == 0 || c.Response == id) && (c.First == last || !r.Profile.OpenHandsV0()) {
				return c, true
			}
		}
	}
	return Call{First: last, At: len(path) - 1}, false
}

// Asked is the row of the first event that came of a response, -1 when none
// in sight did.
func (r *Reading) Asked(response string) int32 {
	id := r.Log.FindID(response)
	if id == 0 {
		return -1
	}
	for _, row := range r.Seq {
		if r.Log.ResponseID(int(row)) == id && r.ofModel(row) {
			return row
		}
	}
	return -1
}
