package project

import "github.com/traj-dev/traj/event"

// Item is one event of a view: that of a row, or the summary that the
// condensation of a row leaves behind.
type Item struct {
	Row     int32
	Summary bool
}

// View is what the model sees of a path. It never changes once made.
type View struct {
	Items            []Item
	Enforcements     []Enforcement // what a rebuild dropped, round by round
	UnhandledRequest bool          // a condensation is asked for and none followed

	r    *Reading
	path []int32
}

// Enforcement is one round of a rebuild: a property did not hold and events
// were dropped for it.
type Enforcement struct {
	Property Property
	Dropped  []Item // in view order
}

// Property is a rule a view must keep for a provider to take its messages.
type Property uint8

// The properties.
const (
	NoProperty Property = iota
	Uniqueness          // a call has one result
	Batch               // the calls of a response stand together or not at all
	Matching            // every call has a result, every result a call
	Loop                // a run of calls that starts with thinking is whole or absent
	propertyCount
)

var propertyStrings = [propertyCount]string{"", "uniqueness", "batch", "matching", "loop"}

func (p Property) String() string {
	if p < propertyCount {
		return propertyStrings[p]
	}
	return "unknown"
}

// ItemID is the id an item goes by in condensations. The newer versions derive
// a summary's id from its condensation's; the oldest makes one up each time,
// and here has the derived one as well.
func (r *Reading) ItemID(i Item) string {
	if i.Summary {
		return r.EventID(i.Row) + "-summary"
	}
	return r.EventID(i.Row)
}

// IDs are the ids of the view's items.
func (v *View) IDs() []string { return v.r.itemIDs(v.Items) }

// DroppedIDs are the ids of what an enforcement of the view dropped.
func (v *View) DroppedIDs(e Enforcement) []string { return v.r.itemIDs(e.Dropped) }

func (r *Reading) itemIDs(items []Item) []string {
	ids := make([]string, len(items))
	for i, it := range items {
		ids[i] = r.ItemID(it)
	}
	return ids
}

// IDs are the ids of rows.
func (r *Reading) IDs(rows []int32) []string {
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = r.EventID(row)
	}
	return ids
}

// Convertible reports whether the event takes a place in the view.
func (r *Reading) Convertible(row int32) bool { return r.Profile.rules.shows(r, row) }

// Fold is the view of a running agent: the path's events one by one, and no
// property enforced. A version that is not incremental rebuilt its view at
// every step, so that there Fold is Rebuild.
func (r *Reading) Fold(path []int32) *View {
	if !r.Profile.incremental {
		return r.Rebuild(path)
	}
	return r.Unenforced(path)
}

// Unenforced is the view of a path before any property is enforced.
func (r *Reading) Unenforced(path []int32) *View {
	v := &View{r: r, path: path}
	if r.Profile.view.atOnce() {
		v.Items, _ = r.forgetAtOnce(path)
	} else {
		v.Items = r.foldSequential(path)
	}
	for _, row := range path {
		switch r.Log.Kind(int(row)) {
		case event.KindCondensation:
			v.UnhandledRequest = false
		case event.KindCondensationRequest:
			v.UnhandledRequest = true
		}
	}
	return v
}

// Rebuild is the view of an agent that starts from the log: folded, then what
// violates a property dropped as the version does it.
func (r *Reading) Rebuild(path []int32) *View {
	v := r.Unenforced(path)
	v.rebuild()
	return v
}

// rebuild drops what violates a property of a view to which none was applied.
func (v *View) rebuild() {
	switch r, path := v.r, v.path; r.Profile.view {
	case viewPlain, viewForgottenIDs:
	case viewForgottenSet:
		r.matchOnce(v)
	case viewSequential:
		r.enforceOnce(v, path)
	default:
		r.enforce(v, path)
	}
}

// itemKey numbers the ids of items: equal keys exactly for equal ids. An event
// without an id of its own gets one that no other has.
func (r *Reading) itemKey(i Item) int32 {
	base, n := int32(r.Log.IDs()), int32(r.Log.Len())
	if !i.Summary {
		if id := r.Log.Table.ID(int(i.Row)); id != 0 {
			return int32(id)
		}
		return base + i.Row
	}
	if r.Log.Table.ID(int(i.Row)) != 0 {
		if id := r.Log.FindID(r.ItemID(i)); id != 0 {
			return int32(id)
		}
	}
	return base + n + i.Row
}

// itemKeys is one more than the greatest key.
func (r *Reading) itemKeys() int { return r.Log.IDs() + 2*r.Log.Len() }

// isAction and answers say what an item is to its call.
func (r *Reading) isAction(i Item) bool {
	return !i.Summary && r.Log.Kind(int(i.Row)) == event.KindAction
}

func (r *Reading) answers(i Item) bool {
	return !i.Summary && r.Log.Kind(int(i.Row)).AnswersCall()
}

func (r *Reading) call(i Item) event.ID { return r.Log.CallID(int(i.Row)) }
