package policy

import (
	"os"
	"path/filepath"
	"slices"
)

// FileName is the name of a policy file beside what it is for; UserFile is
// where it stands below the user's configuration directory.
const (
	FileName = ".traj.yaml"
	UserFile = "traj/traj.yaml"
)

// Find returns the paths of the policy files that hold for inputs, each once:
// for every input the nearest one in its directory or above it, up to the root
// of its repository. A directory that is a log is passed over: no log brings
// the policy that it is judged by. Without inputs the search begins in the
// working directory. All paths are absolute.
func Find(inputs []string, isLog func(dir string) bool) ([]string, error) {
	if len(inputs) == 0 {
		inputs = []string{"."}
	}
	var out []string
	seen := map[string]bool{}
	for _, in := range inputs {
		dir, err := filepath.Abs(in)
		if err != nil {
			return nil, err
		}
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			dir = filepath.Dir(dir)
		}
		if seen[dir] {
			continue
		}
		seen[dir] = true
		if file := above(dir, isLog); file != "" && !slices.Contains(out, file) {
			out = append(out, file)
		}
	}
	return out, nil
}

func above(dir string, isLog func(string) bool) string {
	for {
		file := filepath.Join(dir, FileName)
		// A link that leads nowhere is found as well: a gate must not open because
		// its policy is lost.
		if info, err := os.Lstat(file); err == nil && !info.IsDir() && !isLog(dir) {
			return file
		}
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return ""
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}
