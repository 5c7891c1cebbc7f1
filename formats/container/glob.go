package container

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Expand returns the paths that one argument stands for: itself when it exists
// or holds no pattern, else the paths that match it, in ascending order,
// without those that lie in a directory that matches too.
func Expand(arg string) (paths []string, pattern bool, err error) {
	if _, err := os.Lstat(arg); err == nil || !strings.ContainsAny(arg, "*?[{") {
		return []string{arg}, false, nil
	}
	found, err := doublestar.FilepathGlob(arg, doublestar.WithFailOnIOErrors())
	if errors.Is(err, doublestar.ErrBadPattern) {
		return nil, true, errors.New("not a valid pattern")
	}
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return nil, true, plain(err)
	}
	if err != nil { // a directory that may not be read hides its own names only
		if found, err = doublestar.FilepathGlob(arg); err != nil {
			return nil, true, plain(err)
		}
	}
	if len(found) == 0 {
		return nil, true, errors.New("no file matches this pattern")
	}
	return outermost(found), true, nil
}

func outermost(found []string) []string {
	slices.Sort(found)
	found = slices.Compact(found)
	dirs := map[string]bool{}
	out := found[:0]
	for _, p := range found {
		if within(p, dirs) {
			continue
		}
		if info, err := os.Stat(p); err == nil && info.IsDir() {
			dirs[filepath.Clean(p)] = true
		}
		out = append(out, p)
	}
	return out
}

func within(p string, dirs map[string]bool) bool {
	for up := filepath.Dir(filepath.Clean(p)); ; up = filepath.Dir(up) {
		if dirs[up] && up != filepath.Clean(p) {
			return true
		}
		if up == filepath.Dir(up) {
			return false
		}
	}
}
