package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		in    string
		width int
		want  []string
	}{
		{"", 5, []string{""}},
		{"one two three", 7, []string{"one two", "three"}},
		{"abcdefgh ij", 3, []string{"abc", "def", "gh", "ij"}},
		{"runs/crashed/log.jsonl!one", 16, []string{"runs/crashed/", "log.jsonl!one"}},
		{"runs/and-a-long-name.jsonl", 12, []string{"runs/and-a-l", "ong-name.jso", "nl"}},
		{"修复修复", 3, []string{"修", "复", "修", "复"}},
		{"a" + strings.Repeat("\u0301", 40) + "b", 4, []string{"a" + strings.Repeat("\u0301", 31), strings.Repeat("\u0301", 9) + "b"}},
	} {
		if d := cmp.Diff(tt.want, wrap(tt.in, tt.width)); d != "" {
			t.Errorf("wrap(%q, %d): %s", tt.in, tt.width, d)
		}
	}
}

// A word of megabytes takes as long as so many words, not the square of it.
func TestWrapOfOneLongWord(t *testing.T) {
	if n := len(wrap(strings.Repeat("x", 5<<20), 80)); n != 5<<20/80 {
		t.Errorf("%d lines", n)
	}
}
