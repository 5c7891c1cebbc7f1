package main

import (
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestFitHelp(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		want       []string
	}{
		{"short", "   --all  everything", []string{"   --all  everything"}},
		{"a flag", "   --all  everything that there is, and what is not", []string{
			"   --all  everything that there is, and", "          what is not"}},
		{"a flag that leaves no room", "   --from FORMAT  read the input as FORMAT instead of detecting it", []string{
			"   --from FORMAT", "         read the input as FORMAT", "         instead of detecting it"}},
		{"a wide flag", "   --output FILE, -o FILE [ --output FILE ]  write to FILE instead of stdout", []string{
			"   --output FILE, -o FILE [ --output", "      FILE ]", "         write to FILE instead of stdout"}},
		{"a sentence", "LOG is a file, a directory, an archive, a glob.", []string{
			"LOG is a file, a directory, an archive,", "a glob."}},
		{"a command to copy", "   traj audit runs/ -o sarif=a.sarif -o junit=a.xml", []string{
			"   traj audit runs/ -o sarif=a.sarif -o junit=a.xml"}},
	} {
		if d := cmp.Diff(tt.want, fitHelp(tt.line, 40)); d != "" {
			t.Errorf("%s:\n%s", tt.name, d)
		}
	}
}

// Paragraphs are broken by hand, and fit a terminal of 80 columns as they are.
func TestParagraphsOfHelpFitATerminal(t *testing.T) {
	for _, c := range newApp(&env{stdout: io.Discard}).Commands {
		for line := range strings.Lines(c.Description) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 && line[0] != ' ' {
				t.Errorf("%s: %d columns: %s", c.Name, n, line)
			}
		}
	}
}
