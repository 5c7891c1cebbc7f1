package replay

import (
	"context"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestForms: a run does not tell which forms somebody has made before it.
func TestForms(t *testing.T) {
	r := branchy(600, 7, true)
	want, err := Run(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []int{1, 2, 3} { // of the pieces, every part-th is made before
		f := NewForms(r)
		var all sync.WaitGroup
		for from, k := 0, 0; from < r.Log.Len(); from, k = from+50, k+1 {
			if k%part == 0 {
				all.Go(func() { f.Make(from, min(from+50, r.Log.Len())) })
			}
		}
		all.Wait()
		got, err := f.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	}
}
