package watch_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/watch"
	"github.com/traj-dev/traj/project"
)

const settle = 5 * time.Second

// bench is a directory, a clock that stands still, and a follower of both.
type bench struct {
	t    *testing.T
	dir  string
	mu   sync.Mutex // logs are judged side by side
	now  time.Time
	slow time.Duration // what a judgement takes
	f    *watch.Follower[string]
	next time.Time
}

func newBench(t *testing.T, inputs ...string) *bench {
	b := &bench{t: t, dir: t.TempDir(), now: time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)}
	for i := range inputs {
		inputs[i] = filepath.Join(b.dir, inputs[i])
	}
	if len(inputs) == 0 {
		inputs = []string{b.dir}
	}
	b.f = watch.New(watch.Options[string]{Inputs: inputs, Settle: settle, Workers: 2, Judge: b.judge, Now: b.clock})
	return b
}

func (b *bench) clock() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.now
}

func (b *bench) judge(l *event.Log) watch.Judged[string] {
	b.mu.Lock()
	b.now = b.now.Add(b.slow)
	b.mu.Unlock()
	name, _ := filepath.Rel(b.dir, l.Name)
	j := watch.Judged[string]{Name: l.Name, Value: name}
	for _, f := range l.Files {
		if len(f.Damage) > 0 && f.Damage[len(f.Damage)-1].Tail {
			j.Tails = append(j.Tails, f.Name)
		}
	}
	for _, f := range audit.Run(project.Read(l, project.Auto(l).Profile), audit.Options{}).Findings {
		x := watch.Finding{Key: fmt.Sprintf("%s %s %s", f.Rule.ID, f.Severity, f.EventID)}
		if f.Rule.ID == "LG001" {
			x.Key, x.Tail = "LG001 "+filepath.Base(f.Location.File), f.Location.File
		}
		j.Findings = append(j.Findings, x)
	}
	return j
}

// pass lets time go by and looks once.
func (b *bench) pass(after time.Duration) []string {
	b.t.Helper()
	b.now = b.now.Add(after)
	var out []string
	next, err := b.f.Pass(context.Background(), func(c watch.Change[string]) error {
		out = append(out, word(b.dir, c))
		return nil
	})
	if err != nil {
		b.t.Fatal(err)
	}
	b.next = next
	return out
}

func word(dir string, c watch.Change[string]) string {
	switch c.Kind {
	case watch.Found, watch.Resolved:
		return c.Kind.String() + " " + c.Log.Value + " " + c.Log.Findings[c.Finding].Key
	case watch.Gone:
		return "gone " + c.Log.Value
	}
	return c.Kind.String() + " " + strings.TrimPrefix(c.Text, dir+"/")
}

func (b *bench) expect(after time.Duration, want ...string) {
	b.t.Helper()
	if diff := cmp.Diff(want, b.pass(after)); diff != "" {
		b.t.Errorf("after %s (-want +got)\n%s", after, diff)
	}
}

