package replay

import (
	"context"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestForms: a run does not tell which forms somebody has made before it or makes
// beside it.
func TestForms(t *testing.T) {
	r := branchy(1500, 7, true)
	want, err := Run(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	for helpers := range 4 {
		f := NewForms(r, Whole)
		var all sync.WaitGroup
		for range helpers {
			all.Go(func() { f.Help(context.Background()) })
		}
		if helpers == 3 {
			all.Wait()
		}
		got, err := f.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		all.Wait()
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
