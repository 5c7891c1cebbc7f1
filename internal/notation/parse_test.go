package notation_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/notation"
)

const sample = `
# a batch whose second call cannot be run
conv id=c1
state status=running head=o1 blocked=a1
sys s1
msg m1 ^ text="two words"
act a1 ^ resp=r1 call=c1 tool=bash
act a2 ^=a1 resp=r1 call=c2 tool=bash notexec  // want action-orphan
state u1 ^ key=execution_status value=running
obs o1 ^ of=a1
err e1 ^/ of=a2 syn=refused
cond k1 ^ forgets=a1,o1 at=2 summary
file idx=8 id=m2 damage=empty  // want record-empty:error
msg - ^ fid=- refuse="id: too short"
`

func TestSample(t *testing.T) {
	c, err := notation.Parse(sample)
	if err != nil {
		t.Fatal(err)
	}
	l := c.Log
	var got []string
	for i := range l.Len() {
		r := l.Row(i)
		parent := map[event.ParentRef]string{event.ParentRoot: "/", event.ParentID: l.IDString(r.Parent)}[r.ParentRef]
		got = append(got, strings.Join([]string{l.IDString(r.ID), r.Kind.String(), parent, l.IDString(r.CallID), l.IDString(r.ActionID), l.Files[r.Pos.File].Name}, " "))
	}
	want := []string{
		"s1 system    conv/events/event-00000-s1.json",
		"m1 message s1   conv/events/event-00001-m1.json",
		"a1 action m1 c1  conv/events/event-00002-a1.json",
		"a2 action a1 c2  conv/events/event-00003-a2.json",
		"u1 state a2   conv/events/event-00004-u1.json",
		"o1 result a2 c1 a1 conv/events/event-00005-o1.json",
		"e1 error / c2  conv/events/event-00006-e1.json",
		"k1 condensation e1   conv/events/event-00007-k1.json",
		" message k1   conv/events/event-0009-.json",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	wants := []notation.Want{{8, 3, 4, 0, "action-orphan", ""}, {13, -1, 9, 0, "record-empty", "error"}}
	if d := cmp.Diff(wants, c.Wants); d != "" {
		t.Error(d)
	}
	if l.Shape != event.ShapeDirectory || *l.State.Head != "o1" || l.Conversation != "c1" {
		t.Errorf("log %v %v %q", l.Shape, *l.State.Head, l.Conversation)
	}
	if off, ok := l.SummaryOffset(7); !ok || off != 2 || len(l.Forgets(7)) != 2 {
		t.Errorf("condensation forgets %v at %d %v", l.Forgets(7), off, ok)
	}
}

func TestStream(t *testing.T) {
	c, err := notation.Parse("msg m1\ndamage nul // want record-nul\nbot b1 ^ damage=utf8\ndamage torn\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []event.Damage{
		{Reason: event.DamageNUL, Offset: 100, Length: 100, Line: 2, Before: 1},
		{Reason: event.DamageUTF8, Offset: 200, Length: 1, Line: 3, Inside: true, Before: 1},
		{Reason: event.DamageTorn, Offset: 300, Length: 100, Line: 4, Tail: true, Before: 2},
	}
	if d := cmp.Diff(want, c.Log.Files[0].Damage); d != "" {
		t.Error(d)
	}
	if p := c.Log.Pos(1); p.Line != 3 || p.Offset != 200 {
		t.Errorf("second row at %+v", p)
	}
}

func TestErrors(t *testing.T) {
	for src, want := range map[string]string{
		"fly x":             `line 1: "fly" is no word for an event or directive`,
		"\nmsg":             `line 2: msg wants an id`,
		"msg m ^":           `line 1: ^ has no event above`,
		"msg m wings":       `line 1: no flag is called "wings"`,
		"msg m wings=2":     `line 1: an event has no "wings"`,
		"obs o of=a":        `line 1: of=a: no action of that id above`,
		"cond c at=x":       `line 1: at: "x" is no number`,
		"msg m text=\"a":    `line 1: text: unfinished string`,
		"msg m // want":     `line 1: want without a rule`,
		"# x // want y":     `line 1: want on a line that stands for nothing`,
		"conv shape=round":  `line 1: no shape is called "round"`,
		"damage torn-apart": `line 1: no damage is called "torn-apart"`,
	} {
		_, err := notation.Parse(src)
		if err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", src, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sample)
	f.Add("damage nul\nmsg m ^=\"\"")
	f.Fuzz(func(t *testing.T, src string) {
		c, err := notation.Parse(src)
		if err != nil {
			return
		}
		for _, w := range c.Wants {
			if int(w.Row) >= c.Log.Len() || int(w.File) >= len(c.Log.Files) {
				t.Errorf("want %+v outside of the log", w)
			}
		}
	})
}
