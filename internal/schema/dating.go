package schema

import "sync"

// datings are all datings of the catalogue, each with its place in the list.
var datings = sync.OnceValue(enumerate)

// enumerate walks the catalogue and gives each dating its place.
func enumerate() []*Dating {
	n := &numbering{models: map[*Model]bool{}, datings: map[*Dating]bool{}}
	n.family(events())
	n.model(looseEvent())
	n.model(serverErrorEvent())
	n.model(conversationState())
	for i, d := range n.list {
		d.index = i
	}
	return n.list
}

// numbering collects datings, each once.
type numbering struct {
	models  map[*Model]bool
	datings map[*Dating]bool
	list    []*Dating
}

func (n *numbering) add(ds ...*Dating) {
	for _, d := range ds {
		if d != nil && !n.datings[d] {
			n.datings[d] = true
			n.list = append(n.list, d)
		}
	}
}

// family walks the models in no order that matters: the places only tell
// datings apart.
func (n *numbering) family(f *family) {
	for _, m := range f.models {
		n.model(m)
	}
	for _, m := range f.gone {
		n.model(m)
	}
	n.model(f.loose)
}

func (n *numbering) model(m *Model) {
	if n.models[m] {
		return
	}
	n.models[m] = true
	n.add(m.dating)
	for _, fields := range [...][]field{m.fields, m.old} {
		for i := range fields {
			f := &fields[i]
			n.add(f.dating, f.absence)
			n.typ(&f.typ)
			if f.was != nil {
				n.add(f.was.dating, f.was.now)
				n.typ(&f.was.typ)
			}
		}
	}
}

func (n *numbering) typ(t *typ) {
	n.add(t.newest, t.nulls)
	if t.elem != nil {
		n.typ(t.elem)
	}
	for _, m := range t.models {
		n.model(m)
	}
	if t.family != nil {
		n.family(t.family)
	}
}
