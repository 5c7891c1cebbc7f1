package formats

import (
	"fmt"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Format is one upstream format: how to know it and how to read it.
type Format struct {
	Name string // what --from takes
	Doc  string // one line

	// probe judges the beginning of a file.
	probe func(h *Head) Evidence
	// claim finds the logs of which a directory consists as a whole. It
	// returns nil when the directory is none.
	claim func(d *container.Dir, entries []container.Entry) *layout
	// match says how surely a JSON object is a record, 0 for not at all.
	match func(rec []byte, t *jsontape.Tape) int
	// sure is the match from which on an object found amid damage is a record.
	sure int
	// decoder fills rows from records.
	decoder func(b *event.Builder) Decoder
	// arrays names, by shape, the members of an envelope that hold records, the
	// usual one first.
	arrays map[event.Shape][]string
	// part says what an object is that belongs beside a log, "" when it does not.
	part func(rec []byte, t *jsontape.Tape) string
	// rowName is the member that names a row which is a log of its own.
	rowName string
	// state reads the snapshot beside the events; nil when there is none.
	state func(raw []byte, file int32) *event.State
}

// Decoder appends rows from the records of one log, in their order.
type Decoder interface {
	// Append appends the rows of the object at token 0 of t.
	Append(rec []byte, t *jsontape.Tape, pos event.Pos)
	// Hints tells what in the records dates the writer.
	Hints() []event.Hint
}

// Evidence is how surely, and by which bytes, a format is recognised.
type Evidence struct {
	Degree int         // 0 is not at all, 100 is beyond doubt
	Shape  event.Shape // how the log is held
	Text   string      // what was seen and where
}

// Formats lists every format, in the order in which they are tried.
func Formats() []Format { return []Format{openHandsV1()} }

// named finds the format called name.
func named(name string) (*Format, error) {
	for _, f := range Formats() {
		if f.Name == name {
			return &f, nil
		}
	}
	return nil, fmt.Errorf("unknown format %q: known are %s", name, strings.Join(names(), ", "))
}

func names() []string {
	var out []string
	for _, f := range Formats() {
		out = append(out, f.Name)
	}
	return out
}

// detect asks every format, or the only one when from is not nil, and returns
// the one with the highest degree; the first of equals.
func detect(h *Head, from *Format) (*Format, Evidence) {
	if from != nil {
		e := from.probe(h)
		if e.Degree == 0 {
			e = Evidence{1, event.ShapeStream, "the format was given"}
		}
		return from, e
	}
	var best *Format
	var seen Evidence
	for _, f := range Formats() {
		if e := f.probe(h); e.Degree > seen.Degree {
			best, seen = &f, e
		}
	}
	return best, seen
}
