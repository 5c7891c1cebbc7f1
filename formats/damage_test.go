package formats

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
)

// Records of the damage tests: all an event needs, and short.
const (
	recA = `{"id":"a","timestamp":"2026-01-01T00:00:00","source":"user","kind":"PauseEvent"}`
	recB = `{"id":"b","timestamp":"2026-01-01T00:00:01","source":"user","kind":"PauseEvent"}`
	recC = `{"id":"c","timestamp":"2026-01-01T00:00:02","source":"user","kind":"PauseEvent"}`
)

// story tells the rows and the damage of a log in short words.
func story(l *event.Log) []string {
	var out []string
	for i := range l.Len() {
		s := "row " + l.IDString(l.Table.ID(i))
		if p := l.Pos(i); p.Line > 0 {
			s += fmt.Sprintf(" line %d", p.Line)
		}
		if p := l.Pointer(i); p != "" {
			s += " " + p
		}
		for _, r := range l.Refused(i) {
			if r.Path == rootPath {
				s += " refused " + r.Reason
			}
		}
		out = append(out, s)
	}
	for _, f := range l.Files {
		for _, d := range f.Damage {
			s := fmt.Sprintf("%v %d+%d before %d", d.Reason, d.Offset, d.Length, d.Before)
			if d.Line > 0 {
				s += fmt.Sprintf(" line %d", d.Line)
			}
			if d.Inside {
				s += " inside"
			}
			if d.Tail {
				s += " tail"
			}
			out = append(out, s)
		}
	}
	return out
}

