package replay

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// maker writes logs by hand: columns and records together.
type maker struct {
	*event.Builder
	bodies records
}

type records [][]byte

func (b records) Body(i int, _ []byte) ([]byte, error) { return b[i], nil }

func newMaker() *maker { return &maker{Builder: event.NewBuilder(false)} }

func (m *maker) id(s string) event.ID {
	if s == "" {
		return 0
	}
	return m.ID([]byte(s))
}

func (m *maker) name(s string) event.Name { return m.Name([]byte(s)) }

// row begins an event whose parent is the one named, "" for none.
func (m *maker) row(kind event.Kind, id, parent string) event.Row {
	r := event.NewRow()
	r.Kind, r.ID, r.Type = kind, m.id(id), m.name(kind.String())
	if parent != "" {
		r.ParentRef, r.Parent = event.ParentID, m.id(parent)
	}
	return r
}

func (m *maker) add(r event.Row, body string) {
	m.Append(&r)
	m.bodies = append(m.bodies, []byte(body))
}

func (m *maker) user(id, parent, text string) {
	r := m.row(event.KindMessage, id, parent)
	r.Source = m.name("user")
	m.add(r, fmt.Sprintf(`{"id":%q,"llm_message":{"role":"user","content":[{"type":"text","text":%q}]}}`, id, text))
}

func (m *maker) call(id, parent, response, command string) {
	r := m.row(event.KindAction, id, parent)
	r.ResponseID, r.CallID, r.Tool = m.id(response), m.id("call-"+id), m.name("terminal")
	r.Flags |= event.FlagExecutable
	m.add(r, fmt.Sprintf(`{"id":%q,"thought":[],"tool_call":{"id":"call-%s","name":"terminal","arguments":%q,"origin":"completion"}}`,
		id, id, fmt.Sprintf(`{"command":%q}`, command)))
}

func (m *maker) result(id, parent, of, text string) {
	r := m.row(event.KindResult, id, parent)
	r.ActionID, r.CallID = m.id(of), m.id("call-"+of)
	m.add(r, fmt.Sprintf(`{"id":%q,"tool_call_id":"call-%s","tool_name":"terminal","observation":{"content":[{"type":"text","text":%q}]}}`, id, of, text))
}

func (m *maker) failure(id, parent, of, text string, by event.Synthetic) {
	r := m.row(event.KindError, id, parent)
	r.CallID, r.Synthetic = m.id("call-"+of), by
	m.add(r, fmt.Sprintf(`{"id":%q,"tool_call_id":"call-%s","tool_name":"terminal","error":%q}`, id, of, text))
}

func (m *maker) forget(id, parent, summary string, offset int64, ids ...string) {
	r := m.row(event.KindCondensation, id, parent)
	for _, f := range ids {
		r.Forgets = append(r.Forgets, m.id(f))
	}
	r.Flags |= event.FlagSummary | event.FlagSummaryOffset
	r.SummaryOffset = offset
	m.add(r, fmt.Sprintf(`{"id":%q,"summary":%q,"summary_offset":%d}`, id, summary, offset))
}

func (m *maker) log() *event.Log {
	return &event.Log{Name: "made", Conversation: "conv", Format: "openhands-v1", Shape: event.ShapeStream, Table: m.Table(), Bodies: m.bodies}
}

func (m *maker) reading() *project.Reading { return project.Read(m.log(), project.Newest()) }

