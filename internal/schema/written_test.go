package schema

import (
	"os"
	"strings"
	"testing"
)

// TestWritten asks each release about records that the releases themselves were
// asked about: a line has the spans of releases that read it, and the record.
func TestWritten(t *testing.T) {
	raw, err := os.ReadFile("testdata/releases.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n")
	if len(lines) < 150 {
		t.Errorf("only %d records", len(lines))
	}
	for _, line := range lines {
		spans, rec, _ := strings.Cut(line, " ")
		for _, s := range released {
			r := ParseRelease(s)
			want := false
			for _, span := range strings.Split(spans, ",") {
				from, until, _ := strings.Cut(span, "-")
				w := between(from, until)
				want = want || r >= w.From && r < w.end()
			}
			refused, _ := said(t, rec, Window{From: r, Until: r + 1})
			if want != (refused == "") {
				t.Errorf("%s reads: %v; we refuse %q: %s", s, want, refused, rec)
			}
		}
	}
}