var damaged = []struct {
	name string
	in   string
	want []string
}{
	{"torn inner line", recA + "\n" + recB[:30] + "\n" + recC + "\n", []string{"row a line 1", "row c line 3", "torn 81+30 before 1 line 2"}},
	{"torn last line", recA + "\n" + recB[:30], []string{"row a line 1", "torn 81+30 before 1 line 2 tail"}},
	{"torn last line with a line feed and blanks", recA + "\n" + recB[:30] + "\n \n", []string{"row a line 1", "torn 81+30 before 1 line 2 tail"}},
	{"torn first line", recA[:40] + "\n" + recB + "\n", []string{"row b line 2", "torn 0+40 before 0 line 1"}},
	{"two records on a line", recA + recB + "\n" + recC + "\n", []string{
		"row a line 1 refused [json_invalid] Invalid JSON: trailing characters at line 1 column 81",
		"row b line 1 refused [json_invalid] Invalid JSON: trailing characters at line 1 column 81",
		"row c line 2", "glued 80+80 before 1 line 1 inside"}},
	{"torn record and the next on one line", recA + "\n" + recB[:30] + recC + "\n", []string{
		"row a line 1", "row c line 2 refused [json_invalid] Invalid JSON: neither a comma nor a closing bracket after a value at line 1 column 33", "glued 81+30 before 1 line 2"}},
	{"a number before a record", recA + "\n0" + recB + "\n", []string{
		"row a line 1", "row b line 2 refused [json_invalid] Invalid JSON: trailing characters at line 1 column 2", "not-object 81+1 before 1 line 2"}},
	{"an object before a record", recA + "\n{} " + recB + "\n", []string{
		"row a line 1", "row b line 2 refused [json_invalid] Invalid JSON: trailing characters at line 1 column 4", "unknown-record 81+2 before 1 line 2"}},
	{"line of NULs", recA + "\n" + strings.Repeat("\x00", 9) + "\n" + recB + "\n", []string{"row a line 1", "row b line 3", "nul 81+9 before 1 line 2"}},
	{"NULs before a record", recA + "\n\x00\x00" + recB + "\n", []string{
		"row a line 1", "row b line 2 refused [json_invalid] Invalid JSON: expected value at line 1 column 1", "nul 81+2 before 1 line 2"}},
	{"NULs in a record", recA + "\n" + recB[:30] + "\x00\x00\x00" + recB[33:] + "\n" + recC + "\n", []string{"row a line 1", "row c line 3", "nul 81+80 before 1 line 2"}},
	{"no JSON", recA + "\nTraceback (most recent call last):\n" + recB + "\n", []string{"row a line 1", "row b line 3", "json 81+34 before 1 line 2"}},
	{"no objects", recA + "\n[1]\n\"x\"\n" + recB + "\n", []string{"row a line 1", "row b line 4", "not-object 81+3 before 1 line 2", "not-object 85+3 before 1 line 3"}},
	{"unknown object", recA + "\n{\"x\":1}\n" + recB + "\n", []string{"row a line 1", "row b line 3", "unknown-record 81+7 before 1 line 2"}},
	{"BOM", "\xef\xbb\xbf" + recA + "\n" + recB + "\n", []string{
		"row a line 1 refused [json_invalid] Invalid JSON: expected value at line 1 column 1", "row b line 2", "bom 0+3 before 0 line 1"}},
	{"bytes that are not UTF-8", strings.Replace(recA, `"user"`, "\"us\xe9er\"", 1) + "\n" + recB + "\n", []string{
		"row a line 1 refused UnicodeDecodeError: 'utf-8' codec can't decode byte 0xe9 in position 56: invalid continuation byte", "row b line 2", "utf8 56+1 before 0 line 1 inside"}},
	{"lone surrogate", strings.Replace(recA, `"a"`, `"a\ud83c"`, 1) + "\n" + recB + "\n", []string{
		"row a\ufffd line 1 refused [json_invalid] Invalid JSON: unexpected end of hex escape at line 1 column 9", "row b line 2", "surrogate 8+6 before 0 line 1 inside"}},
	{"repeated key", strings.Replace(recA, `{`, `{"id":"z",`, 1) + "\n", []string{"row a line 1", "duplicate-key 10+4 before 0 line 1 inside"}},
	{"NaN", strings.Replace(recA, `{`, `{"x":NaN,`, 1) + "\n", []string{"row a line 1", "nonstandard 5+3 before 0 line 1 inside"}},
	{"U+2028 is no line end", strings.Replace(recA, "user", "us\u2028er", 1) + "\n" + recB + "\n", []string{"row a line 1", "row b line 2"}},
	{"array torn within an element", "[" + recA + "," + recB[:30], []string{"row a /0", "torn 82+30 before 1 tail"}},
	{"array torn after an element", "[" + recA + "," + recB, []string{"row a /0", "row b /1", "torn 162+0 before 2 tail"}},
	{"array with a torn element inside", "[" + recA + ",\n" + recB[:30] + ",\n" + recC + "]", []string{"row a /0", "row c /2", "json 83+32 before 1"}},
	{"array of other things", "[" + recA + ",null,1," + recC + "]", []string{"row a /0", "row c /3", "not-object 82+4 before 1", "not-object 87+1 before 1"}},
	{"page torn after its items", `{"items":[` + recA + `],"next_pa`, []string{"row a /items/0", "torn 92+8 before 1 tail"}},
	{"page torn within its items", `{"items":[` + recA + `,` + recB[:9], []string{"row a /items/0", "torn 91+9 before 1 tail"}},
}

