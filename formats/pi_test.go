package formats

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

const fixturesPi = "../fixtures/pi/"

// linked lists what identifies and links the rows of a log.
func linked(l *event.Log) []string {
	var out []string
	for i := range l.Len() {
		s := fmt.Sprintf("%s %s ^%s %s %s", l.IDString(l.Table.ID(i)), l.Kind(i), l.IDString(l.Parent(i)), l.IDString(l.CallID(i)), l.NameString(l.Label(i)))
		for _, f := range l.Forgets(i) {
			s += " -" + l.IDString(f)
		}
		out = append(out, strings.Join(strings.Fields(s), " "))
	}
	return out
}

// What a session holds: the first row of an entry has its id, the others a
// number after it; a compaction forgets what stands above what it keeps.
func TestPiSession(t *testing.T) {
	l := one(t, loadWith(Options{Text: true}, 0, nil, fixturesPi+"session.jsonl"))
	got := linked(l)
	want := map[int]string{
		0:  "log ^",
		1:  "fe000002 state ^ model",
		4:  "fe000005 message ^fe000004",
		5:  "fe000005#1 action ^fe000005 toolu_f1",
		6:  "fe000005#2 action ^fe000005 toolu_f2",
		7:  "fe000006 result ^fe000005 toolu_f2",
		17: "fe00000f#1 action ^fe00000f toolu_f4 aborted",
		19: "fe000011 message ^fe00000d",
		23: "fe000015 condensation ^fe000014 -fe000004 -fe000005 -fe000005#1 -fe000005#2 -fe000006 -fe000007 -fe000008 -fe000009 -fe00000a -fe00000c -fe000011",
	}
	for i, w := range want {
		if diff := cmp.Diff(w, got[i]); diff != "" {
			t.Errorf("row %d (-want +got):\n%s", i, diff)
		}
	}
	if in, out := l.Tokens(4); in != 963 || out != 40 || l.Cost(4) != 0.001104 {
		t.Errorf("tokens %d, %d, cost %g", in, out, l.Cost(4))
	}
	if l.Has(17, event.FlagExecutable) || !l.Has(17, event.FlagHidden) || !l.Has(14, event.FlagHidden) || l.Pos(6).Pointer != "/message/content" || l.Pos(6).Item != 3 {
		t.Errorf("flags of rows 14 and 17, or place %+v", l.Pos(6))
	}
}

// Entries of the first version have no ids; its compactions count lines.
func TestPiFirstVersion(t *testing.T) {
	l := one(t, loadWith(Options{}, 0, nil, fixturesPi+"first-version.jsonl"))
	got := linked(l)
	if diff := cmp.Diff("line:9 condensation ^ -line:2 -line:3 -line:4 -line:5", got[9]); diff != "" {
		t.Errorf("compaction (-want +got):\n%s", diff)
	}
	if l.NameString(l.Label(0)) != "branchedFrom" || l.Conversation != "b0a7ca11-0000-4000-8000-000000000002" {
		t.Errorf("header %q, conversation %q", l.NameString(l.Label(0)), l.Conversation)
	}
}

// Two compactions after each other: the second forgets the first's summary and
// what the first kept. On a branch beside it only what is on that branch counts.
func TestPiCompactionsOnBranches(t *testing.T) {
	entry := func(id, parent, rest string) string {
		return fmt.Sprintf(`{"type":"message","id":%q,"parentId":%s,"timestamp":"2026-03-20T08:00:00.000Z","message":{"role":"user","content":%q,"timestamp":1}}`, id, parent, rest)
	}
	compact := func(id, parent, kept string) string {
		return fmt.Sprintf(`{"type":"compaction","id":%q,"parentId":%q,"timestamp":"2026-03-20T08:00:00.000Z","summary":"s","firstKeptEntryId":%q,"tokensBefore":1}`, id, parent, kept)
	}
	lines := []string{
		entry("a", "null", "1"), entry("b", `"a"`, "2"), entry("c", `"b"`, "3"),
		compact("k1", "c", "b"), entry("d", `"k1"`, "4"), compact("k2", "d", "d"),
		entry("e", `"b"`, "5"), compact("k3", "e", "e"), compact("k4", "d", "gone"),
	}
	got := linked(one(t, bytesAs([]byte(strings.Join(lines, "\n")))))
	want := []string{
		"k1 condensation ^c -a", "k2 condensation ^d -k1-summary -b -c", "k3 condensation ^e -a -b", "k4 condensation ^d -k1-summary -b -c -d",
	}
	if diff := cmp.Diff(want, []string{got[3], got[5], got[7], got[8]}); diff != "" {
		t.Errorf("compactions (-want +got):\n%s", diff)
	}
}

// A compaction that many others stand beside must not cost the square of them.
func TestPiManyCompactions(t *testing.T) {
	var b bytes.Buffer
	const n = 20_000
	for i := range n {
		parent := fmt.Sprintf(`"m%d"`, i-1)
		if i == 0 {
			parent = "null"
		}
		fmt.Fprintf(&b, `{"type":"message","id":"m%d","parentId":%s,"timestamp":"2026-03-20T08:00:00.000Z","message":{"role":"user","content":"x"}}`+"\n", i, parent)
	}
	for i := range n {
		fmt.Fprintf(&b, `{"type":"compaction","id":"k%d","parentId":"m%d","timestamp":"2026-03-20T08:00:00.000Z","summary":"s","firstKeptEntryId":"m%d"}`+"\n", i, n-1, n-1)
	}
	l, forgets := one(t, bytesAs(b.Bytes())), 0
	for i := range l.Len() {
		forgets += len(l.Forgets(i))
	}
	if l.Len() != 2*n || forgets > 16<<20 {
		t.Errorf("%d rows forget %d", l.Len(), forgets)
	}
}

// FuzzPi reads any bytes as lines of a session.
func FuzzPi(f *testing.F) {
	for _, name := range []string{"session", "first-version", "crash", "damaged"} {
		f.Add(readFile(f, fixturesPi+name+".jsonl"))
	}
	f.Add([]byte(`{"type":"message","id":"a","parentId":"a","message":{"role":"assistant","content":[1,{"type":"toolCall"},[],{"type":"thinking"}],"usage":{"input":-4,"cost":{"total":"x"}}}}`))
	f.Add([]byte(`{"type":"compaction","id":"a","parentId":"a","firstKeptEntryId":"a","summary":3}` + "\n" + `{"type":"compaction","firstKeptEntryIndex":0}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzed(t, b, Options{Workers: 1, From: "pi"}, 0)
		fuzzed(t, b, Options{Workers: 2, From: "pi", Text: true}, 32)
	})
}
