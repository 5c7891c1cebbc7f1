package formats

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Text that is kept in a file is the same text, in whatever blocks the log is read.
func TestSpill(t *testing.T) {
	var b bytes.Buffer
	for i := range 24 {
		fmt.Fprintf(&b, `{"id":"%d","timestamp":"2026-01-01T00:00:00","source":"user","kind":"MessageEvent","llm_message":{"role":"user","content":[{"type":"text","text":"%s"}]}}`+"\n",
			i, bytes.Repeat([]byte{byte('a' + i)}, 1+i%3*300_000))
	}
	path := put(t, map[string][]byte{"log.jsonl": b.Bytes()}) + "/log.jsonl"
	want := everything(loadWith(Options{Workers: 1, Text: true}, 0, nil, path))
	for _, o := range []Options{{Workers: 1}, {Workers: 3, Block: 1 << 16}, {Workers: 2, Block: 1 << 20}} {
		o.Text, o.Spill = true, true
		if diff := cmp.Diff(want, everything(loadWith(o, 0, nil, path))); diff != "" {
			t.Errorf("%+v: the rows differ (%d bytes of difference)", o, len(diff))
		}
	}
}
