package event

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestIndexAgreesWithAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.IntRange(1, 8).Draw(t, "ids")
		at := rapid.SliceOfN(rapid.IntRange(0, ids-1), 0, 20).Draw(t, "at")
		x := NewIndex(len(at), ids, func(i int) ID { return ID(at[i]) })
		want := map[ID][]int32{}
		for i, id := range at {
			if id != 0 {
				want[ID(id)] = append(want[ID(id)], int32(i))
			}
		}
		for id := ID(-2); id < ID(ids)+3; id++ {
			if d := cmp.Diff(want[id], append([]int32(nil), x.Rows(id)...)); d != "" {
				t.Fatalf("Rows(%d) of %v (-want +got):\n%s", id, at, d)
			}
			first := int32(-1)
			if len(want[id]) > 0 {
				first = want[id][0]
			}
			if x.First(id) != first {
				t.Fatalf("First(%d) = %d, want %d of %v", id, x.First(id), first, at)
			}
		}
	})
}
