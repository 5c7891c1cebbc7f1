package page

import (
	"cmp"
	"slices"

	"github.com/traj-dev/traj/event"
)

// files are the log's files, and the events that take the most bytes.
type files struct {
	Names    []string         `json:"names"` // of the files that events of the window lie in
	List     []file           `json:"list"`  // the largest, and every damaged one
	More     int              `json:"more"`
	MoreHurt int              `json:"moreDamage"` // damaged spans that the list leaves out
	ByKind   map[string]int64 `json:"byKind"`
	Largest  []size           `json:"largest"`
}

type file struct {
	Name    string `json:"name"`
	Role    string `json:"role"`
	Size    int64  `json:"size"`
	Events  int64  `json:"events"`
	Space   int64  `json:"space"`
	Damaged int64  `json:"damaged"`
}

type size struct {
	Row   int32 `json:"row"`
	Bytes int64 `json:"bytes"`
}

const (
	mostFiles   = 200
	mostLargest = 20
)

func (g *gatherer) files() {
	f := &g.s.Files
	f.Names, f.List, f.ByKind = []string{}, []file{}, map[string]int64{}
	for i := range g.l.Files {
		x := &g.l.Files[i]
		f.Names = append(f.Names, x.Name)
		damaged := int64(0)
		for _, d := range x.Damage {
			if !d.Inside {
				damaged += d.Length
			}
		}
		f.List = append(f.List, file{x.Name, x.Role.String(), x.Size, x.Rows, x.Space, damaged})
	}
	slices.SortStableFunc(f.List, func(a, b file) int { return cmp.Or(cmp.Compare(b.Damaged, a.Damaged), cmp.Compare(b.Size, a.Size)) })
	f.More = max(0, len(f.List)-mostFiles)
	f.List = f.List[:len(f.List)-f.More]
	f.MoreHurt = max(0, len(g.s.Info.Damage)-mostFiles)
	g.s.Info.Damage = g.s.Info.Damage[:len(g.s.Info.Damage)-f.MoreHurt]
	sizes := make([]size, g.l.Len())
	for i := range g.l.Len() {
		sizes[i] = size{int32(i), g.l.Pos(i).Length}
		f.ByKind[g.l.Kind(i).String()] += sizes[i].Bytes
	}
	slices.SortStableFunc(sizes, func(a, b size) int { return cmp.Compare(b.Bytes, a.Bytes) })
	f.Largest = sizes[:min(len(sizes), mostLargest)]
	if g.s.Window.Pages > 1 {
		f.names(g.l, g.s)
	}
}

// names keeps the names of files that the window's events lie in.
func (f *files) names(l *event.Log, s *Sheet) {
	used := map[int32]int32{}
	var names []string
	for i, at := range s.Events.File {
		n, ok := used[at]
		if !ok && at >= 0 && int(at) < len(l.Files) {
			n = int32(len(names))
			used[at], names = n, append(names, l.Files[at].Name)
		}
		s.Events.File[i] = n
	}
	f.Names = names
}
