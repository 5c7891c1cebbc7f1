package project

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/traj-dev/traj/event"
)

// rowBuilder makes tables by hand, for logs that a generator writes.
type rowBuilder struct {
	*event.Builder
}

func (b rowBuilder) id(s string) event.ID {
	if s == "" {
		return 0
	}
	return b.ID([]byte(s))
}

func (b rowBuilder) row(kind event.Kind, id string) event.Row {
	r := event.NewRow()
	r.Kind, r.ID, r.Type = kind, b.id(id), b.Name([]byte(kind.String()))
	if kind == event.KindState {
		r.Type = b.Name([]byte("ConversationStateUpdateEvent"))
	}
	if kind == event.KindAction {
		r.Flags |= event.FlagExecutable
	}
	return r
}

func (b rowBuilder) log(shape event.Shape) *event.Log {
	return &event.Log{Name: "made", Format: "openhands-v1", Shape: shape, Table: b.Table()}
}

var anyKinds = []event.Kind{
	event.KindMessage, event.KindAction, event.KindAction, event.KindAction, event.KindResult, event.KindResult, event.KindResult,
	event.KindError, event.KindReject, event.KindCondensation, event.KindPause, event.KindState,
}

// anyLog is a log without any sense: small pools of calls and responses,
// parents anywhere, condensations of anything.
func anyLog(t *rapid.T) *event.Log {
	b := rowBuilder{event.NewBuilder(false)}
	n := rapid.IntRange(1, 30).Draw(t, "events")
	some := func(what, prefix string, max int) string {
		return fmt.Sprint(prefix, rapid.IntRange(0, max).Draw(t, what))
	}
	for i := range n {
		id := fmt.Sprint("e", i)
		if rapid.IntRange(0, 9).Draw(t, "repeated id") == 0 {
			id = some("id", "e", n)
		}
		r := b.row(rapid.SampledFrom(anyKinds).Draw(t, "kind"), id)
		switch rapid.IntRange(0, 9).Draw(t, "parent") {
		case 0:
			r.ParentRef = event.ParentRoot
		case 1, 2:
			r.ParentRef, r.Parent = event.ParentID, b.id(some("parent id", "e", n))
		}
		switch r.Kind {
		case event.KindAction:
			r.ResponseID, r.CallID = b.id(some("response", "r", 4)), b.id(some("call", "c", 6))
			if rapid.IntRange(0, 4).Draw(t, "thinking") == 0 {
				r.Flags |= event.FlagThinking
			}
			if rapid.IntRange(0, 5).Draw(t, "not executable") == 0 {
				r.Flags &^= event.FlagExecutable
			}
		case event.KindResult, event.KindReject, event.KindError:
			r.CallID = b.id(some("call", "c", 6))
			r.ActionID = b.id(some("action", "e", n))
		case event.KindCondensation:
			for range rapid.IntRange(0, 3).Draw(t, "forgotten") {
				r.Forgets = append(r.Forgets, b.id(some("forgets", "e", n)))
			}
			if rapid.Bool().Draw(t, "of a summary") {
				r.Forgets = append(r.Forgets, b.id(some("forgets", "e", n)+"-summary"))
			}
			if rapid.Bool().Draw(t, "summary") {
				r.Flags |= event.FlagSummary | event.FlagSummaryOffset
				r.SummaryOffset = int64(rapid.IntRange(0, 8).Draw(t, "offset"))
			}
		}
		b.Append(&r)
	}
	return b.log(event.ShapeStream)
}

// story writes sound logs: batches complete with their results in any order,
// condensations only between them.
type story struct {
	rowBuilder
	n       int
	parent  string
	between []string // ids since which no batch is open: what may be forgotten
}

func (s *story) add(r event.Row) string {
	id := fmt.Sprint("e", s.n)
	s.n++
	r.ID = s.id(id)
	if s.parent != "" {
		r.ParentRef, r.Parent = event.ParentID, s.id(s.parent)
	}
	if s.n > 1 && s.parent == "" {
		r.ParentRef = event.ParentRoot
	}
	s.Append(&r)
	s.parent = id
	return id
}

