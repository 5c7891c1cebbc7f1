package project

import (
	"testing"

	"pgregory.net/rapid"
)

// TestCallWalk compares every step of a walk with what is found from the whole
// path, as PromptAt finds it.
func TestCallWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Read(anyLog(t), anyProfile(t))
		w := NewCallWalk(r)
		r.Walk(func(row int32) bool {
			w.Push(row)
			w.Pop()
			got := w.Push(row)
			path, e := r.PathTo(row)
			if e != nil {
				t.Fatal(e)
			}
			c, asked := r.callOf(path)
			equal(t, "call", c, got.Call)
			equal(t, "asked", asked, got.Asked)
			calls := r.Calls(path)
			equal(t, "opens", len(calls) > 0 && calls[len(calls)-1].First == row, got.Opens)
			p := &Prompt{Path: path[:c.At]}
			p.Rebuilt = r.rebuiltAt(p.Path)
			equal(t, "rebuilt", p.Rebuilt, got.Rebuilt)
			equal(t, "late", r.late(p), r.Late(path[:c.At], got.Rebuilt))
			return true
		}, func(int32) { w.Pop() })
		if len(w.path) != 0 || len(w.calls) != 0 || len(w.of) != 0 {
			t.Fatalf("after the walk: %d events, %d calls, %d responses", len(w.path), len(w.calls), len(w.of))
		}
	})
}
