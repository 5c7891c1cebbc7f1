package event

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPick guards against columns that change their order or their values when
// they are made alone.
func TestPick(t *testing.T) {
	b := NewBuilder(true)
	for _, text := range []string{"one", "two"} {
		r := NewRow()
		r.Text, r.ID = []byte(text), b.ID([]byte(text))
		b.Append(&r)
	}
	l := &Log{Table: b.Table()}
	names := []string{"text", "kind", "row", "id"}
	whole, err := l.Frame(FrameOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := whole.Pick(names)
	if err != nil || want.Len() != 2 || want.Columns[0].Strings[1] != "two" {
		t.Fatal(want, err)
	}
	got, err := l.Frame(FrameOptions{Columns: names})
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	for _, bad := range []string{"id", "body"} {
		if f, err := whole.Pick([]string{"id", bad}); err == nil {
			t.Errorf("%s: %v", bad, f.Schema)
		}
	}
}
