package tables

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/traj-dev/traj/event"
)

// readers are the formats that are read back.
var readers = map[string]func(b []byte) iter.Seq2[*event.Frame, error]{
	"arrow":        func(b []byte) iter.Seq2[*event.Frame, error] { return ReadArrow(bytes.NewReader(b), int64(len(b))) },
	"arrow-stream": func(b []byte) iter.Seq2[*event.Frame, error] { return ReadArrowStream(bytes.NewReader(b)) },
	"parquet":      func(b []byte) iter.Seq2[*event.Frame, error] { return ReadParquet(bytes.NewReader(b), int64(len(b))) },
}

// readAll puts the frames of a file together.
func readAll(frames iter.Seq2[*event.Frame, error]) (all *event.Frame, pieces int, err error) {
	for f, err := range frames {
		if err != nil {
			return nil, pieces, err
		}
		if pieces++; all == nil {
			all = event.NewFrame(f.Schema)
		}
		if err := all.Append(f, 0, f.Len()); err != nil {
			return nil, pieces, err
		}
	}
	return all, pieces, nil
}

func write(f Format, frames ...*event.Frame) ([]byte, error) {
	var out bytes.Buffer
	w, err := f.NewWriter(&out, frames[0].Schema)
	if err != nil {
		return nil, err
	}
	for _, frame := range frames {
		if err := w.Write(frame); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return out.Bytes(), err
}

func checkReadBack(name string, want *event.Frame) error {
	f, _ := Named(name)
	b, err := write(f, want)
	if err != nil {
		return err
	}
	got, _, err := readAll(readers[name](b))
	if err != nil {
		return err
	}
	if d := cmp.Diff(want.Name, got.Name) + cmp.Diff(want.Fields, got.Fields); d != "" {
		return fmt.Errorf("%s: schema (-want +got):\n%s", name, d)
	}
	if d := cmp.Diff(cells(want), cells(got)); d != "" {
		return fmt.Errorf("%s: (-want +got):\n%s", name, d)
	}
	return nil
}

func TestReadBack(t *testing.T) {
	for name := range readers {
		for what, f := range map[string]*event.Frame{"odd": oddFrame(), "empty": event.NewFrame(allTypes()), "wide": bigFrame(40, 100_000), "long": bigFrame(3000, 0)} {
			if err := checkReadBack(name, f); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		f := drawFrame(t)
		for name := range readers {
			if err := checkReadBack(name, f); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// The bytes depend on the rows alone, not on the frames they come in.
func TestSameRowsSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFrame(t)
		a := rapid.IntRange(0, f.Len()).Draw(t, "cut")
		b := rapid.IntRange(a, f.Len()).Draw(t, "cut")
		for _, format := range Formats() {
			want, err := write(format, f)
			if err != nil {
				t.Fatal(err)
			}
			got, err := write(format, f.Slice(0, a), f.Slice(a, b), f.Slice(b, f.Len()))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(want, got) {
				t.Fatalf("%s: cut at %d and %d, the bytes differ", format.Name, a, b)
			}
		}
	})
}

// Pages are compressed side by side: how many at a time must not show.
func TestSameBytesOnAnyMachine(t *testing.T) {
	f := bigFrame(800, 20_000)
	var want []byte
	for _, n := range []int{1, 2, 8} {
		old := runtime.GOMAXPROCS(n)
		got, err := write(mustNamed(t, "parquet"), f, f)
		runtime.GOMAXPROCS(old)
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		}
		if !bytes.Equal(want, got) {
			t.Errorf("with %d processors the bytes differ", n)
		}
	}
}

// A batch ends after batchRows rows or so many bytes of strings, whatever the
// frames; a single larger row is a batch of its own.
func TestBatches(t *testing.T) {
	for name, read := range readers {
		most := arrowBytes
		if name == "parquet" {
			most = groupBytes
		}
		for want, f := range map[int]*event.Frame{2: longFrame(), 4: heavyFrame(most)} {
			b, err := write(mustNamed(t, name), f)
			if err != nil {
				t.Fatal(err)
			}
			got, pieces, err := readAll(read(b))
			if err != nil {
				t.Fatal(err)
			}
			if pieces != want || cmp.Diff(cells(f), cells(got)) != "" {
				t.Errorf("%s: %d batches, want %d, or the rows differ", name, pieces, want)
			}
		}
	}
}

func longFrame() *event.Frame {
	f := event.NewFrame(event.Schema{Name: "x", Fields: []event.Field{{Name: "s", Type: event.TypeString}}})
	for range batchRows + 1 {
		f.Columns[0].AppendString("x")
	}
	return f
}

func heavyFrame(most int) *event.Frame {
	f := event.NewFrame(longFrame().Schema)
	half := strings.Repeat("x", most/2)
	for _, s := range []string{half, half, "x", half + half + "x", ""} {
		f.Columns[0].AppendString(s)
	}
	return f
}

func TestWriterRefuses(t *testing.T) {
	twice := allTypes()
	twice.Fields = append(twice.Fields, twice.Fields[0])
	other := event.NewFrame(event.Schema{Name: "other"})
	null := event.NewFrame(allTypes())
	appendOdd(&null.Columns[0], 1)
	for _, format := range Formats() {
		if _, err := format.NewWriter(io.Discard, twice); err == nil || err.Error() != `write table "all types": two columns "bool"` {
			t.Errorf("%s: error %v", format.Name, err)
		}
		w, err := format.NewWriter(io.Discard, allTypes())
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(other); err == nil || err.Error() != `write table "all types": the columns of "other" differ` {
			t.Errorf("%s: error %v", format.Name, err)
		}
		if err := w.Write(null); err == nil || err.Error() != `write table "all types": column "bool_null" has 0 values of 1` {
			t.Errorf("%s: error %v", format.Name, err)
		}
	}
}

// A list longer than what the Parquet library takes at a time.
func TestLongLists(t *testing.T) {
	f := event.NewFrame(event.Schema{Name: "x", Fields: []event.Field{
		{Name: "a", Type: event.TypeList}, {Name: "b", Type: event.TypeList, Nullable: true}}})
	long := make([]string, 5000)
	for i := range long {
		long[i] = fmt.Sprint(i)
	}
	for _, n := range []int{0, 5000, 1, 63, 64, 65, 1024, 1025, 0} {
		f.Columns[0].AppendList(long[:n])
		f.Columns[1].AppendList(long[:n])
	}
	f.Columns[0].AppendList(nil)
	f.Columns[1].AppendNull()
	for name := range readers {
		if err := checkReadBack(name, f); err != nil {
			t.Error(err)
		}
	}
}

// full is an output that takes some bytes and then no more.
type full struct{ room int }

var errFull = errors.New("no space left")

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.room {
		return f.room, errFull
	}
	f.room -= len(p)
	return len(p), nil
}

