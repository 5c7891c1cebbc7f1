package compare

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// leaf is a value of a JSON document that holds no other, with the way to it.
type leaf struct {
	path string
	text string // of a string the string, else JSON
	kind jsontext.Kind
}

// frame is an object or an array on the way to a value.
type frame struct {
	array bool
	n     int // elements of an array so far
	path  int // length of the path to it
}

// leafReader reads the values of a document in order.
type leafReader struct {
	dec   *jsontext.Decoder
	path  []byte
	stack []frame
}

func newLeafReader(body []byte) *leafReader {
	return &leafReader{dec: jsontext.NewDecoder(bytes.NewReader(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))}
}

// next is the next value; io.EOF ends the document.
func (r *leafReader) next() (leaf, error) {
	for {
		named := r.atName()
		tok, err := r.dec.ReadToken()
		if err != nil {
			if errors.Is(err, io.EOF) {
				return leaf{}, io.EOF
			}
			return leaf{}, err
		}
		k := tok.Kind()
		if named && k == '"' {
			r.path = r.path[:r.stack[len(r.stack)-1].path]
			r.step(tok.String())
			continue
		}
		if k == '}' || k == ']' {
			if top := r.pop(); top.n == 0 {
				return leaf{string(r.path), string(rune(jsontext.Kind(openOf(k)))) + string(rune(k)), openOf(k)}, nil
			}
			continue
		}
		r.element()
		if k == '{' || k == '[' {
			r.stack = append(r.stack, frame{array: k == '[', path: len(r.path)})
			continue
		}
		return leaf{string(r.path), tok.String(), k}, nil
	}
}

func openOf(k jsontext.Kind) jsontext.Kind {
	if k == '}' {
		return '{'
	}
	return '['
}

// atName reports whether the next token is a member's name or the end of an
// object.
func (r *leafReader) atName() bool {
	kind, n := r.dec.StackIndex(r.dec.StackDepth())
	return kind == '{' && n%2 == 0
}

// element counts a value within what holds it; that of an array has its number
// for a name.
func (r *leafReader) element() {
	if len(r.stack) == 0 {
		return
	}
	top := &r.stack[len(r.stack)-1]
	if top.array {
		r.path = append(strconv.AppendInt(append(r.path[:top.path], '['), int64(top.n), 10), ']')
	}
	top.n++
}

func (r *leafReader) step(name string) {
	if len(r.path) > 0 {
		r.path = append(r.path, '.')
	}
	r.path = append(r.path, name...)
}

func (r *leafReader) pop() frame {
	top := r.stack[len(r.stack)-1]
	r.stack = r.stack[:len(r.stack)-1]
	r.path = r.path[:top.path]
	return top
}

// leaves are all values of a document.
func leaves(body []byte) ([]leaf, error) {
	r := newLeafReader(body)
	var out []leaf
	for {
		l, err := r.next()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		out = append(out, l)
	}
}

// sameLeaves reports whether two documents hold the same values in the same
// order, but for those that may differ. It fails on what is not JSON.
func sameLeaves(a, b []byte, mayDiffer func(x, y leaf) bool) (bool, error) {
	p, q := newLeafReader(a), newLeafReader(b)
	for {
		x, errA := p.next()
		y, errB := q.next()
		switch {
		case errors.Is(errA, io.EOF) && errors.Is(errB, io.EOF):
			return true, nil
		case errors.Is(errA, io.EOF) || errors.Is(errB, io.EOF):
			return false, nil
		case errA != nil || errB != nil:
			return false, errors.Join(errA, errB)
		case x.path != y.path || x != y && !mayDiffer(x, y):
			return false, nil
		}
	}
}
