package fields

import "slices"

// Models are the names of the models that a log's responses are from.
type Models struct {
	names map[string]bool
	last  string
}

// Add notes the model of a response; an empty name tells of none.
func (m *Models) Add(name []byte) {
	if len(name) == 0 || string(name) == m.last {
		return
	}
	if m.names == nil {
		m.names = map[string]bool{}
	}
	m.last = string(name)
	m.names[m.last] = true
}

// Names are the names, sorted.
func (m *Models) Names() []string {
	var out []string
	for name := range m.names {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
