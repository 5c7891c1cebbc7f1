package dataset

import (
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/traj-dev/traj/event"
)

// namedBy are the files that a log names and that were looked for beside the
// unit of that name, from which the log comes. What lies in an archive is as
// the archive is.
func namedBy(l *event.Log, unit string) []Named {
	var out []Named
	if len(l.Files) == 0 || l.Files[0].Name != unit {
		return nil
	}
	for _, r := range l.Refs {
		if !r.Path || !r.Asked {
			continue
		}
		n := Named{Found: r.Found}
		for _, p := range []string{r.Target, r.Also} {
			if p != "" {
				n.Paths = append(n.Paths, path.Join(path.Dir(unit), p))
			}
		}
		if !slices.ContainsFunc(out, func(o Named) bool { return o.Found == n.Found && slices.Equal(o.Paths, n.Paths) }) {
			out = append(out, n)
		}
	}
	return out
}

// still reports whether a part finds what its logs name as it did before.
func (p *Part) still() bool {
	return !slices.ContainsFunc(p.Named, func(n Named) bool {
		found := slices.ContainsFunc(n.Paths, func(p string) bool {
			info, err := os.Stat(filepath.FromSlash(p))
			return err == nil && !info.IsDir()
		})
		return found != n.Found
	})
}
