package formats

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

// manyRecords is a log of records of many lengths, with damage among them.
func manyRecords() []byte {
	var b bytes.Buffer
	for i := range 200 {
		fmt.Fprintf(&b, `{"id":"%d","timestamp":"2026-01-01T00:00:00","source":"user","kind":"MessageEvent","llm_message":{"role":"user","content":[{"type":"text","text":"%s"}]}}`+"\n",
			i, bytes.Repeat([]byte(`ä\u00e4\n`), i*i%97))
		if i%31 == 0 {
			b.WriteString("{\"id\":\n\n")
		}
	}
	return b.Bytes()
}

// eventsOf are the events of the only log of a file as one frame, and the
// number of pieces that they came in.
func eventsOf(t *testing.T, o Options, path string, meanwhile func()) (all *event.Frame, pieces int, err error) {
	t.Helper()
	o.Text = true
	for l, err := range Load(context.Background(), []string{path}, nil, o) {
		if err != nil {
			t.Fatal(err)
		}
		all = event.NewFrame(l.Schema(event.FrameOptions{Bodies: true}))
		meanwhile()
		for f, err := range l.Frames(event.FrameOptions{Bodies: true}) {
			if err != nil {
				return all, pieces, err
			}
			if err := all.Append(f, 0, f.Len()); err != nil {
				t.Fatal(err)
			}
			pieces++
		}
	}
	return all, pieces, nil
}

// TestInParts guards against rows that differ when they are read while they
// are taken.
func TestInParts(t *testing.T) {
	path := put(t, map[string][]byte{"log.jsonl": manyRecords()}) + "/log.jsonl"
	want, _, err := eventsOf(t, Options{Workers: 1}, path, func() {})
	if err != nil || want.Len() != 200 {
		t.Fatal(want.Len(), err)
	}
	for _, o := range []Options{{Workers: 1, Block: 1 << 11}, {Workers: 2, Block: 1 << 10}, {Workers: 5, Block: 1 << 9}, {Workers: 2}} {
		o.InParts = true
		got, pieces, err := eventsOf(t, o, path, func() {})
		if err != nil || o.Block > 0 && pieces < 10 {
			t.Errorf("%+v: %d pieces, %v", o, pieces, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%+v: %s", o, diff)
		}
	}
}

// TestPartsThatShrink guards against a log that ends in silence when its file
// is cut while it is read.
func TestPartsThatShrink(t *testing.T) {
	path := put(t, map[string][]byte{"log.jsonl": manyRecords()}) + "/log.jsonl"
	_, _, err := eventsOf(t, Options{Workers: 2, Block: 1 << 10, InParts: true}, path, func() {
		if err := os.Truncate(path, 5000); err != nil {
			t.Fatal(err)
		}
	})
	if in := (*InputError)(nil); !errors.As(err, &in) || in.Input != path {
		t.Errorf("%v", err)
	}
}