func TestDamage(t *testing.T) {
	for _, c := range damaged {
		t.Run(c.name, func(t *testing.T) {
			l := one(t, bytesAs([]byte(c.in)))
			if diff := cmp.Diff(c.want, story(l)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			checkAccount(t, l)
		})
	}
}

// Block ends must not change what is found, wherever they fall.
func TestBlocksAreAbsorbedInOrder(t *testing.T) {
	var in bytes.Buffer
	for _, c := range damaged[:20] {
		in.WriteString(c.in + "\n")
	}
	want := one(t, loadWith(Options{Workers: 1}, 1<<20, bytes.NewReader(in.Bytes()), "-"))
	for _, block := range []int64{1, 50, 81, 200, 1000} {
		for _, workers := range []int{1, 2, 8} {
			got := one(t, loadWith(Options{Workers: workers}, block, bytes.NewReader(in.Bytes()), "-"))
			if diff := cmp.Diff(story(want), story(got)); diff != "" {
				t.Fatalf("block %d, %d workers (-want +got):\n%s", block, workers, diff)
			}
			if diff := cmp.Diff(rowsOf(want), rowsOf(got)); diff != "" {
				t.Fatalf("block %d, %d workers (-want +got):\n%s", block, workers, diff)
			}
			if diff := cmp.Diff(want.Hints, got.Hints); diff != "" {
				t.Fatalf("block %d, %d workers: hints (-want +got):\n%s", block, workers, diff)
			}
		}
	}
}

// A file of an event holds one record; what else stands there is no row.
func TestEventFiles(t *testing.T) {
	deep := strings.Replace(recA, "{", `{"x":`+strings.Repeat("[", 200)+"1"+strings.Repeat("]", 200)+",", 1)
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"", []string{"empty 0+0 before 0 tail"}},
		{" \r\n", []string{"empty 3+0 before 0 tail"}},
		{recA + "\r\n", []string{"row a"}},
		{recA + recB, []string{"row a refused [json_invalid] Invalid JSON: trailing characters at line 1 column 81", "glued 80+80 before 1 tail"}},
		{recA[:50], []string{"torn 0+50 before 0 tail"}},
		{"{}", []string{"row  refused [value_error] Value error, Unknown kind '' for openhands.sdk.event.base.Event"}},
		{"[]", []string{"not-object 0+2 before 0 tail"}},
		{"null", []string{"not-object 0+4 before 0 tail"}},
		{deep, []string{"row a refused [json_invalid] Invalid JSON: recursion limit exceeded at line 1 column 206", "depth 0+486 before 0 inside"}},
		{"\x00\x00", []string{"nul 0+2 before 0 tail"}},
		{"[]" + recA, []string{"row a refused [json_invalid] Invalid JSON: trailing characters at line 1 column 3", "not-object 0+2 before 0"}},
		{withNumber(strings.Repeat("9", 4300)), []string{"row a"}},
		{withNumber("-" + strings.Repeat("9", 4300)), []string{"row a refused [json_invalid] Invalid JSON: number out of range at line 1 column 4307"}},
		{withNumber(strings.Repeat("9", 4301) + ".5"), []string{"row a refused [json_invalid] Invalid JSON: number out of range at line 1 column 4307"}},
		{withNumber("9." + strings.Repeat("9", 4301)), []string{"row a"}},
	} {
		l := eventFileLog(t, []byte(c.in))
		if diff := cmp.Diff(c.want, story(l)); diff != "" {
			t.Errorf("%.40q (-want +got):\n%s", c.in, diff)
		}
		checkAccount(t, l)
	}
}

func withNumber(digits string) string { return strings.Replace(recA, "{", `{"x":`+digits+",", 1) }

// eventFileLog loads one event file that need not be on disk.
func eventFileLog(t testing.TB, content []byte) *event.Log {
	t.Helper()
	l, err := newLoader(nil, Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	f := openHandsV1()
	file := container.Given("events/event-00000-00000000-0000.json", container.FromBytes(content))
	log, err := l.readLayout(t.Context(), &f, &layout{name: "x", shape: event.ShapeEvents, events: []eventFile{{file, "event-00000-00000000-0000.json", 0, "00000000-0000"}}})
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// A line beyond the limit is damage, and the lines after it are read.
func TestTooLongLine(t *testing.T) {
	long := append([]byte(recA+"\n"), bytes.Repeat([]byte("x"), maxRecord+100)...)
	in := append(long, "\n"+recB+"\n"...)
	l := one(t, bytesAs(in))
	want := []string{"row a line 1", "row b line 3", fmt.Sprintf("too-large 81+%d before 1 line 2", maxRecord+101)}
	if diff := cmp.Diff(want, story(l)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	checkAccount(t, l)
}
