package main

import (
	"testing"

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
