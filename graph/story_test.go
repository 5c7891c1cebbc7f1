package graph

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the pictures of testdata anew")

func story(t testing.TB) Input {
	t.Helper()
	b, err := os.ReadFile("testdata/story.log")
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(b))
}

// The whole vocabulary of the picture in one log: a fork, an abandoned branch
// with a synthetic result, a batch answered out of order, a condensation, side
// events, a missing parent, a cycle, a row outside the tree.
func TestStory(t *testing.T) {
	for name, o := range map[string]Options{
		"story.txt":        {Format: FormatText},
		"story-60.txt":     {Format: FormatText, Width: 60},
		"story-ascii.txt":  {Format: FormatText, ASCII: true, Width: 100},
		"story-color.txt":  {Format: FormatText, Color: true, Width: 80},
		"story-all.txt":    {Format: FormatText, All: true, Width: 100},
		"story-branch.txt": {Format: FormatText, Show: Branch(13), Width: 100},
		"story-around.txt": {Format: FormatText, Show: Around(14, 2), Width: 100},
		"story-max.txt":    {Format: FormatText, Max: 9, Width: 100},
		"story.dot":        {Format: FormatDOT},
		"story-brief.dot":  {Format: FormatDOT, Brief: true},
		"story.mmd":        {Format: FormatMermaid},
	} {
		got := picture(t, story(t), o).Data
		if *update {
			if err := os.WriteFile("testdata/"+name, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), string(got)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}
