package dataset

import (
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/traj-dev/traj/internal/jsontape"
)

// kind is what a node of a schema becomes in JSON.
type kind uint8

const (
	leaf   kind = iota
	group       // an object
	list        // an array of its only child
	record      // a map: an object of keys and values
)

// node is a field of a schema, with the levels at which it is there.
type node struct {
	name     string
	kind     kind
	optional bool // may be null
	def      int  // the definition level from which on it is there
	rep      int  // of a list's elements, the level at which another begins
	items    int  // of a list, the definition level from which on it has an element
	children []*node
	column   int           // of a leaf
	leaves   []int         // every column below
	embeds   jsontape.Kind // of a text: what JSON in it is taken for what it says
}

// column is a leaf of a schema.
type column struct {
	path    string // in its row group
	def     int    // the highest level: the value is there
	rep     int    // the highest level of repetition
	element *format.SchemaElement
}

// maxNested bounds how deep columns lie.
const maxNested = 64

// schemaOf is the tree of a schema, which a file lists depth first. It fills
// columns in the file's order.
func schemaOf(list []format.SchemaElement, columns *[]column) (*node, error) {
	b := &builder{list: list, columns: columns}
	if len(list) == 0 {
		return nil, errors.New("it has no schema")
	}
	root := &node{kind: group}
	b.at = 1
	return root, b.fields(root, children(&list[0]), 0, 0, 1)
}

// children is how many fields an element has, 0 of a column.
func children(e *format.SchemaElement) int {
	if !e.NumChildren.Valid {
		return 0
	}
	return int(e.NumChildren.V)
}

// builder walks the elements of a schema.
type builder struct {
	list    []format.SchemaElement
	at      int
	columns *[]column
}

var errSchema = errors.New("its schema breaks off")

// fields adds the next fields to n.
func (b *builder) fields(n *node, count int, def, rep, depth int) error {
	if depth > maxNested {
		return fmt.Errorf("columns lie more than %d deep", maxNested)
	}
	for range count {
		c, err := b.field(def, rep, depth)
		if err != nil {
			return err
		}
		n.children, n.leaves = append(n.children, c), append(n.leaves, c.leaves...)
	}
	return nil
}

// field is the next field, with what it is repeated by.
func (b *builder) field(def, rep, depth int) (*node, error) {
	if b.at >= len(b.list) {
		return nil, errSchema
	}
	switch e := &b.list[b.at]; {
	case repeated(e): // a list without more about it
		n := &node{name: e.Name, kind: list, def: def, items: def + 1, rep: rep + 1}
		in, err := b.bare(def+1, rep+1, depth+1)
		if err != nil {
			return nil, err
		}
		n.children, n.leaves = []*node{in}, in.leaves
		return n, nil
	case e.RepetitionType.Valid && e.RepetitionType.V == format.Optional:
		n, err := b.bare(def+1, rep, depth)
		if err == nil {
			n.optional = true
		}
		return n, err
	}
	return b.bare(def, rep, depth)
}

func repeated(e *format.SchemaElement) bool {
	return e.RepetitionType.Valid && e.RepetitionType.V == format.Repeated
}

// bare is the next field without regard to how often it is there.
func (b *builder) bare(def, rep, depth int) (*node, error) {
	if b.at >= len(b.list) || depth > maxNested {
		return nil, errSchema
	}
	e := &b.list[b.at]
	n := &node{name: e.Name, def: def}
	switch count := children(e); {
	case count == 0:
		if !e.Type.Valid {
			return nil, fmt.Errorf("column %q has no type", e.Name)
		}
		b.at++
		n.column, n.leaves = len(*b.columns), []int{len(*b.columns)}
		*b.columns = append(*b.columns, column{e.Name, def, rep, e})
		if depth == 1 {
			n.embeds = jsontape.Array
		}
		return n, nil
	case b.isList(b.at):
		b.at++
		return n, b.elements(n, e.Name, def, rep, depth)
	case b.isMap(b.at):
		b.at += 2
		n.kind, n.items, n.rep = record, def+1, rep+1
		return n, b.fields(n, 2, def+1, rep+1, depth+1)
	default:
		b.at++
		n.kind = group
		return n, b.fields(n, count, def, rep, depth+1)
	}
}

// elements fills n with what a list holds, in the usual form or an old one. The
// repeated field within the list comes next.
func (b *builder) elements(n *node, name string, def, rep, depth int) error {
	n.kind, n.items, n.rep = list, def+1, rep+1
	in := &b.list[b.at]
	element, err := (*node)(nil), error(nil)
	if children(in) == 1 && in.Name != "array" && in.Name != name+"_tuple" && !b.isList(b.at) && !b.isMap(b.at) {
		b.at++
		element, err = b.field(def+1, rep+1, depth+1)
	} else {
		element, err = b.bare(def+1, rep+1, depth+1)
	}
	if err != nil {
		return err
	}
	if depth == 1 && element.kind == leaf {
		element.embeds = jsontape.Object
	}
	n.children, n.leaves = []*node{element}, element.leaves
	return nil
}

// isList reports whether the element at i is a list: a group around one
// repeated field.
func (b *builder) isList(i int) bool {
	e := &b.list[i]
	_, logical := e.LogicalType.Value.(*format.ListType)
	return (logical || e.ConvertedType.Valid && e.ConvertedType.V == deprecated.List) && children(e) == 1 && i+1 < len(b.list) && repeated(&b.list[i+1])
}

// isMap reports whether the element at i is a map: a group around one repeated
// group of two fields.
func (b *builder) isMap(i int) bool {
	e := &b.list[i]
	_, logical := e.LogicalType.Value.(*format.MapType)
	if !logical && (!e.ConvertedType.Valid || e.ConvertedType.V != deprecated.Map && e.ConvertedType.V != deprecated.MapKeyValue) {
		return false
	}
	return children(e) == 1 && i+1 < len(b.list) && repeated(&b.list[i+1]) && children(&b.list[i+1]) == 2
}
