package schema

import (
	"slices"

	"github.com/traj-dev/traj/event"
)

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
	shapeNoted          // anything; the names in an object of a model or family only date it
)

// typ is the type of a value.
type typ struct {
	shape  shape
	null   bool // null is allowed
	bounds []bound
	words  []string
	elem   *typ
	length int32
	models []*Model
	family *family
	not    string  // a text that is reserved
	text   bool    // a string stands for one text item
	newest *Dating // the last of words came later
	nulls  *Dating // null came later
	keeps  *Dating // the text was reserved later
}

// bound is a limit of a number, or of a text's length.
type bound struct {
	op    string // ">=", ">", "<=", "len"
	limit float64
}

// Dating is a name or a form of values that not every release reads.
type Dating struct {
	What string
	Window
	index int // among all datings
}

// Model is a class of upstream.
type Model struct {
	Name   string
	Kind   event.Kind // what its events are in the neutral model
	Role   string     // the role they take in a prompt
	dating *Dating    // nil when every release has it
	fields []field
	old    []field // what the newest release no longer has
	forbid bool    // other names are refused
	kinded bool    // its kind is taken away before the check
}

// field is a field of a model.
type field struct {
	name     string
	typ      typ
	required bool
	need     Window  // when required: the releases in which it is
	dating   *Dating // nil when as old as its model
	absence  *Dating // a missing one is read by these releases only
	was      *form   // what older releases read in its place
	passed   Window  // in which a field of old is passed over; never when zero
	col      Column  // where its token is noted for the row
	normal   string  // the value of an action's field that its call need not give, as JSON; "" where only what says nothing is left out
	plain    bool    // any text is read
	holds    bool    // there may be columns within its value
}

// form is a type that a field had, and when.
type form struct {
	typ    typ
	dating *Dating // of the old form
	now    *Dating // of the form of today
}

// family is a set of models told apart by their kind.
type family struct {
	name   string // as upstream's refusal names it
	class  string // the same, without its module
	col    Column // where the token of the kind is noted
	models map[string]*Model
	gone   map[string]*Model // what older releases knew under a kind
	loose  *Model            // what every member has, to fill the row of an unknown one
	tools  bool              // refuses in other words
	bare   bool              // none of its models has columns
}

func (f field) as(c Column) field { f.col = c; return f }

func (f field) normally(json string) field { f.normal = json; return f }

// from dates a field; its model names the dating.
func (f field) from(release string) field { f.dating = &Dating{Window: since(release)}; return f }

// gone dates a field that the newest release no longer has.
func (f field) gone(release string) field {
	d := Dating{Window: until(release)}
	if f.dating != nil {
		d.From = f.dating.From
	}
	f.dating = &d
	return f
}

// ignored says from which release on a field of old is passed over.
func (f field) ignored(release string) field { f.passed = since(release); return f }

// neededUntil makes an optional field required in older releases.
func (f field) neededUntil(release string) field {
	f.required, f.need, f.absence = true, until(release), &Dating{Window: since(release)}
	return f
}

// neededFrom makes a required field optional in older releases.
func (f field) neededFrom(release string) field {
	f.need, f.absence = since(release), &Dating{Window: until(release)}
	return f
}

// before says which type the field had before a release.
func (f field) before(release string, t typ, what, now string) field {
	f.was = &form{t, &Dating{What: what, Window: until(release)}, &Dating{What: now, Window: since(release)}}
	return f
}

// Field reports whether m has a field of that name, and the value, as JSON, that
// stands in it when a call gives none; "" where only what says nothing does.
func (m *Model) Field(name []byte) (normal string, ok bool) {
	i := slices.IndexFunc(m.fields, func(f field) bool { return f.name == string(name) })
	if i < 0 {
		return "", false
	}
	return m.fields[i].normal, true
}

// newModel is a model that only some releases have; an empty from or gone is
// no bound.
func newModel(name, from, gone string, fields ...field) *Model {
	m := &Model{Name: name, fields: fields}
	if from != "" || gone != "" {
		m.dating = &Dating{What: name, Window: Window{ParseRelease(from), ParseRelease(gone)}}
	}
	return m.named()
}

// named gives the datings of a model's fields their names and takes the fields
// of old apart.
func (m *Model) named() *Model {
	var today []field
	for _, f := range m.fields {
		f.holds = f.typ.holds()
		what := m.Name + "." + f.name
		for _, d := range []*Dating{f.dating, f.absence} {
			if d != nil && d.What == "" {
				d.What = what
			}
		}
		if f.absence != nil && f.absence.What == what {
			f.absence.What = m.Name + " without " + f.name
		}
		if f.dating != nil && f.dating.Until != 0 {
			m.old = append(m.old, f)
			continue
		}
		f.plain = f.typ.shape == shapeText && f.typ.not == "" && f.typ.bounds == nil && f.was == nil
		today = append(today, f)
	}
	m.fields = today
	return m
}

// holds reports whether there may be columns within a value of type t. Within
// arrays there are none, and we give none to unions and to what had another form.
func (t *typ) holds() bool {
	switch t.shape {
	case shapeModel:
		return t.models[0].holds()
	case shapeFamily:
		return t.family.col != ColNone || !t.family.bare
	}
	return false
}

func (m *Model) holds() bool {
	has := func(f field) bool { return f.col != ColNone || f.holds }
	return slices.ContainsFunc(m.fields, has) || slices.ContainsFunc(m.old, has)
}

func need(name string, t typ) field { return field{name: name, typ: t, required: true} }

func may(name string, t typ) field { return field{name: name, typ: t} }

func orNull(t typ) typ { t.null = true; return t }

// orNullSince allows null from a release on.
func orNullSince(release, what string, t typ) typ {
	t.null, t.nulls = true, &Dating{What: what, Window: since(release)}
	return t
}

// lastSince dates the last of the words.
func lastSince(release, what string, t typ) typ {
	t.newest = &Dating{What: what, Window: since(release)}
	return t
}

func atLeast(n float64, t typ) typ { t.bounds = append(t.bounds, bound{">=", n}); return t }

func atMost(n float64, t typ) typ { t.bounds = append(t.bounds, bound{"<=", n}); return t }

func word(words ...string) typ { return typ{shape: shapeWord, words: words} }

func enum(words ...string) typ { return typ{shape: shapeEnum, words: words} }

func list(elem typ) typ { return typ{shape: shapeList, elem: &elem} }

func sequence(elem typ) typ { return typ{shape: shapeSequence, elem: &elem} }

func dict(elem typ) typ { return typ{shape: shapeDict, elem: &elem} }

func object(m *Model) typ { return typ{shape: shapeModel, models: []*Model{m}} }

func either(m ...*Model) typ { return typ{shape: shapeUnion, models: m} }

func oneOf(f *family) typ { return typ{shape: shapeFamily, family: f} }

func noted(m *Model) typ { return typ{shape: shapeNoted, models: []*Model{m}} }

func notedOf(f *family) typ { return typ{shape: shapeNoted, family: f} }

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
func byKind(models ...*Model) map[string]*Model {
	m := make(map[string]*Model, len(models))
	for _, k := range models {
		m[k.Name] = k
	}
	return m
}
