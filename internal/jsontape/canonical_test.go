package jsontape

import (
	"bytes"
	"testing"
)

// TestShorten guards against a string that is copied where a shorter escape, or
// none, would do.
func TestShorten(t *testing.T) {
	var tape Tape
	for _, a := range spellings {
		for _, b := range spellings {
			in := []byte(`"` + a + b + `"`)
			if _, err := tape.Parse(in); err != nil || tape.Flags&BadUTF8 != 0 {
				continue
			}
			in = in[1 : len(in)-1]
			if got, want := shorten(nil, in), respell(nil, in); !bytes.Equal(got, want) {
				t.Errorf("%q: %q, want %q", in, got, want)
			}
		}
	}
}