// write puts bytes at the end of a file, as of the time of the clock.
func (b *bench) write(name string, data []byte) {
	b.t.Helper()
	path := filepath.Join(b.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		b.t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(data); err != nil {
		b.t.Fatal(err)
	}
	if err := os.Chtimes(path, b.now, b.now); err != nil {
		b.t.Fatal(err)
	}
}

func fixture(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../fixtures", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

const (
	act   = "b0099316-f80a-4a79-8dad-68432e30ee88"
	fork  = "PC006 info 81eebb24-624e-42bd-a342-a8a36565ddae"
	lines = "openhands-v1/conversation.jsonl"
)

// A record that is cut off is no finding until its file has stood still, and
// what is found because of it waits as long.
func TestTornTailSettles(t *testing.T) {
	b := newBench(t)
	log := fixture(t, lines)
	b.write("a.jsonl", log[:9000])
	b.expect(0)
	b.expect(settle - 1)
	b.expect(1, "found a.jsonl "+fork, "found a.jsonl AO001 warning "+act, "found a.jsonl LG001 a.jsonl")
	if !b.next.IsZero() || b.f.Reads != 1 {
		t.Errorf("%d reads, next at %s", b.f.Reads, b.next)
	}
	b.write("a.jsonl", log[9000:])
	b.expect(time.Second, "resolved a.jsonl AO001 warning "+act, "resolved a.jsonl LG001 a.jsonl")
}

// A tail that grows into a record was never a finding.
func TestTornTailGrows(t *testing.T) {
	b := newBench(t)
	log := fixture(t, lines)
	b.write("a.jsonl", log[:9000])
	b.expect(0)
	b.write("a.jsonl", log[9000:])
	b.expect(settle-1, "found a.jsonl "+fork)
	b.expect(time.Hour)
}

// A log that is torn whenever anybody looks is told all the same.
func TestTornAgainAndAgain(t *testing.T) {
	b := newBench(t)
	log := fixture(t, lines)
	b.write("a.jsonl", log[:8500])
	b.expect(0)
	for i := range 4 {
		b.write("a.jsonl", log[8500+i*10:8510+i*10])
		b.expect(time.Second)
	}
	b.write("a.jsonl", log[8540:8550])
	b.expect(time.Second, "found a.jsonl "+fork, "found a.jsonl AO001 warning "+act)
	b.expect(settle, "found a.jsonl LG001 a.jsonl")
}

// An action is told when it has no result, and once more when the result comes.
func TestOrphanIsAnswered(t *testing.T) {
	b := newBench(t)
	all := strings.SplitAfter(string(fixture(t, lines)), "\n")
	b.write("a.jsonl", []byte(strings.Join(all[:13], "")))
	b.expect(0, "found a.jsonl "+fork, "found a.jsonl AO001 warning "+act)
	b.expect(time.Minute)
	b.write("a.jsonl", []byte(all[13]))
	b.expect(time.Second, "resolved a.jsonl AO001 warning "+act)
}

// The events of a directory come as files.
func TestDirectoryGrows(t *testing.T) {
	b := newBench(t)
	const conv = "openhands-v1/conversation"
	found, err := filepath.Glob("../../fixtures/" + conv + "/events/*.json")
	if err != nil || len(found) != 17 {
		t.Fatalf("%d event files, %v", len(found), err)
	}
	put := func(i, from, to int) {
		data := fixture(t, conv+"/events/"+filepath.Base(found[i]))
		b.write("c/events/"+filepath.Base(found[i]), data[from:min(to, len(data))])
	}
	b.write("c/base_state.json", fixture(t, conv+"/base_state.json"))
	for i := range 15 {
		put(i, 0, 1<<20)
	}
	told := b.pass(0)
	if !slices.ContainsFunc(told, func(s string) bool { return strings.HasPrefix(s, "found c ") }) {
		t.Errorf("%q", told)
	}
	put(15, 0, 1<<20)
	put(16, 0, 100)
	if got := b.pass(time.Second); got != nil {
		t.Errorf("while the last file is written: %q", got)
	}
	put(16, 100, 1<<20)
	b.pass(time.Second)
	if got := b.standing(); !cmp.Equal(got, []string{"c " + fork}) {
		t.Errorf("at the end %q", got)
	}
}

func (b *bench) standing() (out []string) {
	for _, s := range b.f.Logs() {
		for _, i := range s.Findings {
			out = append(out, s.Log.Value+" "+s.Log.Findings[i].Key)
		}
	}
	return out
}

// What did not change is not read again, however often the rest is.
func TestUntouchedIsNotRead(t *testing.T) {
	b := newBench(t)
	log := fixture(t, lines)
	b.write("still.jsonl", log)
	b.write("grows.jsonl", log[:9000])
	b.pass(0)
	for i := range 10 {
		b.write("grows.jsonl", log[9000+i*100:9100+i*100])
		b.pass(time.Second)
	}
	b.pass(time.Hour)
	want := int64(len(log) + 9000)
	for i := range 10 {
		want += int64(9100 + i*100)
	}
	if b.f.Reads != 12 || b.f.Bytes != want {
		t.Errorf("%d reads of %d bytes, want 12 of %d", b.f.Reads, b.f.Bytes, want)
	}
}

func TestInputComesAndGoes(t *testing.T) {
	b := newBench(t, "a.jsonl", "other")
	b.expect(0)
	b.expect(settle, "problem a.jsonl: no such file or directory", "problem other: no such file or directory")
	log := fixture(t, lines)
	b.write("a.jsonl", log)
	b.expect(time.Second, "mended a.jsonl: no such file or directory", "found a.jsonl "+fork)
	if err := os.Remove(filepath.Join(b.dir, "a.jsonl")); err != nil {
		t.Fatal(err)
	}
	b.expect(time.Second, "gone a.jsonl")
}

// What takes long to read is not read all the time.
func TestSlowLogRests(t *testing.T) {
	b := newBench(t)
	log := fixture(t, lines)
	b.write("a.jsonl", log[:9000])
	b.slow = 10 * time.Second
	b.pass(0)
	b.write("a.jsonl", log[9000:])
	b.pass(39 * time.Second)
	if b.f.Reads != 1 || b.next.IsZero() {
		t.Errorf("%d reads, next at %s", b.f.Reads, b.next)
	}
	b.pass(b.next.Sub(b.now))
	if b.f.Reads != 2 {
		t.Errorf("%d reads", b.f.Reads)
	}
}

// Whatever the pieces in which a log comes, in the end that is told and holds
// which one look at the whole finds; nothing is told twice, and nothing is
// resolved that was not told.
func TestGrowthEndsAsTheWhole(t *testing.T) {
	for _, name := range []string{lines, "openhands-v1/output.jsonl", "openhands-v0/trajectory.json", "claude-code/torn.jsonl", "claude-code/session.jsonl",
		"pi/crash.jsonl", "gemini-cli/broken.jsonl", "inspect/whole.eval", "codex/rollout.jsonl.zst"} {
		data := fixture(t, name)
		whole := newBench(t)
		whole.write("x.log", data)
		whole.pass(0)
		whole.pass(time.Hour)
		for seed := range uint64(3) {
			b, rnd := newBench(t), rand.New(rand.NewPCG(seed, 1))
			told := map[string]bool{}
			note := func(changes []string) {
				for _, c := range changes {
					kind, what, _ := strings.Cut(c, " ")
					if kind == "gone" { // as a part of an archive that is one as long as it is not whole
						maps.DeleteFunc(told, func(x string, _ bool) bool { return strings.HasPrefix(x, what+" ") })
						continue
					}
					if told[what] == (kind == "found" || kind == "problem") {
						t.Fatalf("%s, seed %d: %s", name, seed, c)
					}
					told[what] = !told[what]
				}
			}
			for at := 0; at < len(data); {
				n := min(1+rnd.IntN(3000), len(data)-at)
				b.write("x.log", data[at:at+n])
				at += n
				note(b.pass(time.Duration(rnd.IntN(4000)) * time.Millisecond * 2))
			}
			note(b.pass(time.Hour))
			if diff := cmp.Diff(whole.standing(), b.standing()); diff != "" {
				t.Errorf("%s, seed %d (-whole +grown)\n%s", name, seed, diff)
			}
		}
	}
}

// stepper looks as often as it is asked to, a second apart.
type stepper struct {
	b     *bench
	steps []func()
}

func (s *stepper) Wait(_ context.Context, until time.Time) bool {
	if len(s.steps) == 0 {
		s.b.now = until
		return !until.IsZero()
	}
	s.b.now = s.b.now.Add(time.Second)
	s.steps[0]()
	s.steps = s.steps[1:]
	return true
}

// A run that is stopped tells what it held back, but not that the record was
// cut off which is being written.
func TestRunEnds(t *testing.T) {
	for _, c := range []struct {
		idle time.Duration
		open int
		want []string
	}{
		{0, 1, []string{"found a.jsonl " + fork, "found a.jsonl AO001 warning " + act}},
		{time.Minute, 0, []string{"found a.jsonl " + fork, "found a.jsonl AO001 warning " + act, "found a.jsonl LG001 a.jsonl"}},
	} {
		b := newBench(t)
		ctx, stop := context.WithCancel(context.Background())
		log := fixture(t, lines)
		steps := []func(){func() { b.write("a.jsonl", log[:9000]) }}
		if c.idle == 0 {
			steps = append(steps, stop)
		}
		var got []string
		open, err := b.f.Run(ctx, &stepper{b, steps}, c.idle, func(x watch.Change[string]) error {
			got = append(got, word(b.dir, x))
			return nil
		})
		if err != nil || open != c.open || !cmp.Equal(c.want, got) {
			t.Errorf("idle %s: %d open, %v\n%s", c.idle, open, err, cmp.Diff(c.want, got))
		}
		stop()
	}
}

// A Disk wakes for what is written, at any depth, in directories that are made
// while it waits.
func TestDiskWakes(t *testing.T) {
	dir := t.TempDir()
	d := watch.NewDisk([]string{dir})
	defer d.Close()
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	for i := range 3 {
		path := filepath.Join(dir, fmt.Sprint("new", i), "deep", "a")
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		if !d.Wait(ctx, time.Time{}) {
			t.Fatal("nobody told of a directory")
		}
		if err := os.WriteFile(filepath.Join(path, "f"), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
		if !d.Wait(ctx, time.Time{}) {
			t.Fatal("nobody told of a file")
		}
	}
}
