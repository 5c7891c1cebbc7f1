package container

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Expand returns the paths that one argument stands for: itself when it exists
// or holds no pattern, else the paths that match it, in ascending order,
// without those that lie in a directory that matches too. A pattern does not
// enter a directory that a link leads to, unless it spells the link out: links
// may lead in circles. Where something could not be looked into there are
// paths and an error, both.
func Expand(arg string) (paths []string, pattern bool, err error) {
	if _, err := os.Lstat(arg); err == nil || !strings.ContainsAny(arg, "*?[{") {
		return []string{arg}, false, nil
	}
	found, err := doublestar.FilepathGlob(arg, doublestar.WithNoFollow(), doublestar.WithFailOnIOErrors())
	if errors.Is(err, doublestar.ErrBadPattern) {
		return nil, true, errors.New("not a valid pattern")
	}
	unread := err
	if err != nil {
		if found, err = doublestar.FilepathGlob(arg, doublestar.WithNoFollow()); err != nil {
			return nil, true, plain(err)
		}
		unread = where(unread)
	}
	if len(found) == 0 && unread == nil {
		return nil, true, errors.New("no file matches this pattern")
	}
	return outermost(found), true, unread
}

// where is an error of looking for matches with the path in front.
func where(err error) error {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return fmt.Errorf("not all of it could be looked into: %s: %w", p.Path, p.Err)
	}
	return err
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
