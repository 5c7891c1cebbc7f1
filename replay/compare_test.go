package replay

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// told is what a check must say of a planted change.
type told struct {
	Class   Class
	Event   string
	Message int
	Field   string
	Depth   int
}

// TestPlantedChanges: each change is told once, at its event, as what it is.
func TestPlantedChanges(t *testing.T) {
	plant := func(step string, f func(m *maker)) *project.Reading {
		return story(func(m *maker, s string) bool {
			if s == step {
				f(m)
			}
			return s == step
		})
	}
	for name, c := range map[string]struct {
		now  *project.Reading
		want []told
	}{
		"nothing":               {story(nil), nil},
		"a byte of text":        {plant("m1", func(m *maker) { m.user("m1", "", "fix It") }), []told{{Different, "m1", 0, "content[0].text", 1}}},
		"a byte of an argument": {plant("a2", func(m *maker) { m.call("a2", "a1", "r1", "cat g") }), []told{{Different, "a2", 1, "tool_calls[0].arguments", 3}}},
		"a byte of a result":    {plant("o2", func(m *maker) { m.result("o2", "o1", "a2", "Text") }), []told{{Different, "o2", 3, "content[0].text", 5}}},
		"a result of another call": {plant("o2", func(m *maker) { m.result("o2", "o1", "a1", "text") }), []told{
			{Different, "o2", 3, "tool_call_id", 5}}},
		"an added message": {story(func(m *maker, s string) bool {
			if s == "m2" {
				m.user("m9", "o2", "and this")
				m.user("m2", "m9", "go on")
			}
			return s == "m2"
		}), []told{{Extra, "m9", 4, "", 6}}},
		"a lost message": {story(func(m *maker, s string) bool {
			if s == "c1" {
				m.forget("c1", "o2", "looked at f", 1, "a1", "a2", "o1", "o2")
			}
			return s == "m2" || s == "c1"
		}), []told{{Missing, "m2", 4, "", 6}}},
		"a lost condensation": {story(func(m *maker, s string) bool {
			if s == "a3" {
				m.call("a3", "m2", "r2", "make")
			}
			return s == "c1" || s == "a3"
		}), []told{{Missing, "c1", -1, "", 7}}},
		"a condensation that forgets less": {plant("c1", func(m *maker) { m.forget("c1", "m2", "looked at f", 1, "a1", "a2", "o1") }), []told{
			{Different, "c1", 0, "removed", 7}}},
		"another summary": {plant("c1", func(m *maker) { m.forget("c1", "m2", "looked at g", 1, "a1", "a2", "o1", "o2") }), []told{
			{Different, "c1", 0, "content[0].text", 7}}},
		"a changed parent": {plant("m3", func(m *maker) { m.user("m3", "m2", "rather do this") }), []told{{Different, "m3", 4, "parent", 7}}},
		"reordered results": {story(func(m *maker, s string) bool {
			if s == "o1" {
				m.result("o2", "a2", "a2", "text")
				m.result("o1", "o2", "a1", "f")
			}
			if s == "m2" {
				m.user("m2", "o1", "go on")
			}
			if s == "m3" {
				m.user("m3", "o1", "rather do this")
			}
			return s == "o1" || s == "o2" || s == "m2" || s == "m3"
		}), []told{{Different, "o1", 3, "parent", 5}, {Different, "o2", 2, "parent", 4}, {Different, "m2", 4, "parent", 6}, {Different, "m3", 4, "parent", 6}}},
		"a lost end of a branch": {story(func(_ *maker, s string) bool { return s == "a4" }), []told{{Missing, "a4", 5, "", 7}}},
		"an action that became a result of its own": {plant("a4", func(m *maker) {
			m.call("a4", "m3", "r3", "git push")
			m.failure("x4", "a4", "a4", "no", event.NotSynthetic)
		}), []told{{Extra, "x4", 6, "", 8}}},
	} {
		t.Run(name, func(t *testing.T) {
			was := story(nil)
			got := Compare(run(t, was), run(t, c.now))
			var tell []told
			for _, d := range got.Divergences {
				if err := Explain(c.now, d); err != nil {
					t.Fatal(err)
				}
				tell = append(tell, told{d.Class, d.Event(), d.Message, d.Field, d.Depth()})
			}
			if d := cmp.Diff(c.want, tell); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestMatch: what a log holds decides, not where it stands.
func TestMatch(t *testing.T) {
	whole := run(t, story(nil))
	changed := run(t, story(func(_ *maker, s string) bool { return s == "a4" }))
	m := newMaker()
	m.user("z", "", "another log")
	other := run(t, m.reading())
	other.Conversation = "other"
	for _, c := range []struct {
		recorded, now []*Record
		want          []Pair
	}{
		{[]*Record{whole, other}, []*Record{other, whole}, []Pair{{1, 0}, {0, 1}}},
		{[]*Record{other, whole}, []*Record{changed, other}, []Pair{{1, 0}, {0, 1}}},
		{[]*Record{whole, changed}, []*Record{changed, whole}, []Pair{{1, 0}, {0, 1}}},
		{[]*Record{other}, []*Record{whole}, []Pair{{-1, 0}, {0, -1}}},
		{[]*Record{whole, whole}, []*Record{whole}, []Pair{{0, 0}, {1, -1}}},
	} {
		if d := cmp.Diff(c.want, Match(c.recorded, c.now)); d != "" {
			t.Error(d)
		}
	}
}

// TestTwinsInAnotherOrder: two logs of the same records, of which one has
// another head, are not mixed up when they change places.
func TestTwinsInAnotherOrder(t *testing.T) {
	first, r := run(t, story(nil)), story(nil)
	id := "o2"
	r.Log.State = &event.State{Head: &id}
	r = project.Read(r.Log, r.Profile)
	second := run(t, r)
	c := NewChecker([]*Record{first, second})
	if err := c.Add(r, run(t, r)); err != nil {
		t.Fatal(err)
	}
	if err := c.Add(story(nil), run(t, story(nil))); err != nil {
		t.Fatal(err)
	}
	checked, err := c.Finish(false)
	if err != nil || len(checked) != 2 {
		t.Fatal(checked, err)
	}
	for _, x := range checked {
		if x.Comparison == nil || len(x.Divergences) > 0 {
			t.Errorf("%+v", x)
		}
	}
	if d := cmp.Diff([]Pair{{1, 0}, {0, 1}}, Match([]*Record{first, second}, []*Record{second, first})); d != "" {
		t.Error(d)
	}
}
