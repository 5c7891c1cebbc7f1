package event

import (
	"math"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// plainRow is a Row with its identifiers spelled out, so that rows of tables
// with different numbers for them can be compared. Of the pointers, nil is null.
type plainRow struct {
	ID, Parent, ResponseID, CallID, WireCallID, ActionID *string
	Type, Source, Role, Tool, WireTool, Label, Value     *string
	Forgets, Grants, Calls                               []string
	Row                                                  Row // without the above
}

func plain(t *Table, i int) plainRow {
	r := t.Row(i)
	id := func(n *ID) *string {
		if *n == 0 {
			return nil
		}
		s := t.IDString(*n)
		*n = 0
		return &s
	}
	name := func(n *Name) *string {
		if *n == 0 {
			return nil
		}
		s := t.NameString(*n)
		*n = 0
		return &s
	}
	p := plainRow{
		ID: id(&r.ID), Parent: id(&r.Parent), ResponseID: id(&r.ResponseID),
		CallID: id(&r.CallID), WireCallID: id(&r.WireCallID), ActionID: id(&r.ActionID),
		Type: name(&r.Type), Source: name(&r.Source), Role: name(&r.Role), Tool: name(&r.Tool),
		WireTool: name(&r.WireTool), Label: name(&r.Label), Value: name(&r.Value),
	}
	for _, f := range r.Forgets {
		p.Forgets = append(p.Forgets, t.IDString(f))
	}
	if r.Grants != nil {
		p.Grants = []string{}
	}
	for _, g := range r.Grants {
		p.Grants = append(p.Grants, t.NameString(g))
	}
	if r.Calls != nil {
		p.Calls = []string{}
	}
	for _, c := range r.Calls {
		p.Calls = append(p.Calls, t.IDString(c))
	}
	r.Forgets, r.Grants, r.Calls = nil, nil, nil
	p.Row = r
	return p
}

func plainRows(t *Table) []plainRow {
	rows := []plainRow{}
	for i := range t.Len() {
		rows = append(rows, plain(t, i))
	}
	return rows
}

// sameRows compares rows exactly: nil and empty bytes differ, NaN equals NaN.
var sameRows = cmp.Options{cmpopts.EquateNaNs()}

// add appends a row whose fields set fills in.
func add(b *Builder, set func(r *Row)) {
	r := NewRow()
	r.Pos.Item = -1
	set(&r)
	b.Append(&r)
}

func id(b *Builder, s string) ID     { return b.ID([]byte(s)) }
func name(b *Builder, s string) Name { return b.Name([]byte(s)) }

// handTable is a table with every column in use and the values that are easy
// to get wrong: empty against null, zero against null, odd characters.
func handTable(text bool) *Table {
	b := NewBuilder(text)
	add(b, func(r *Row) {})
	add(b, func(r *Row) {
		r.ID, r.Kind, r.ParentRef, r.Type = id(b, "e1"), KindMessage, ParentRoot, name(b, "MessageEvent")
		r.Source, r.Role, r.Time = name(b, "user"), name(b, "user"), 0
		r.Grants = []Name{name(b, "bash"), name(b, "")}
		r.TimeText, r.Text, r.Args = []byte("1970-01-01"), []byte("nul \x00, emoji 🙂, \u2028, \"quotes\"\r\n"), []byte{}
		r.Pos = Pos{File: 0, Offset: 0, Length: 10, Line: 1, Item: -1}
	})
	add(b, func(r *Row) {
		r.ID, r.Parent, r.ParentRef, r.Kind = id(b, ""), id(b, "e1"), ParentID, KindAction
		r.ResponseID, r.CallID, r.WireCallID, r.ActionID = id(b, "r1"), id(b, "c1"), id(b, "c1-wire"), id(b, "")
		r.Tool, r.WireTool, r.Label, r.Value = name(b, "bash"), name(b, ""), name(b, "Exec"), name(b, "=1+1")
		r.Flags = FlagExecutable | FlagThinking | FlagThought | FlagReasoning | FlagArgsMalformed | FlagFinish | FlagIDMade
		r.TokensIn, r.TokensOut, r.Cost = 0, math.MaxInt64, 0
		r.Calls = []ID{id(b, "c1"), id(b, "")}
		r.Args, r.Text, r.TimeText = []byte(`{"a":1}`), []byte{}, []byte{}
		r.Pos = Pos{File: 1, Offset: math.MaxInt64, Length: 5, Pointer: "/a~1b/0", Item: 7}
	})
	add(b, func(r *Row) {
		r.Kind, r.Synthetic, r.Time = KindError, SyntheticRestart, -62135596800000000
		r.Flags = FlagNotExecutable | FlagFailed | FlagEmpty | FlagBlocked
		r.Cost, r.TokensOut = math.Inf(1), 7
		r.Calls = []ID{}
		r.Grants, r.Secrets = []Name{}, []Secret{{"a.b:c", SecretPlain}, {`x\: y`, SecretToken}, {"", SecretUnknown}}
		r.Refused = []Refusal{{"a.b:c", "missing: really"}, {`x\: y`, ""}, {"", "r"}}
		r.Pos = Pos{File: 0, Pointer: "", Item: 0}
	})
	add(b, func(r *Row) {
		r.Kind, r.Forgets = KindCondensation, []ID{id(b, "e1"), id(b, ""), id(b, "gone"), id(b, "e1")}
		r.Flags, r.SummaryOffset, r.Time = FlagSummary|FlagSummaryOffset, 0, 253402300799999999
		r.Pos = Pos{Pointer: "/x/3", Item: 3}
	})
	add(b, func(r *Row) { r.Kind, r.Pos.Item = KindCondensation, -1 })
	return b.Table()
}

func handLog(text bool) *Log {
	return &Log{Name: "some/log", Conversation: "conv", Table: handTable(text), Files: []File{{Name: "a.jsonl"}, {Name: "b\xff.json"}}}
}
