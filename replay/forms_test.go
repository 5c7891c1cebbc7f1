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
		f := NewForms(r, Whole)
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

// TestDetail: what a replay tells of views does not depend on how far it looks
// into records, and what it did not look at it leaves out.
func TestDetail(t *testing.T) {
	r := branchy(600, 7, true)
	want, err := Run(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []Detail{Places, Keyed} {
		got, err := NewForms(r, d).Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if d == Keyed && got.Key != want.Key {
			t.Error("another key")
		}
		ignore := cmp.FilterPath(func(p cmp.Path) bool {
			switch p.String() {
			case "Key", "Checkpoints.Digest", "Checkpoints.Messages", "Checkpoints.Text":
				return true
			}
			return false
		}, cmp.Ignore())
		if diff := cmp.Diff(want, got, ignore); diff != "" {
			t.Error(diff)
		}
		losses, left := Losses(r, want)
		gotLosses, gotLeft := Losses(r, got)
		for i := range losses {
			losses[i].Checkpoint, gotLosses[i].Checkpoint = nil, nil
		}
		if diff := cmp.Diff(losses, gotLosses); diff != "" || left != gotLeft {
			t.Error(diff)
		}
	}
}
