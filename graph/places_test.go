package graph

import (
	"testing"

	"pgregory.net/rapid"
)

// No two branches share a lane on one line, so that edges cross no event of
// another branch whatever is left out.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := randomInput(t)
		places := Places(in)
		if len(places) != in.Log.Len() {
			t.Fatalf("%d places for %d events", len(places), in.Log.Len())
		}
		for row, p := range places {
			if p.Owner >= 0 {
				continue
			}
			for at := p.Parent + 1; p.Parent >= 0 && int(at) < row; at++ {
				if q := places[at]; q.Owner < 0 && q.Lane == p.Via {
					t.Fatalf("the edge from %d to %d runs through %d in lane %d", p.Parent, row, at, p.Via)
				}
			}
		}
	})
}
