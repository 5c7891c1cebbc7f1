package container

import (
	"cmp"
	"slices"
	"strings"
)

// Entry is one name in a directory. Exactly one of File and Dir is set, or
// neither when the thing is never opened, and Why says what it is.
type Entry struct {
	Base string
	Name string // as that of a File or Dir
	File *File
	Dir  *Dir
	Why  string
}

// Dir is a directory on disk or in an archive.
type Dir struct {
	Name   string  // as given on the command line and joined with "/"; a member of an archive is "export.zip!member"
	Breaks []Break // what is wrong with the archive that this is the root of
	prefix string
	list   func() ([]Entry, error)
}

// Break is something wrong with an archive as a whole.
type Break struct {
	Offset int64
	Detail string
}

// Entries lists the directory, in ascending order of Base.
func (d *Dir) Entries() ([]Entry, error) { return d.list() }

// Child is the name of the entry called base.
func (d *Dir) Child(base string) string { return d.prefix + base }

// member is one file of an archive. Its name is hostile text.
type member struct {
	name string
	dir  bool
	why  string
	size int64
	open func() (*Data, error)
}

// treeOf makes directories out of the names of an archive's members. Names
// that look like ways out ("..", a leading slash) are names like any other.
func treeOf(archive string, members []member) *Dir {
	root := &branch{}
	for i := range members {
		m := &members[i]
		parts := split(m.name)
		if len(parts) == 0 {
			continue
		}
		at := root
		for _, p := range parts[:len(parts)-1] {
			at = at.folder(p)
		}
		if last := parts[len(parts)-1]; m.dir {
			at.folder(last)
		} else {
			at.leaves = append(at.leaves, leaf{last, m})
		}
	}
	return root.dir(archive, archive+"!")
}

// maxNesting bounds the directories that one hostile name can make.
const maxNesting = 64

func split(name string) []string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '/' })
	if len(parts) > maxNesting {
		parts[maxNesting-1] = strings.Join(parts[maxNesting-1:], "/")
		parts = parts[:maxNesting]
	}
	return parts
}

type leaf struct {
	base string
	m    *member
}

type branch struct {
	folders map[string]*branch
	leaves  []leaf
}

func (b *branch) folder(base string) *branch {
	if base == "." {
		return b
	}
	if b.folders == nil {
		b.folders = map[string]*branch{}
	}
	f := b.folders[base]
	if f == nil {
		f = &branch{}
		b.folders[base] = f
	}
	return f
}

func (b *branch) dir(name, prefix string) *Dir {
	d := &Dir{Name: name, prefix: prefix}
	d.list = func() ([]Entry, error) { return b.entries(d), nil }
	return d
}

func (b *branch) entries(d *Dir) []Entry {
	var out []Entry
	for base, f := range b.folders {
		name := d.Child(base)
		out = append(out, Entry{Base: base, Name: name, Dir: f.dir(name, name+"/")})
	}
	for _, l := range b.leaves {
		e := Entry{Base: l.base, Name: d.Child(l.base), Why: l.m.why}
		if e.Why == "" {
			e.File = &File{Name: e.Name, Size: l.m.size, open: l.m.open}
		}
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(x, y Entry) int {
		if c := cmp.Compare(x.Base, y.Base); c != 0 || x.Dir == nil && y.Dir == nil {
			return c
		}
		return cmp.Compare(order(x), order(y))
	})
	return out
}

// order puts a directory before a file of the same name.
func order(e Entry) int {
	if e.Dir != nil {
		return 0
	}
	return 1
}
