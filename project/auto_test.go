package project

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/formats"
)

// TestAutoReadIsRead holds what choosing a profile leaves behind against a
// reading that nothing came before.
func TestAutoReadIsRead(t *testing.T) {
	read, shared := 0, 0
	for l, err := range formats.Load(context.Background(), []string{filepath.Join("..", "fixtures")}, os.Stdin, formats.Options{Workers: 1, Text: true}) {
		if l == nil || err != nil {
			continue // a fixture that is no log
		}
		read++
		choice, got := AutoRead(l)
		want := Read(l, choice.Profile)
		if _, r := auto(l); r != nil {
			shared++
		}
		if d := cmp.Diff(saidBy(want), saidBy(got)); d != "" {
			t.Errorf("%s as %s (-read +autoread):\n%s", l.Name, choice.Profile.Name, d)
		}
	}
	if read == 0 || shared == 0 || shared == read {
		t.Errorf("%d logs read, %d of them to choose", read, shared)
	}
}

// saidBy is what a reading tells of each row and of the log.
func saidBy(r *Reading) []any {
	out := []any{r.Lenient, r.Profile.Name, r.Seq, r.refused, r.parent, r.slotOf, r.head.ID, r.head.Why, r.active, r.activeOf, r.actionOf}
	for i := range r.Log.Len() {
		out = append(out, r.Tree.Parent(i), r.Results(int32(i)), r.Readable(int32(i)))
	}
	return out
}
