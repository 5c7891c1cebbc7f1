package container

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Unfinished is the i-th name, in the directory of path, for a file that this
// process is writing. Such files are no part of any directory that it reads.
func Unfinished(path string, i int) string {
	return filepath.Join(filepath.Dir(path), fmt.Sprintf("%s%d.tmp", unfinishedPrefix(), i))
}

func unfinishedPrefix() string { return fmt.Sprintf(".traj-%d-", os.Getpid()) }

func isUnfinished(base string) bool {
	return strings.HasPrefix(base, ".traj-") && strings.HasPrefix(base, unfinishedPrefix()) && strings.HasSuffix(base, ".tmp")
}