func run(t *testing.T, r *project.Reading) *Record {
	t.Helper()
	rec, err := Run(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// story is a log with everything a checkpoint speaks of: a batch, a
// condensation, two branches, an action left waiting.
func story(change func(m *maker, step string) bool) *project.Reading {
	m := newMaker()
	do := func(step string, f func()) {
		if change == nil || !change(m, step) {
			f()
		}
	}
	do("m1", func() { m.user("m1", "", "fix it") })
	do("a1", func() { m.call("a1", "m1", "r1", "ls") })
	do("a2", func() { m.call("a2", "a1", "r1", "cat f") })
	do("o1", func() { m.result("o1", "a2", "a1", "f") })
	do("o2", func() { m.result("o2", "o1", "a2", "text") })
	do("m2", func() { m.user("m2", "o2", "go on") })
	do("c1", func() { m.forget("c1", "m2", "looked at f", 1, "a1", "a2", "o1", "o2") })
	do("a3", func() { m.call("a3", "c1", "r2", "make") })
	do("o3", func() { m.result("o3", "a3", "a3", "done") })
	do("m3", func() { m.user("m3", "o2", "rather do this") })
	do("a4", func() { m.call("a4", "m3", "r3", "git push") })
	return m.reading()
}

// dumbChain goes down one path and makes every view anew.
func dumbChain(t *testing.T, r *project.Reading, path []int32) Digest {
	chain := Digest(sha256.Sum256([]byte("traj-checkpoints 1\n")))
	number := map[project.Item]int{}
	var before []project.Item
	for n := range path {
		now := r.Unenforced(path[:n+1]).Items
		text := ""
		for _, i := range before {
			if !has(now, i) {
				text += fmt.Sprintf("-%d\n", number[i])
			}
		}
		for k, i := range now {
			if has(before, i) {
				continue
			}
			number[i] = len(number) + 1
			next := 0
			if k+1 < len(now) {
				next = number[now[k+1]]
			}
			m, err := r.Items().Message(i)
			if err != nil {
				t.Fatal(err)
			}
			list, _ := project.Wire(project.Neutral, []project.Message{m})
			text += fmt.Sprintf("+%d %d %x\n", number[i], next, sha256.Sum256([]byte(strings.Trim(string(list), "[]"))))
		}
		if text != "" {
			ms, err := r.Messages(r.Unenforced(path[:n+1]))
			if err != nil {
				t.Fatal(err)
			}
			chain = sha256.Sum256([]byte(string(chain[:]) + text + fmt.Sprintf("=%d\n", len(ms))))
		}
		before = now
	}
	return chain
}

func has(items []project.Item, i project.Item) bool {
	for _, x := range items {
		if x == i {
			return true
		}
	}
	return false
}

func TestChainIsThatOfOneBranchAlone(t *testing.T) {
	r := story(nil)
	steps := 0
	for _, cp := range run(t, r).Checkpoints {
		if cp.Kind != Step {
			continue
		}
		steps++
		path, e := r.PathTo(cp.Row)
		if e != nil {
			t.Fatal(e)
		}
		if want := dumbChain(t, r, path); cp.Digest != want {
			t.Errorf("chain at %s: %s, want %s", cp.Event, cp.Digest, want)
		}
		if want := len(r.Pending(path)); cp.Waiting != want || cp.Depth != len(path) {
			t.Errorf("%s: %d waiting at depth %d", cp.Event, cp.Waiting, cp.Depth)
		}
	}
	if steps != 11 {
		t.Errorf("%d steps", steps)
	}
}

func TestFileGoesRound(t *testing.T) {
	odd := func(m *maker, step string) bool {
		if step == "m1" {
			m.user("m1", "", "fix \" it\x01")
			m.user("an id with \"blanks\"", "m1", "")
			m.user("^", "an id with \"blanks\"", "x")
			m.user("-", "^", "x")
		}
		return step == "m1"
	}
	var b bytes.Buffer
	w := NewWriter(&b)
	var want []*Record
	for _, r := range []*project.Reading{story(nil), story(odd)} {
		rec := run(t, r)
		if err := w.Log(rec); err != nil {
			t.Fatal(err)
		}
		want = append(want, rec)
	}
	text := b.String()
	got, err := Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range want {
		for i := range rec.Checkpoints {
			rec.Checkpoints[i].Row = -1
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for cut := range len(text) {
		_, err := Parse(strings.NewReader(text[:cut]))
		whole := wholeLogs.MatchString(text[:cut])
		if err == nil && !whole {
			t.Errorf("cut at byte %d of %d reads", cut, len(text))
		}
	}
}

// wholeLogs is a file that ends with the end of a log, or before the first.
var wholeLogs = regexp.MustCompile(`(^traj-checkpoints 1|\nend \d\d)\n?$`)

func FuzzParse(f *testing.F) {
	var b bytes.Buffer
	rec, _ := Run(context.Background(), story(nil))
	_ = NewWriter(&b).Log(rec)
	f.Add(b.String())
	f.Fuzz(func(t *testing.T, s string) {
		recs, err := Parse(strings.NewReader(s))
		if err != nil {
			return
		}
		var b bytes.Buffer
		w := NewWriter(&b)
		for _, r := range recs {
			_ = w.Log(r)
		}
		_ = w.Flush()
		again, err := Parse(&b)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(recs, again); d != "" {
			t.Fatal(d)
		}
	})
}
