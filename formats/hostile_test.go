package formats

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// TestDamageEndsPatience guards against work that grows with the square of a
// hostile line: each of many records amid damage that reaches to the end of it.
// Only so many are found, and everything behind them is damage.
func TestDamageEndsPatience(t *testing.T) {
	const n = 4000
	for name, in := range map[string]string{
		"line":     recB + "\n" + strings.Repeat(`{"x":[`+recA+",", n) + "\n",
		"array":    "[" + recB + "," + strings.Repeat(`{"x":[`+recA+",", n),
		"envelope": `{"items":[` + recB + "," + strings.Repeat(`{"x":[`+recA+",", n),
	} {
		l := one(t, bytesAs([]byte(in)))
		checkAccount(t, l)
		if l.Len() == 0 || l.Len() > n/2 {
			t.Errorf("%s: %d of %d records found", name, l.Len(), n)
		}
		damage := l.Files[0].Damage
		if d := damage[len(damage)-1]; !d.Tail && d.Reason != event.DamageTorn {
			t.Errorf("%s: the last damage is %+v", name, d)
		}
	}
}

// TestPartsOfALine guards against counting the line feeds of a whole line again
// for each of its many parts.
func TestPartsOfALine(t *testing.T) {
	const n = 20000
	l := one(t, bytesAs([]byte(strings.Repeat(recA+"\x00", n)+"\n")))
	checkAccount(t, l)
	if l.Len() != n {
		t.Errorf("%d of %d records found", l.Len(), n)
	}
}

// TestRepeatedAmongMany guards against comparing every two names of an object.
func TestRepeatedAmongMany(t *testing.T) {
	for _, n := range []int{2, manyNames - 2, manyNames, 300_000} {
		var b strings.Builder
		b.WriteString(`{"again":0`)
		for i := range n {
			fmt.Fprintf(&b, `,"k%d":0`, i)
		}
		var tape jsontape.Tape
		for end, want := range map[string]int{"}": -1, `,"again":1}`: 1 + 2*(n+1)} {
			data := []byte(b.String() + end)
			if _, err := tape.Parse(data); err != nil {
				t.Fatal(err)
			}
			if got := repeated(data, tape.Tokens); got != want {
				t.Errorf("%d names: token %d, want %d", n, got, want)
			}
		}
	}
}

// TestBrokenInADirectory guards against passing over, as of no known format,
// a stream of which nothing could be read.
func TestBrokenInADirectory(t *testing.T) {
	dir := put(t, map[string][]byte{"a.jsonl": []byte(recA + "\n"), "b.jsonl.gz": []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03junk")})
	got := loadWith(Options{Workers: 2}, 0, nil, dir)
	if len(got.logs) != 1 || len(got.errs) != 1 || !strings.Contains(got.errs[0], "b.jsonl.gz: is not an event log") || !strings.Contains(got.errs[0], "(gzip stream: unexpected EOF)") {
		t.Errorf("%d logs, errors %q, passed over %q", len(got.logs), got.errs, got.passed)
	}
}

// TestLateStart reads a log whose first blocks a crash left as NULs.
func TestLateStart(t *testing.T) {
	for _, before := range []string{strings.Repeat("\x00", 1<<20) + "\n", strings.Repeat("\n", 1<<20), strings.Repeat(" ", 100_000)} {
		l := one(t, bytesAs([]byte(before+recA+"\n"+recB+"\n")))
		checkAccount(t, l)
		if l.Len() != 2 {
			t.Errorf("%d rows after %d times %q", l.Len(), len(before), before[0])
		}
	}
}

// TestNoFileByItsName: what is no file, though it is named like one of the
// log, is a file of the log that cannot be read, and is named by its path.
func TestNoFileByItsName(t *testing.T) {
	dir := put(t, map[string][]byte{"c/base_state.json": []byte("{}"), "c/events/event-00000-aaaaaaaa.json": []byte(recA), "d/base_state.json": []byte("{}"), "d/e/x": nil})
	for link, to := range map[string]string{"c/events/event-00001-bbbbbbbb.json": "nowhere", "d/events": "e"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	got := loadWith(Options{Workers: 1}, 0, nil, dir)
	want := map[string]string{
		filepath.Join(dir, "c/events/event-00001-bbbbbbbb.json"): "event: a link that leads nowhere",
		filepath.Join(dir, "d/events"):                           "events: a link to a directory",
	}
	found := map[string]string{}
	for _, l := range got.logs {
		for _, f := range l.Files {
			for _, d := range f.Damage {
				if d.Reason == event.DamageUnreadable {
					found[f.Name] = f.Role.String() + ": " + d.Detail
				}
			}
		}
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestDeepBelowALog: directories below a conversation that lie too deep are
// told of, not left out.
func TestDeepBelowALog(t *testing.T) {
	dir := put(t, map[string][]byte{"c/base_state.json": []byte("{}"), "c/events/event-00000-aaaaaaaa.json": []byte(recA), "c/x" + strings.Repeat("/x", maxDirs+3) + "/y": nil})
	l := one(t, loadWith(Options{Workers: 1}, 0, nil, filepath.Join(dir, "c")))
	n := 0
	for _, f := range l.Files {
		for _, d := range f.Damage {
			if d.Detail == tooDeep() {
				n++
			}
		}
	}
	if n != 1 {
		t.Errorf("told %d times: %+v", n, l.Files)
	}
}
