package formats

import (
	"context"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
)

// referring is a unit whose logs name others by paths: those are looked for in
// the directory that the file lies in, by their names, and not opened for it.
func referring(d *container.Dir, u unit) unit {
	return func(ctx context.Context, out func(result) bool) {
		u(ctx, func(r result) bool {
			if r.log != nil {
				lookFor(r.log.Refs, d)
			}
			return out(r)
		})
	}
}

// lookFor says of each path whether it leads to a file in a directory or below
// it. What lies elsewhere was not given, and so is not asked for.
func lookFor(refs []event.Ref, d *container.Dir) {
	if len(refs) == 0 {
		return
	}
	entries, err := d.Entries()
	if err != nil {
		return
	}
	for i := range refs {
		r := &refs[i]
		for _, path := range [...]string{r.Target, r.Also} {
			path = strings.TrimPrefix(path, "./")
			if !r.Path || path == "" || path[0] == '/' || strings.Contains(path, "://") || strings.Contains("/"+path+"/", "/../") {
				continue
			}
			r.Asked, r.Found = true, r.Found || leadsTo(entries, strings.Split(path, "/"))
		}
	}
}

func leadsTo(entries []container.Entry, path []string) bool {
	for n, part := range path {
		var dir *container.Dir
		for _, e := range entries {
			switch {
			case e.Base != part:
			case n == len(path)-1 && e.File != nil:
				return true
			case e.Dir != nil:
				dir = e.Dir
			}
		}
		if dir == nil {
			return false
		}
		inner, err := dir.Entries()
		if err != nil {
			return false
		}
		entries = inner
	}
	return false
}
