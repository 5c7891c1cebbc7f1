package formats

import (
	"github.com/traj-dev/traj/formats/container"
)

// Paths are the paths on disk that inputs stand for: patterns by what they
// match. Stdin, and what cannot be expanded, is left out.
func Paths(inputs []string) []string {
	var out []string
	for _, arg := range inputs {
		if arg == "-" {
			continue
		}
		paths, _, _ := container.Expand(arg) // what is wrong with it is told when it is read
		out = append(out, paths...)
	}
	return out
}

// IsLog reports whether a directory on disk is a log as a whole.
func IsLog(dir string) bool {
	d := container.DirOnDisk(dir, container.NewBudget(container.Limits{}))
	entries, err := d.Entries()
	if err != nil {
		return false
	}
	for _, f := range Formats() {
		if f.claim != nil && f.claim(d, entries) != nil {
			return true
		}
	}
	return false
}
