package event

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// callLog has calls of every outcome. Rows: 0 root; 1 to 7 actions under it;
// then results, and a result of no call. Action 6 is off the active branch.
func callLog() (*Log, Linkage) {
	b := NewBuilder(false)
	row := func(kind Kind, id_, call, action string, set func(*Row)) {
		add(b, func(r *Row) {
			r.Kind, r.ID, r.Flags = kind, id(b, id_), FlagExecutable
			if call != "" {
				r.CallID = id(b, call)
			}
			if action != "" {
				r.ActionID = id(b, action)
			}
			if kind != KindAction {
				r.Flags = 0
			}
			set(r)
		})
	}
	none := func(*Row) {}
	row(KindMessage, "root", "", "", none)
	for _, a := range []string{"a1", "a2", "a3", "a4", "a5", "a6", "a7"} {
		row(KindAction, a, "c"+a[1:], "", none)
	}
	row(KindResult, "r1", "c1", "a1", none)
	row(KindReject, "r2", "", "a2", none)
	row(KindError, "r3", "c3", "", none)
	row(KindError, "r4", "c9", "a9", func(r *Row) { r.Synthetic = SyntheticRestart })
	row(KindResult, "r7", "c7", "a7", func(r *Row) { r.Flags = FlagFailed })
	row(KindResult, "r7b", "c7", "a7", none)
	row(KindError, "r7c", "c7", "a7", func(r *Row) { r.Synthetic = SyntheticCancel })
	row(KindResult, "none", "c0", "a0", none)
	k := Linkage{Links: []Link{{7, 14}, {7, 13}, {1, 8}, {2, 9}, {3, 10}, {4, 11}, {7, 12}, {7, 13}}, OnBranch: make([]bool, 16)}
	parent := make([]int32, 16)
	for i := range parent {
		parent[i], k.OnBranch[i] = max(int32(i)-1, NoParent), i != 6
	}
	parent[6], parent[7], parent[10], parent[11] = 0, 5, OutsideTree, 4
	k.Tree = NewTree(parent)
	return &Log{Name: "l", Table: b.Table()}, k
}

func valuesOf(t *testing.T, f *Frame, name string) []any {
	t.Helper()
	if err := f.Check(); err != nil {
		t.Fatal(err)
	}
	c := f.Column(name)
	if c == nil {
		t.Fatalf("no column %q", name)
	}
	var out []any
	for i := range c.Len() {
		out = append(out, cell(c, i))
	}
	return out
}

func want(t *testing.T, f *Frame, name string, values ...any) {
	t.Helper()
	if d := cmp.Diff(values, valuesOf(t, f, name)); d != "" {
		t.Errorf("%s.%s (-want +got):\n%s", f.Name, name, d)
	}
}

func TestCallFrame(t *testing.T) {
	l, k := callLog()
	f := l.CallFrame(k)
	want(t, f, "id", "a1", "a2", "a3", "a4", "a5", "a6", "a7")
	want(t, f, "outcome", "answered", "rejected", "failed", "synthetic", "pending", "abandoned", "answered")
	want(t, f, "results", int32(1), int32(1), int32(1), int32(1), int32(0), int32(0), int32(3))
	want(t, f, "result_row", int32(8), int32(9), int32(10), int32(11), nil, nil, int32(12))
	want(t, f, "on_branch", true, true, true, true, true, false, true)
	want(t, f, "row", int32(1), int32(2), int32(3), int32(4), int32(5), int32(6), int32(7))
	k.OnBranch = nil
	f = l.CallFrame(k)
	want(t, f, "outcome", "answered", "rejected", "failed", "synthetic", "unanswered", "unanswered", "answered")
	want(t, f, "on_branch", nil, nil, nil, nil, nil, nil, nil)
}

func TestResultFrame(t *testing.T) {
	l, k := callLog()
	f := l.ResultFrame(k)
	want(t, f, "id", "r1", "r2", "r3", "r4", "r7", "r7b", "r7c", "none")
	want(t, f, "actions", int32(1), int32(1), int32(1), int32(1), int32(1), int32(1), int32(1), int32(0))
	want(t, f, "action_row", int32(1), int32(2), int32(3), int32(4), int32(7), int32(7), int32(7), nil)
	want(t, f, "synthetic", nil, nil, nil, "restart", nil, nil, "cancel", nil)
}

func TestLinkFrame(t *testing.T) {
	l, k := callLog()
	f := l.LinkFrame(k)
	want(t, f, "action_row", int32(1), int32(2), int32(3), int32(4), int32(7), int32(7), int32(7))
	want(t, f, "result_row", int32(8), int32(9), int32(10), int32(11), int32(12), int32(13), int32(14))
	want(t, f, "matched_by", "both", "action_id", "call_id", "neither", "both", "both", "both")
	// Row 10 is outside the tree; row 11 hangs on 4; 12 to 14 hang on 11.
	want(t, f, "same_branch", true, true, nil, true, false, false, false)
	k.Tree = nil
	want(t, l.LinkFrame(k), "same_branch", nil, nil, nil, nil, nil, nil, nil)
}

func TestFramesOfNothing(t *testing.T) {
	l := &Log{Table: NewBuilder(true).Table()}
	events, err := l.Frame(FrameOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []*Frame{events, l.CallFrame(Linkage{}), l.ResultFrame(Linkage{}), l.LinkFrame(Linkage{}), MessageFrame(nil), FindingFrame(nil), LogFrame(nil)} {
		if err := f.Check(); err != nil || f.Len() != 0 {
			t.Errorf("%s: %d rows, error %v", f.Name, f.Len(), err)
		}
		if _, err := f.Record(); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}

func TestFindingFrame(t *testing.T) {
	f := FindingFrame([]FindingRow{
		{Log: "l", ID: "1", Rule: "AO001", Name: "action-orphan", Severity: 2, Message: "m", Row: 3, EventID: "e", File: "f", Line: 4, Offset: 0, Related: []string{"x"}, RelatedNotes: []string{"n"}},
		{Log: "l", ID: "2", Rule: "LG001", Name: "torn", Row: -1, Offset: -1, HasPointer: true},
	})
	want(t, f, "severity", "error", "info")
	want(t, f, "row", int32(3), nil)
	want(t, f, "event_id", "e", nil)
	want(t, f, "offset", int64(0), nil)
	want(t, f, "line", int32(4), nil)
	want(t, f, "pointer", nil, "")
	want(t, f, "related", []string{"x"}, []string{})
}

// Schemas are for the documentation: they must be those of the frames.
func TestSchemasAreThoseOfTheFrames(t *testing.T) {
	l := handLog(true)
	l.Bodies = bodies{}
	for i := range l.Len() {
		l.Bodies.(bodies)[i] = "{}"
	}
	events, err := l.Frame(FrameOptions{Bodies: true})
	if err != nil {
		t.Fatal(err)
	}
	frames := []*Frame{events, l.CallFrame(Linkage{}), l.ResultFrame(Linkage{}), l.LinkFrame(Linkage{}), MessageFrame(nil), FindingFrame(nil), LogFrame(nil)}
	for i, s := range Schemas() {
		if d := cmp.Diff(s, frames[i].Schema); d != "" {
			t.Errorf("%s (-schemas +frame):\n%s", s.Name, d)
		}
		for k, f := range s.Fields {
			if f.Doc == "" || f.Name == "" || f.Type == TypeUnknown || len(f.Words) > 127 {
				t.Errorf("%s: field %d is incomplete: %+v", s.Name, k, f)
			}
		}
	}
}
