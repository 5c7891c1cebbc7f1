package tables

import (
	"bytes"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"

	"github.com/traj-dev/traj/event"
)

// Arrow's Go library has written null counts of -1 for dictionaries without
// nulls, which other readers refuse: what stands in the files is read raw.

func TestArrowNullCountsAreTrue(t *testing.T) {
	for _, f := range []*event.Frame{oddFrame(), bigFrame(1000, 10), event.NewFrame(allTypes()), noNulls()} {
		b, err := write(mustNamed(t, "arrow"), f)
		if err != nil {
			t.Fatal(err)
		}
		r, err := ipc.NewFileReader(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		rec, err := r.Record(0)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range rec.Columns() {
			if got, want := a.NullN(), f.Columns[i].Nulls(); got != want {
				t.Errorf("column %q: null count %d, want %d", f.Columns[i].Name, got, want)
			}
			if rec.Schema().Field(i).Nullable != f.Columns[i].Nullable {
				t.Errorf("column %q: nullable differs", f.Columns[i].Name)
			}
		}
	}
}

func TestParquetNullCountsAreTrue(t *testing.T) {
	for _, f := range []*event.Frame{oddFrame(), bigFrame(1000, 10), noNulls()} {
		b, err := write(mustNamed(t, "parquet"), f)
		if err != nil {
			t.Fatal(err)
		}
		r, err := file.NewParquetReader(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.MetaData().Schema.Root().RepetitionType(); got != parquet.Repetitions.Required {
			t.Errorf("the root is %s", got)
		}
		for i := range f.Columns {
			chunk, err := r.MetaData().RowGroup(0).ColumnChunk(i)
			if err != nil {
				t.Fatal(err)
			}
			stats, err := chunk.Statistics()
			if err != nil {
				t.Fatal(err)
			}
			c := &f.Columns[i]
			want := int64(c.Nulls())
			if c.Type == event.TypeList {
				continue // counts empty lists too, as the format says
			}
			if stats == nil || !stats.HasNullCount() || stats.NullCount() != want {
				t.Errorf("column %q: null count %v, want %d", c.Name, stats, want)
			}
		}
	}
}

// noNulls has columns that may be null and never are.
func noNulls() *event.Frame {
	f := event.NewFrame(allTypes())
	for n := range 10 {
		for i := range f.Columns {
			appendOdd(&f.Columns[i], n)
		}
	}
	return f
}