// turn appends one sound piece of a conversation.
func (s *story) turn(t *rapid.T) {
	switch rapid.IntRange(0, 5).Draw(t, "turn") {
	case 0:
		s.between = append(s.between, s.add(s.row(event.KindMessage, "")))
	case 1:
		s.add(s.row(event.KindPause, ""))
	case 2:
		s.condense(t)
	default:
		s.batch(t)
	}
}

func (s *story) condense(t *rapid.T) {
	r := s.row(event.KindCondensation, "")
	for _, id := range s.between {
		r.Forgets = append(r.Forgets, s.id(id))
	}
	s.between = s.between[:0]
	if rapid.Bool().Draw(t, "summary") {
		r.Flags |= event.FlagSummary | event.FlagSummaryOffset
	}
	s.add(r)
}

func (s *story) batch(t *rapid.T) {
	n := rapid.IntRange(1, 3).Draw(t, "calls")
	resp := fmt.Sprint("r", s.n)
	var ids []string
	for k := range n {
		r := s.row(event.KindAction, "")
		r.ResponseID, r.CallID = s.id(resp), s.id(fmt.Sprint("c", s.n))
		if k == 0 && rapid.Bool().Draw(t, "thinking") {
			r.Flags |= event.FlagThinking
		}
		ids = append(ids, s.add(r))
	}
	for _, k := range rapid.Permutation(indices(n)).Draw(t, "order") {
		r := s.row(rapid.SampledFrom([]event.Kind{event.KindResult, event.KindError, event.KindReject}).Draw(t, "answer"), "")
		r.ActionID, r.CallID = s.id(ids[k]), s.id("c"+ids[k][1:])
		s.add(r)
	}
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func TestSoundLogsLoseNothingOnResume(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &story{rowBuilder: rowBuilder{event.NewBuilder(false)}}
		for range rapid.IntRange(1, 12).Draw(t, "turns") {
			s.turn(t)
		}
		r := Read(s.log(event.ShapeStream), Newest())
		path, e := r.ActivePath()
		if e != nil {
			t.Fatal(e)
		}
		v := r.Rebuild(path)
		equal(t, "view", r.Fold(path).IDs(), v.IDs())
		equal(t, "enforced", nil, v.Enforcements)
		equal(t, "pending", nil, r.Pending(path))
		if _, e := v.Indices(); e != nil {
			t.Fatal(e)
		}
	})
}

// TestOtherBranchesDoNotCount appends to another branch and looks at this one.
func TestOtherBranchesDoNotCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &story{rowBuilder: rowBuilder{event.NewBuilder(false)}}
		for range rapid.IntRange(1, 8).Draw(t, "turns") {
			s.turn(t)
		}
		head := s.parent
		s.parent, s.between = fmt.Sprint("e", rapid.IntRange(0, s.n-1).Draw(t, "fork")), nil
		for range rapid.IntRange(1, 8).Draw(t, "more turns") {
			s.turn(t)
		}
		full := Read(s.log(event.ShapeStream), Newest())
		alone := Read(cutAfter(full.Log, head), Newest())
		equal(t, "projection", outlineAt(t, alone, head), outlineAt(t, full, head))
	})
}

// outlineAt is what the columns tell of a projection.
func outlineAt(t *rapid.T, r *Reading, head string) [][]string {
	path, e := r.Path(head)
	if e != nil {
		t.Fatal(e)
	}
	v := r.Rebuild(path)
	at, _ := v.Indices()
	return [][]string{r.IDs(path), v.IDs(), r.Fold(path).IDs(), r.IDs(r.Pending(path)), {fmt.Sprint(at)}}
}

// cutAfter is the log up to an event.
func cutAfter(l *event.Log, id string) *event.Log {
	b := event.NewBuilder(false)
	for i := range l.Len() {
		r := l.Row(i)
		for _, p := range []*event.ID{&r.ID, &r.Parent, &r.ResponseID, &r.CallID, &r.ActionID} {
			if *p != 0 {
				*p = b.ID([]byte(l.IDString(*p)))
			}
		}
		r.Type = b.Name([]byte(l.NameString(r.Type)))
		b.Append(&r)
		if l.IDString(l.Table.ID(i)) == id {
			break
		}
	}
	return &event.Log{Shape: l.Shape, Table: b.Table()}
}
