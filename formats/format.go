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

	// about tells more of it, for FORMATS.md and traj info.
	about func() About
	// probe judges the beginning of a file.
	probe func(h *Head) Evidence
	// claim finds the logs of which a directory consists as a whole. It
	// returns nil when the directory is none. nil for formats of single files.
	claim func(d *container.Dir, entries []container.Entry) *layout
	// bundle finds the logs that are the members of a directory or archive. It
	// returns nil when the directory is none. nil for other formats.
	bundle func(d *container.Dir, entries []container.Entry) *bundle
	// match says how surely a JSON object is a record, 0 for not at all.
	match func(rec []byte, t *jsontape.Tape) int
	// sure is the match from which on an object found amid damage is a record.
	sure int
	// decoder fills rows from records.
	decoder func(b *event.Builder) Decoder
	// arrays names, by shape, the members of an envelope that hold records, the
	// usual one first; "values/messages" is a member within a member.
	arrays map[event.Shape][]string
	// nested says that records may also lie in arrays within those arrays.
	nested bool
	// split says that a document is a log, or holds logs, and how; nil where a
	// record is an event.
	split *splitting
	// inOrder says that the decoder must see the records of a log in their
	// order, so that large files are not read by several at once.
	inOrder bool
	// whole says that one record is a whole log: of one that breaks off, what
	// stands before its last comma is read.
	whole bool
	// jiter says that upstream reads records with pydantic's JSON reader; what
	// that refuses is then told of each row.
	jiter bool
	// part says what an object is that belongs beside a log, "" when it does
	// not; nil when there is no such thing.
	part func(rec []byte, t *jsontape.Tape) string
	// rowName is the member that names a row which is a log of its own.
	rowName string
	// state reads the snapshot beside the events; nil when there is none.
	state func(raw []byte, file int32) *event.State
	dates func(s *event.State) []event.Hint                                       // what in the snapshot dates its writer; nil when nothing can
	meta  func(m *event.Meta, role event.FileRole, raw []byte) event.DamageReason // adds what a file beside the conversation says; nil when none is read
}

// Decoder appends rows from the records of one log, in their order.
type Decoder interface {
	// Append appends the rows of the object at token 0 of t.
	Append(rec []byte, t *jsontape.Tape, pos event.Pos)
	// Hints tells what in the records dates the writer.
	Hints() []event.Hint
}

// Header is a Decoder that reads what stands beside the records of an envelope.
type Header interface {
	// Member takes one member that holds no records: its name, within a member
	// a path with "/", and its value at token 0 of t.
	Member(name string, value []byte, t *jsontape.Tape, pos event.Pos)
}

// Ender is a Decoder that knows of the log as a whole once every record is
// read. Its format must be inOrder.
type Ender interface {
	// End completes what the log is (its conversation, its state) and may still
	// append rows. The log's table is not made yet.
	End(l *event.Log)
}

// Renewer is a Decoder that can be used for other records than those of its log
// so far, whose rows its builder has given away.
type Renewer interface {
	// Renew forgets everything but the memory.
	Renew()
}

// beyondDoubt is the highest degree of evidence.
const beyondDoubt = 100

// Evidence is how surely, and by which bytes, a format is recognised.
type Evidence struct {
	Degree int         // 0 is not at all, beyondDoubt the most
	Shape  event.Shape // how the log is held
	Text   string      // what was seen and where
}

// Formats lists every format, in the order in which they are tried.
func Formats() []Format {
	return []Format{
		openHandsV1(), openHandsV0(),
		codex(), codexExec(), openAIResponses(), openAIChat(), shareGPT(),
		claudeCode(), claudeStream(), anthropicMessages(),
		piSession(), geminiCLI(), geminiContents(), langGraph(),
		atifFormat(), sweAgent(), miniSWEAgent(), inspectLog(),
		aiSDK(), otlpFormat(), adpFormat(), cline(),
	}
}

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

// detect asks every format, or the only one when one is given, and returns the
// one with the highest degree; the first of equals.
func (l *loader) detect(h *Head) (*Format, Evidence) {
	if l.from != nil {
		e := l.from.probe(h)
		if e.Degree == 0 {
			e = Evidence{1, event.ShapeStream, "the format was given"}
		}
		return l.from, e
	}
	var best *Format
	var seen Evidence
	for i := range l.formats {
		if e := l.formats[i].probe(h); e.Degree > seen.Degree {
			best, seen = &l.formats[i], e
		}
		if seen.Degree >= beyondDoubt { // no other can have more
			break
		}
	}
	return best, seen
}
