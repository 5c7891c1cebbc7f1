package tables

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

func tiny() *event.Frame {
	f := noNulls()
	return f.Slice(0, 3)
}

// A file that ends early is an error: no rows are made up, and nothing panics.
func TestReadersOfCutFiles(t *testing.T) {
	for name, read := range readers {
		b, err := write(mustNamed(t, name), tiny())
		if err != nil {
			t.Fatal(err)
		}
		for n := range b {
			got, _, err := readAll(read(b[:n]))
			// A stream may end between messages: what came before is whole.
			if err == nil && (name != "arrow-stream" || got.Len() != 3 && got.Len() != 0) {
				t.Errorf("%s: cut at %d of %d: no error", name, n, len(b))
			}
		}
	}
}

// Every event column survives every format that is read back.
func TestEventsReadBackAsATable(t *testing.T) {
	b := event.NewBuilder(true)
	for i := range 40 {
		r := event.NewRow()
		r.ID, r.Kind, r.Synthetic, r.Flags = b.ID([]byte(oddStrings[i%len(oddStrings)])), event.Kind(i%16), event.Synthetic(i%5), 1<<(i%18)
		r.Type, r.ParentRef, r.Time, r.Text = b.Name([]byte("T")), event.ParentRef(i%3), int64(i), []byte(oddStrings[i%len(oddStrings)])
		if i%7 == 0 {
			r.TokensIn, r.Cost, r.Forgets = int64(i), 0.5, []event.ID{b.ID([]byte("gone"))}
		}
		r.Pos = event.Pos{Offset: int64(i), Length: 1, Line: int32(i), Item: -1}
		b.Append(&r)
	}
	log := &event.Log{Name: "x", Table: b.Table()}
	want, err := log.Frame(event.FrameOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for name, read := range readers {
		file, err := write(mustNamed(t, name), want)
		if err != nil {
			t.Fatal(err)
		}
		f, _, err := readAll(read(file))
		if err != nil {
			t.Fatal(err)
		}
		table, err := event.TableFromFrame(f)
		if err != nil {
			t.Fatal(err)
		}
		got, err := (&event.Log{Name: "x", Table: table}).Frame(event.FrameOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(cells(want), cells(got)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}
