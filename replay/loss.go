package replay

import (
	"cmp"
	"slices"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// Loss is what an agent that resumes at some place would no longer know of
// what the running one saw there: where the incremental and the rebuilt view
// differ.
type Loss struct {
	Checkpoint *Checkpoint
	Own        bool   // at the log's own head
	Head       bool   // at the end of a branch
	At         string // of any other place: "before" or "after" the event
	Again      int    // other places at which the same is lost
	Dropped    []Dropped
}

// Dropped is what one round of a rebuild drops.
type Dropped struct {
	Property project.Property
	Items    []project.Item
}

// mostLosses bounds how many different losses are worked out.
const mostLosses = 50

// Losses lists what rebuilds drop, each different set once, at the log's own
// head if it is lost there, else at the end of a branch, else where it is met
// first. left is the number of places beyond the bound.
func Losses(r *project.Reading, rec *Record) (out []Loss, left int) {
	byKey := map[string]int{}
	for _, cp := range byWeight(rec) {
		if len(out) == mostLosses {
			left++
			continue
		}
		view, ok := viewAt(r, cp)
		if !ok {
			continue
		}
		l := Loss{Checkpoint: cp, Own: cp.field("own") != "", Head: cp.Kind == Head, At: cp.field("at")}
		key := ""
		for _, e := range view.Enforcements {
			l.Dropped = append(l.Dropped, Dropped{e.Property, e.Dropped})
			key += e.Property.String() + "\n"
			for _, i := range e.Dropped {
				key += r.ItemID(i) + "\n"
			}
		}
		if k, ok := byKey[key]; ok {
			out[k].Again++
			continue
		}
		byKey[key] = len(out)
		out = append(out, l)
	}
	return out, left
}

// byWeight are the checkpoints at which something is dropped, the own head
// first, then heads, each in the order of the walk.
func byWeight(rec *Record) []*Checkpoint {
	var out []*Checkpoint
	for i := range rec.Checkpoints {
		if cp := &rec.Checkpoints[i]; cp.field("dropped") != "" && cp.Row >= 0 {
			out = append(out, cp)
		}
	}
	weight := func(cp *Checkpoint) int {
		switch {
		case cp.field("own") != "":
			return 0
		case cp.Kind == Head:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(out, func(a, b *Checkpoint) int { return cmp.Compare(weight(a), weight(b)) })
	return out
}

// viewAt is the rebuilt view at a checkpoint.
func viewAt(r *project.Reading, cp *Checkpoint) (*project.View, bool) {
	row := cp.Row
	if cp.Kind == Rebuilt && cp.field("at") == "before" {
		if row = before(r, row); row < 0 {
			return nil, false
		}
	}
	path, e := r.PathTo(row)
	if e != nil {
		return nil, false
	}
	return r.Rebuild(path), true
}

// before is the event before a row on its path, -1 when there is none.
func before(r *project.Reading, row int32) int32 {
	if r.Profile.HasTree() {
		return max(r.Tree.Parent(int(row)), event.NoParent)
	}
	path, e := r.PathTo(row)
	if e != nil || len(path) < 2 {
		return -1
	}
	return path[len(path)-2]
}
