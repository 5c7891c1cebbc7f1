package admission

import (
	"fmt"
	"testing"

	"github.com/traj-dev/traj/event"
)

// said is a log of messages with these texts, and ids of its own.
func said(t *testing.T, ids string, texts ...string) *event.Log {
	t.Helper()
	b := event.NewBuilder(true)
	for i, text := range texts {
		r := event.NewRow()
		r.ID, r.Kind, r.Text = b.ID(fmt.Appendf(nil, "%s%d", ids, i)), event.KindMessage, []byte(text)
		b.Append(&r)
	}
	return &event.Log{Table: b.Table()}
}

func texts(n, changed int) []string {
	var out []string
	for i := range n {
		if i < changed {
			out = append(out, fmt.Sprint("changed ", i))
			continue
		}
		out = append(out, fmt.Sprint("line ", i))
	}
	return out
}

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		changed int
		least   float64
		most    float64
	}{{0, 1, 1}, {2, 0.85, 0.99}, {30, 0, 0}} {
		var s sketches
		s.logs = append(s.logs, sketchOf(said(t, "a", texts(100, 0)...)))
		s.logs = append(s.logs, sketchOf(said(t, "b", texts(100, c.changed)...)))
		part := 0.0
		for _, p := range s.pairs() {
			part = p.part
		}
		if part < c.least || part > c.most {
			t.Errorf("%d of 100 lines changed: %.2f in common, want %.2f to %.2f", c.changed, part, c.least, c.most)
		}
	}
}

// Few lines are alike by chance.
func TestFewLines(t *testing.T) {
	var s sketches
	s.logs = append(s.logs, sketchOf(said(t, "a", texts(5, 0)...)))
	s.logs = append(s.logs, sketchOf(said(t, "b", texts(5, 0)...)))
	if p := s.pairs(); len(p) > 0 {
		t.Errorf("five lines make a pair: %v", p)
	}
}
