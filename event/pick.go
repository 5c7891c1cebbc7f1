package event

import (
	"fmt"
	"slices"
)

// Pick is the schema of some of the columns, in the order of the names. It
// fails on a name that is none of a column, or that stands there twice.
func (s Schema) Pick(names []string) (Schema, error) {
	out := Schema{Name: s.Name, Doc: s.Doc}
	for i, n := range names {
		at := slices.IndexFunc(s.Fields, func(f Field) bool { return f.Name == n })
		switch {
		case at < 0:
			return Schema{}, fmt.Errorf("table %q has no column %q", s.Name, n)
		case slices.Contains(names[:i], n):
			return Schema{}, fmt.Errorf("column %q is named twice", n)
		}
		out.Fields = append(out.Fields, s.Fields[at])
	}
	return out, nil
}

// Pick is a frame of some of the columns, in the order of the names, which
// shares f's memory. It fails as Schema.Pick does.
func (f *Frame) Pick(names []string) (*Frame, error) {
	s, err := f.Schema.Pick(names)
	if err != nil {
		return nil, err
	}
	out := &Frame{Schema: s}
	for _, n := range names {
		out.Columns = append(out.Columns, *f.Column(n))
	}
	return out, nil
}

// picked are the columns of some names, in their order; all of them for nil.
func picked[T any](cols []column[T], names []string) []column[T] {
	if names == nil {
		return cols
	}
	var out []column[T]
	for _, n := range names {
		if i := slices.IndexFunc(cols, func(c column[T]) bool { return c.Name == n }); i >= 0 {
			out = append(out, cols[i])
		}
	}
	return out
}
