package dataset

import (
	"bytes"
	"errors"

	"github.com/traj-dev/traj/internal/jsontape"
)

// assembler puts rows together from the columns of a row group. A column that
// cannot be read any more is nil; what stands in it is left out.
type assembler struct {
	cursors []*cursor
	failed  func(column int, err error)
}

// entry is a column's entry, false when the column has none.
func (a *assembler) entry(i int) (*cursor, bool) {
	x := a.cursors[i]
	if x == nil {
		return nil, false
	}
	ok, err := x.peek()
	if err != nil {
		a.fail(i, err)
	}
	return x, ok
}

func (a *assembler) fail(i int, err error) {
	a.cursors[i] = nil
	a.failed(i, err)
}

// begin reports whether there is another row. Columns that end before the
// others, or stand in the middle of a row, are given up.
func (a *assembler) begin() bool {
	some := false
	for i := range a.cursors {
		if _, ok := a.entry(i); ok {
			some = true
		}
	}
	for i, x := range a.cursors {
		switch {
		case x == nil:
		case !x.here && some:
			a.fail(i, errors.New("it ends before its rows"))
		case x.here:
			if _, rep := x.levels(); rep != 0 {
				a.fail(i, errors.New("it is out of step with the rows"))
			}
		}
	}
	return some
}

// levels are those at which a node stands: of the first column below it that
// can be read; -1 when there is none.
func (a *assembler) levels(n *node) (def, rep int) {
	for _, i := range n.leaves {
		if x, ok := a.entry(i); ok {
			return x.levels()
		}
	}
	return -1, -1
}

// skip passes over the one entry that each column below a node has for what is
// not there.
func (a *assembler) skip(n *node) {
	for _, i := range n.leaves {
		if x, ok := a.entry(i); ok {
			x.skip()
		}
	}
}

// row writes one row. Members at the top may be null.
func (a *assembler) row(dst []byte, root *node) []byte {
	dst = append(dst, '{')
	comma := false
	for _, n := range root.children {
		if !a.alive(n) {
			continue
		}
		if comma {
			dst = append(dst, ',')
		}
		comma = true
		dst = append(appendString(dst, []byte(n.name)), ':')
		dst = a.value(dst, n)
	}
	return append(dst, '}')
}

// alive reports whether some column below a node can be read.
func (a *assembler) alive(n *node) bool {
	for _, i := range n.leaves {
		if a.cursors[i] != nil {
			return true
		}
	}
	return false
}

// value writes what stands at a node. The depth is that of the schema, which
// is bounded.
func (a *assembler) value(dst []byte, n *node) []byte {
	if n.optional {
		if def, _ := a.levels(n); def < n.def {
			a.skip(n)
			return append(dst, "null"...)
		}
	}
	switch n.kind {
	case leaf:
		return a.leaf(dst, n)
	case list, record:
		return a.repeated(dst, n)
	}
	return a.object(dst, n)
}

// object writes a group, without what is null in it.
func (a *assembler) object(dst []byte, n *node) []byte {
	dst = append(dst, '{')
	start := len(dst)
	for _, c := range n.children {
		before := len(dst)
		if before > start {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, []byte(c.name)), ':')
		at := len(dst)
		if dst = a.value(dst, c); string(dst[at:]) == "null" {
			dst = dst[:before]
		}
	}
	return append(dst, '}')
}

// repeated writes a list or a map.
func (a *assembler) repeated(dst []byte, n *node) []byte {
	open, end := byte('['), byte(']')
	if n.kind == record {
		open, end = '{', '}'
	}
	dst = append(dst, open)
	if def, _ := a.levels(n); def < n.items {
		a.skip(n)
		return append(dst, end)
	}
	for first, more := true, true; more; first = false {
		if !first {
			dst = append(dst, ',')
		}
		if n.kind == record {
			dst = a.pair(dst, n)
		} else {
			dst = a.value(dst, n.children[0])
		}
		_, rep := a.levels(n)
		more = rep == n.rep
	}
	return append(dst, end)
}

// pair writes a key and a value of a map. A key that is no text becomes one.
func (a *assembler) pair(dst []byte, n *node) []byte {
	at := len(dst)
	if dst = a.value(dst, n.children[0]); dst[at] != '"' {
		key := bytes.Clone(dst[at:])
		dst = appendString(dst[:at], key)
	}
	return a.value(append(dst, ':'), n.children[1])
}

// leaf writes the value of a column.
func (a *assembler) leaf(dst []byte, n *node) []byte {
	x, ok := a.entry(n.column)
	if !ok {
		return append(dst, "null"...)
	}
	if def, _ := x.levels(); def < x.c.def { // a required value that is not there
		x.skip()
		return append(dst, "null"...)
	}
	at := len(dst)
	dst = x.write(dst)
	if x.skip(); n.embeds != jsontape.Invalid {
		dst = unwrapped(dst, at, n.embeds)
	}
	return dst
}

// unwrapped puts the JSON that a text holds in the text's place: an array of
// objects, or an object.
func unwrapped(dst []byte, at int, want jsontape.Kind) []byte {
	if len(dst)-at < 4 || dst[at] != '"' {
		return dst
	}
	var outer, inner jsontape.Tape
	if _, err := outer.Parse(dst[at:]); err != nil {
		return dst
	}
	text := oneLine(bytes.TrimSpace(outer.Bytes(dst[at:], 0, nil)))
	end, err := inner.Parse(text)
	switch {
	case err != nil || end != len(text) || inner.Tokens[0].Kind != want:
		return dst
	case want == jsontape.Array && inner.Tokens[0].Len > 0 && inner.Tokens[1].Kind != jsontape.Object:
		return dst
	}
	return append(dst[:at], text...)
}

// oneLine is JSON without line breaks, in memory of its own. They stand between
// values only: within texts they are escaped.
func oneLine(text []byte) []byte {
	text = bytes.Clone(text)
	for i, c := range text {
		if c == '\n' || c == '\r' {
			text[i] = ' '
		}
	}
	return text
}

// isValue reports whether a text is one value.
func isValue(text []byte) bool {
	var t jsontape.Tape
	end, err := t.Parse(text)
	return err == nil && end == len(text)
}
