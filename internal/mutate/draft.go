package mutate

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// draft is a log being changed.
type draft struct {
	dice
	name  string
	lines bool
	rows  []*record
	state *record // nil when there is none
	rest  []File

	byID    map[string]*record
	path    []*record            // to the head, root first
	batches map[string][]*record // actions by response, in order
	tree    bool                 // events name their parents
	strange bool                 // the state was given what its version does not have
	first   int                  // the index of the first event
	pack    func([]byte) []byte  // what becomes of the finished bytes, nil for nothing
}

// open reads a log for change.
func newDraft(l *Log, seed uint64) *draft {
	d := &draft{dice: newDice(seed), name: l.Name, lines: l.Lines, byID: map[string]*record{}, batches: map[string][]*record{}}
	if l.Lines {
		for _, line := range bytes.Split(l.Files[0].Data, []byte{'\n'}) {
			if len(bytes.TrimSpace(line)) > 0 {
				d.rows = append(d.rows, newRecord(len(d.rows), line, ""))
			}
		}
	}
	for _, f := range sorted(l) {
		switch {
		case l.Lines:
		case f.Name == stateFile:
			d.state = newRecord(-1, f.Data, f.Name)
		case f.isEvent():
			d.rows = append(d.rows, newRecord(len(d.rows), f.Data, f.Name))
		default:
			d.rest = append(d.rest, f)
		}
	}
	if len(d.rows) > 0 && !l.Lines {
		d.first = indexOf(d.rows[0].name)
	}
	d.link()
	return d
}

// sorted are the files of a log, the events by index.
func sorted(l *Log) []File {
	files := slices.Clone(l.Files)
	slices.SortStableFunc(files, func(a, b File) int {
		if a.isEvent() && b.isEvent() {
			return cmp.Or(indexOf(a.Name)-indexOf(b.Name), strings.Compare(a.Name, b.Name))
		}
		return strings.Compare(a.Name, b.Name)
	})
	return files
}

// link finds parents, results and the active path.
func (d *draft) link() {
	for _, r := range d.rows {
		if r.id != "" && d.byID[r.id] == nil {
			d.byID[r.id] = r
		}
		d.tree = d.tree || r.parent != ""
	}
	calls := map[string]*record{}
	for i, r := range d.rows {
		switch {
		case r.parent == rootParent:
		case r.parent != "":
			r.up = d.byID[r.parent]
		case i > 0:
			r.up = d.rows[i-1]
		}
		if r.up != nil {
			r.up.children = append(r.up.children, r)
		}
		if r.kind == "ActionEvent" {
			calls[r.call] = r
			d.batches[r.response] = append(d.batches[r.response], r)
		}
	}
	for _, r := range d.rows {
		if !r.result() {
			continue
		}
		if r.of = d.byID[r.action]; r.of == nil {
			r.of = calls[r.call]
		}
		if r.of != nil {
			r.of.results = append(r.of.results, r)
		}
	}
	d.follow()
}

// follow finds the active path.
func (d *draft) follow() {
	seen := map[*record]bool{}
	for r := d.head(); r != nil && !seen[r]; r = r.up {
		seen[r], r.on = true, true
		d.path = append(d.path, r)
	}
	slices.Reverse(d.path)
}

func (d *draft) head() *record {
	if d.state != nil {
		if id := d.state.text("leaf_event_id"); id != "" {
			return d.byID[id]
		}
		if d.state.raw("head_is_empty") == "true" {
			return nil
		}
	}
	for _, r := range slices.Backward(d.rows) {
		if r.kind != stateUpdate && (d.tree && d.state == nil || r.kind != "ConversationErrorEvent") {
			return r
		}
	}
	return nil
}

// log is the changed log.
func (d *draft) log() *Log {
	l := &Log{Name: d.name, Lines: d.lines}
	switch {
	case d.lines:
		var b bytes.Buffer
		for _, r := range d.rows {
			b.Write(r.data)
			b.WriteByte('\n')
		}
		l.Files = []File{{d.name, b.Bytes()}}
	default:
		if d.state != nil {
			l.Files = append(l.Files, File{stateFile, d.state.data})
		}
		for i, r := range d.rows {
			l.Files = append(l.Files, File{r.fileName(d.first + i), r.data})
		}
		l.Files = append(l.Files, d.rest...)
	}
	if d.pack != nil {
		l.packed = d.pack(l.Bytes())
	}
	return l
}

// fileName is the name of the file of an event at index i: its own, with
// another number where it has moved.
func (r *record) fileName(i int) string {
	switch {
	case r.name == "":
		return eventFile(i, r.id)
	case r.moved || indexOf(r.name) == i:
		return r.name
	}
	rest := r.name[len(eventFolder+"event-"):]
	return eventFile(i, strings.TrimSuffix(rest[strings.IndexByte(rest, '-')+1:], ".json"))
}

// indexOf is the index in an event file's name.
func indexOf(name string) int {
	n := 0
	for _, c := range name[len(eventFolder+"event-"):] {
		if c < '0' || c > '9' {
			break
		}
		n = 10*n + int(c-'0')
	}
	return n
}