func TestWriteErrorsAreReported(t *testing.T) {
	f := bigFrame(300, 200)
	for _, format := range Formats() {
		whole, err := write(format, f)
		if err != nil {
			t.Fatal(err)
		}
		for room := 0; room < len(whole); room += len(whole)/20 + 1 {
			if err := format.Write(&full{room}, f); !errors.Is(err, errFull) {
				t.Errorf("%s: after %d of %d bytes: error %v", format.Name, room, len(whole), err)
			}
		}
		if err := format.Write(&full{len(whole) - 1}, f); !errors.Is(err, errFull) {
			t.Errorf("%s: the last byte: error %v", format.Name, err)
		}
	}
}

func TestFormatNames(t *testing.T) {
	for _, f := range Formats() {
		if g, ok := Named(f.Name); !ok || g.Name != f.Name {
			t.Errorf("Named(%q)", f.Name)
		}
		for _, ext := range f.Exts {
			if g, ok := ForPath("dir.csv/A" + ext); !ok || g.Name != f.Name {
				t.Errorf("ForPath(%q) is %q", ext, g.Name)
			}
		}
	}
	if _, ok := ForPath("x"); ok {
		t.Error("a path without extension has a format")
	}
	if _, ok := Named("CSV"); ok {
		t.Error("names are not folded")
	}
}
