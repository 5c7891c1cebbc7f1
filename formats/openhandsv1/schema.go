package openhandsv1

// shape is how a value is validated.
type shape uint8

const (
	shapeAny      shape = iota
	shapeText           // a string
	shapeInt            // an integer
	shapeFloat          // a number
	shapeBool           // a boolean
	shapeWord           // one of words, as a literal type
	shapeEnum           // one of words, as an enumeration
	shapeTime           // a date and time
	shapeUUID           // a UUID
	shapeList           // an array of elem
	shapeSet            // an array of elem, duplicates dropped
	shapeSequence       // an array of elem, declared as a sequence
	shapeTuple          // an array of exactly length elem
	shapeDict           // an object whose values are elem
	shapeModel          // an object of the first of models
	shapeUnion          // an object of any of models, tried in order
	shapeFamily         // an object whose kind names a model of family
	shapeClass          // a string that names a model of family
	shapeAbsent         // only null: an object of the running program
)

// typ is the type of a value.
type typ struct {
	shape  shape
	null   bool // null is allowed
	bounds []bound
	words  []string
	elem   *typ
	length int32
	models []*model
	family *family
	not    string // a text that is reserved
	text   bool   // a string stands for one text item
}

// bound is a limit of a number, or of a text's length.
type bound struct {
	op    string // ">=", ">", "<=", "len"
	limit float64
}

// model is a class of upstream.
type model struct {
	name    string
	since   string   // the first release that reads it, "" for 1.0.0
	until   string   // the first release that no longer does, "" when there is none
	row     *rowKind // what its events are in the neutral model; nil for a part of an event
	fields  []field
	forbid  bool     // other names are refused
	dropped []string // old names that are dropped before the check
	kinded  bool     // its kind is taken away before the check
}

// field is a field of a model.
type field struct {
	name     string
	typ      typ
	required bool
	since    string // the first release that knows it, "" when as old as its model
	col      column // where its token is noted for the row
	normal   string // the value of an action's field that its call need not give, as JSON; "" where only what says nothing is left out
}

// family is a set of models told apart by their kind.
type family struct {
	name   string // as upstream's refusal names it
	class  string // the same, without its module
	col    column // where the token of the kind is noted
	models map[string]*model
	gone   map[string]*model // what older releases knew under a kind
	loose  *model            // what every member has, to fill the row of an unknown one
	tools  bool              // refuses in other words
}

func (f field) as(c column) field { f.col = c; return f }

func (f field) normally(json string) field { f.normal = json; return f }

func (f field) from(release string) field { f.since = release; return f }

func need(name string, t typ) field { return field{name: name, typ: t, required: true} }

func may(name string, t typ) field { return field{name: name, typ: t} }

func orNull(t typ) typ { t.null = true; return t }

func atLeast(n float64, t typ) typ { t.bounds = append(t.bounds, bound{">=", n}); return t }

func atMost(n float64, t typ) typ { t.bounds = append(t.bounds, bound{"<=", n}); return t }

func word(words ...string) typ { return typ{shape: shapeWord, words: words} }

func enum(words ...string) typ { return typ{shape: shapeEnum, words: words} }

func list(elem typ) typ { return typ{shape: shapeList, elem: &elem} }

func sequence(elem typ) typ { return typ{shape: shapeSequence, elem: &elem} }

func dict(elem typ) typ { return typ{shape: shapeDict, elem: &elem} }

func object(m *model) typ { return typ{shape: shapeModel, models: []*model{m}} }

func either(m ...*model) typ { return typ{shape: shapeUnion, models: m} }

func oneOf(f *family) typ { return typ{shape: shapeFamily, family: f} }

func classOf(f *family) typ { return typ{shape: shapeClass, family: f} }

var (
	anything = typ{shape: shapeAny}
	text     = typ{shape: shapeText}
	integer  = typ{shape: shapeInt}
	float    = typ{shape: shapeFloat}
	boolean  = typ{shape: shapeBool}
	object0  = dict(anything)
)

// byKind maps models by their names.
func byKind(models ...*model) map[string]*model {
	m := make(map[string]*model, len(models))
	for _, k := range models {
		m[k.name] = k
	}
	return m
}
