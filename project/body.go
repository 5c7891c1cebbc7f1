package project

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/internal/jsontape"
	"github.com/traj-dev/traj/internal/schema"
)

// document is one record's JSON, read anew for each record.
type document struct {
	data []byte
	tape jsontape.Tape
	room *room // where texts lie; nil where each is to stay
}

// passing is a document for records one after the other, whose texts are gone
// once the room is cleared.
func passing() document {
	return document{room: &room{}, tape: jsontape.Tape{Shapes: new(jsontape.Shapes)}}
}

// node is a value of a document; token -1 is an absent value. A null counts as
// absent: upstream leaves such fields out when it writes.
type node struct {
	d *document
	i int
}

// load reads a record and reports whether it is an object.
func (d *document) load(data []byte) (node, bool) {
	d.data = data
	if _, err := d.tape.Parse(data); err != nil || d.tape.Tokens[0].Kind != jsontape.Object {
		return node{d, -1}, false
	}
	return node{d, 0}, true
}

func (n node) kind() jsontape.Kind {
	if n.i < 0 {
		return jsontape.Invalid
	}
	return n.d.tape.Tokens[n.i].Kind
}

func (n node) ok() bool { return n.i >= 0 }

// get is the value of a member, absent when there is none or it is null.
func (n node) get(key string) node {
	if n.kind() != jsontape.Object {
		return node{n.d, -1}
	}
	v := node{n.d, n.d.tape.Key(n.d.data, n.i, key)}
	if v.kind() == jsontape.Null {
		v.i = -1
	}
	return v
}

// elements are the values of an array; none when n is no array.
func (n node) elements() []node {
	if n.kind() != jsontape.Array {
		return nil
	}
	t := n.d.tape.Tokens
	out := make([]node, 0, t[n.i].Len)
	for k := n.i + 1; k < int(t[n.i].Next); k = int(t[k].Next) {
		out = append(out, node{n.d, k})
	}
	return out
}

// text is a string's content, "" for anything else.
func (n node) text() string {
	if n.kind() != jsontape.String {
		return ""
	}
	return n.d.str(n.i)
}

// textOr is a string's content, or what stands for an absent one.
func (n node) textOr(absent string) string {
	if !n.ok() {
		return absent
	}
	return n.text()
}

// optional is a string's content, nil for anything else.
func (n node) optional() *string {
	if n.kind() != jsontape.String {
		return nil
	}
	s := n.text()
	return &s
}

func (n node) texts() []string {
	out := []string{}
	for _, e := range n.elements() {
		out = append(out, e.text())
	}
	return out
}

func (n node) raw() string { return string(n.d.tape.Raw(n.d.data, n.i)) }

// yes is a truth value as pydantic takes it: also 1, 1.0 and the usual words.
func (n node) yes() bool {
	switch n.kind() {
	case jsontape.True:
		return true
	case jsontape.Number:
		f, err := strconv.ParseFloat(n.raw(), 64)
		return err == nil && f == 1
	case jsontape.String:
		switch strings.ToLower(n.text()) {
		case "1", "on", "t", "true", "y", "yes":
			return true
		}
	}
	return false
}

// integer is a whole number in decimal as pydantic takes it: also of a string,
// of a truth value, and written as a float.
func (n node) integer(absent string) string {
	s := ""
	switch n.kind() {
	case jsontape.True:
		return "1"
	case jsontape.False:
		return "0"
	case jsontape.Number:
		s = n.raw()
	case jsontape.String:
		s = strings.ReplaceAll(strings.TrimSpace(n.text()), "_", "")
	default:
		return absent
	}
	if v, ok := new(big.Int).SetString(s, 10); ok {
		return v.String()
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		if v, acc := new(big.Float).SetFloat64(finite(f)).Int(nil); acc == big.Exact {
			return v.String()
		}
	}
	return absent
}

func finite(f float64) float64 {
	if f-f != 0 {
		return 0
	}
	return f
}

// float is a number as pydantic takes it, false when absent.
func (n node) float() (float64, bool) {
	switch n.kind() {
	case jsontape.True:
		return 1, true
	case jsontape.False:
		return 0, true
	case jsontape.Number, jsontape.NonFinite:
		f, _ := strconv.ParseFloat(n.raw(), 64) // infinite when out of range
		if n.raw() == "-0" {
			f = 0 // an integer
		}
		return f, true
	case jsontape.String:
		return schema.Float(n.text())
	}
	return 0, false
}
