package project

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// anyProfile is one of each way to a view, with and without a tree.
func anyProfile(t *rapid.T) *Profile {
	return rapid.SampledFrom(slices.Concat(openHandsV1, forFormat("openhands-v0"), forFormat("claude-code"), forFormat("codex"), forFormat("pi"))).Draw(t, "profile")
}

// Two items are one message at random, but always the same two.
func anyJoins(t *rapid.T) func(a, b Item) Join {
	seed := rapid.IntRange(0, 7).Draw(t, "joins")
	return func(a, b Item) Join { return Join((int(a.Row)*3+int(b.Row)*5+seed)%7) & (JoinOne | JoinSpoils) }
}

// TestMachine compares every step of a walk to the view made of the whole path.
func TestMachine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Read(anyLog(t), anyProfile(t))
		joins := anyJoins(t)
		m := NewMachine(r, joins)
		seen := map[int32]bool{}
		r.Walk(func(row int32) bool {
			before := m.View()
			m.Push(row)
			m.Pop()
			equal(t, "view after a pop", before, m.View())
			c := m.Push(row)
			seen[row] = true
			judgeMachine(t, r, m, row, joins)
			if got := !slices.Equal(before, m.View()); got && !c.View() {
				t.Fatal("a change of the view that the machine does not tell")
			}
			return true
		}, func(int32) { m.Pop() })
		if m.Items() != 0 || m.Waiting() != 0 || m.Messages() != 0 || !m.Whole() || len(m.ops) != 0 {
			t.Fatalf("after the walk: %d items, %d waiting, %d messages", m.Items(), m.Waiting(), m.Messages())
		}
		for row := range int32(r.Log.Len()) {
			if _, e := r.PathTo(row); (e == nil) != seen[row] {
				t.Fatalf("row %d: path %v, visited %t", row, e, seen[row])
			}
		}
	})
}

func judgeMachine(t *rapid.T, r *Reading, m *Machine, row int32, joins func(a, b Item) Join) {
	path, e := r.PathTo(row)
	if e != nil {
		t.Fatal(e)
	}
	equal(t, "path", path, slices.Clone(m.Path()))
	fold := r.Unenforced(path)
	equal(t, "view", fmt.Sprint(fold.Items), fmt.Sprint(m.View()))
	equal(t, "request", fold.UnhandledRequest, m.Unhandled())
	equal(t, "waiting", len(r.Pending(path)), m.Waiting())
	for _, p := range r.Pending(path) {
		if !m.waiting.is[p] {
			t.Fatalf("row %d does not wait", p)
		}
	}
	n, spoiled := twinMessages(fold.Items, joins)
	equal(t, "messages", n, m.Messages())
	equal(t, "spoiled", spoiled, m.Spoiled())

	rebuilt := r.Rebuild(path)
	if m.Whole() && !slices.Equal(rebuilt.Items, fold.Items) {
		t.Fatalf("whole, and a rebuild drops %v", rebuilt.Enforcements)
	}
	got := m.Enforce()
	equal(t, "view after enforcing", fmt.Sprint(fold.Items), fmt.Sprint(m.View()))
	var left []Item
	for k := m.nodes[0].next; k != 0; k = m.nodes[k].next {
		if !slices.Contains(got.Dropped, k) {
			left = append(left, m.nodes[k].item)
		}
	}
	equal(t, "rebuilt", fmt.Sprint(rebuilt.Items), fmt.Sprint(left))
	n, spoiled = twinMessages(rebuilt.Items, joins)
	equal(t, "messages rebuilt", n, got.Messages)
	equal(t, "spoiled rebuilt", spoiled, got.Spoiled)
}

func twinMessages(items []Item, joins func(a, b Item) Join) (n int, spoiled bool) {
	n = len(items)
	for k := 1; k < len(items); k++ {
		j := joins(items[k-1], items[k])
		if j&JoinOne != 0 {
			n--
		}
		spoiled = spoiled || j&JoinSpoils != 0
	}
	return n, spoiled
}
