package project

import (
	"slices"
	"strings"
	"sync"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
	"github.com/traj-dev/traj/internal/schema"
)

// Refused is what the profile's version would refuse in a row; empty when it
// reads the row. A profile that stands for several releases refuses what none
// of them reads.
func (r *Reading) Refused(row int32) []event.Refusal {
	newest := r.Log.Refused(int(row))
	if r.Profile.newest || !r.Profile.OpenHandsV1() || len(newest) == 0 && row < r.dated {
		return newest
	}
	if out, ok := r.judge(row, newest); ok {
		return out
	}
	return r.judgeColumns(row, newest)
}

// RefusesNone reports whether it is plain that the version reads every row.
func (r *Reading) RefusesNone() bool {
	return (r.Profile.newest || !r.Profile.OpenHandsV1() || int(r.dated) >= r.Log.Len()) && !r.Log.AnyRefused()
}

// RefusedState is what the profile's version would refuse in the snapshot.
func (r *Reading) RefusedState() []event.Refusal {
	s := r.Log.State
	if s == nil {
		return nil
	}
	if r.Profile.newest || !r.Profile.OpenHandsV1() || s.Problem != event.DamageNone {
		return s.Refused
	}
	var t jsontape.Tape
	if _, err := t.Parse(s.Raw); err != nil || t.Tokens[0].Kind != jsontape.Object {
		return s.Refused
	}
	var c schema.Checker
	c.State(s.Raw, &t, r.Profile.window())
	return slices.Clone(c.Refused())
}

// firstDated is the first row that can hold something newer than the profile's
// releases: before it, what the newest release reads they read as well.
func (r *Reading) firstDated() int32 {
	end := r.Profile.window().Until
	if r.Log.Bodies == nil || len(r.Log.Hints) == 0 || end == 0 {
		return 0 // nothing tells
	}
	first := int32(r.Log.Len())
	for _, h := range r.Log.Hints {
		if h.Row >= 0 && h.Row < first && schema.ParseRelease(h.AtLeast) >= end {
			first = h.Row
		}
	}
	return first
}

// judge is one check of a record against the schema of older releases.
type judge struct {
	tape  jsontape.Tape
	check schema.Checker
	buf   []byte
}

func newJudges() *sync.Pool { return &sync.Pool{New: func() any { return new(judge) }} }

// judge asks the schema of the profile's releases about a record, false when
// its bytes cannot be had.
func (r *Reading) judge(row int32, newest []event.Refusal) ([]event.Refusal, bool) {
	if r.Log.Bodies == nil {
		return nil, false
	}
	j := r.judges.Get().(*judge)
	defer r.judges.Put(j)
	if n := r.Log.Pos(int(row)).Length; int64(cap(j.buf)) < n {
		j.buf = make([]byte, 0, 2*n)
	}
	data, err := r.Log.Bodies.Body(int(row), j.buf)
	if err != nil {
		return nil, false
	}
	if _, bad := j.tape.Parse(data); bad != nil {
		return nil, false
	}
	w := r.Profile.window()
	j.check.Event(data, &j.tape, w)
	out := slices.Clone(j.check.Refused())
	for _, f := range newest {
		if isJSON(f) && !(looseJSON(f) && w.From < schema.StrictJSON) {
			out = append(out, f)
		}
	}
	return out, true
}

// isJSON reports whether a refusal is of the bytes, not of what they say.
func isJSON(f event.Refusal) bool {
	return strings.HasPrefix(f.Reason, "[json_invalid]") || strings.HasPrefix(f.Reason, "UnicodeDecodeError")
}

// looseJSON reports whether a refusal is one that Python's own JSON reader does
// not make: of half a surrogate pair, or of deep nesting.
func looseJSON(f event.Refusal) bool {
	return strings.Contains(f.Reason, "hex escape") || strings.Contains(f.Reason, "recursion limit")
}

// judgeColumns is judge for a log without records: it knows of kinds and of
// parents only.
func (r *Reading) judgeColumns(row int32, newest []event.Refusal) []event.Refusal {
	w := r.Profile.window()
	var out []event.Refusal
	for _, f := range newest {
		kind, ok := kindRefused(f)
		if !ok || !schema.Knows(kind, w) {
			out = append(out, f)
		}
	}
	i := int(row)
	for _, k := range [...]struct {
		path string
		kind event.Name
	}{{"<root>", r.Log.Type(i)}, {strings.ToLower(r.Log.Kind(i).String()), r.Log.Label(i)}} {
		kind := r.Log.NameString(k.kind)
		if schema.Knows(kind, schema.Today()) && !schema.Knows(kind, w) {
			out = append(out, event.Refusal{Path: k.path, Reason: "[value_error] Value error, Unknown kind '" + kind + "'"})
		}
	}
	if r.Log.ParentRef(i) != event.ParentUnset && !r.Profile.tree {
		out = append(out, event.Refusal{Path: "parent_id", Reason: "[extra_forbidden] Extra inputs are not permitted"})
	}
	return out
}

// kindRefused is the kind that a refusal says is unknown, false when the
// refusal is of something else.
func kindRefused(f event.Refusal) (string, bool) {
	_, rest, ok := strings.Cut(f.Reason, "kind ")
	kind, _, _ := strings.Cut(rest, " ")
	return strings.Trim(kind, "'"), ok
}
