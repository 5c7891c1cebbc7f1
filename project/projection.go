package project

import (
	"io"
	"strconv"
)

// Projection is what a version makes of a log at one head: what
// `traj project --format json` prints. It is good until its projector makes the
// next.
type Projection struct {
	Log       string
	Profile   string
	Head      *string // nil before the first event
	Walked    bool    // there is a path; without one only Err is told
	Viewed    bool    // there is a view
	Path      []int32
	View      []Item // rebuilt, as after a resume
	Folded    []Item // incremental, as a running agent has it
	Pending   []int32
	Indices   []int  // nil where the version fails to compute them or has none
	Unhandled bool   // a condensation is asked for and none followed
	Messages  []byte // JSON in the form asked for; nil where the version fails to make them
	Losses    []Loss // what of the log the form has no place for
	Err       *Error // what the version raises on the way, nil when nothing

	by   *Projector
	seen *int // of Messages, see RepeatWriter
}

// HeadNone names the place before the first event where a head is given as
// text. An event that really has this id comes first.
const HeadNone = "none"

// Project makes the projection at an event, or with nil at the log's head. An
// upstream error is part of the projection; the error says why records could
// not be had.
func Project(r *Reading, head *string, form Form) (*Projection, error) {
	return NewProjector(r, form).At(head)
}

// IDs are the ids of events of the log.
func (p *Projection) IDs(rows []int32) []string { return p.by.r.IDs(rows) }

// ItemIDs are the ids of items of the log.
func (p *Projection) ItemIDs(items []Item) []string { return p.by.r.itemIDs(items) }

// News are how many messages the projection begins with that the one before has
// too, told only in the neutral form, and the array of those behind them.
func (p *Projection) News() (same int, rest []byte) {
	if s := &p.by.messages; p.Messages != nil && s.same > 0 && s.same < len(s.marks) {
		return s.same, append([]byte{'['}, p.Messages[s.marks[s.same].at+1:]...)
	}
	return 0, p.Messages
}

// WriteJSON writes the projection as one compact JSON object with its members
// in a fixed order, in pieces. Where the path cannot be walked the members
// after it are null.
func (p *Projection) WriteJSON(out io.Writer) error {
	w := pieceWriter{out: out}
	w.open('{')
	w.key("schema_version")
	w.word("1")
	w.member("log", p.Log)
	w.member("profile", p.Profile)
	w.orNull("head", p.Head)
	by := p.by
	array(&w, "path", p.Walked, &by.pathText, p.Path, by.appendID)
	array(&w, "view", p.Viewed, &by.viewText, p.View, by.appendItemID)
	array(&w, "view_incremental", p.Viewed, &by.foldedText, p.Folded, by.appendItemID)
	array(&w, "pending", p.Walked, new(list[int32]), p.Pending, by.appendID)
	array(&w, "manipulation_indices", p.Indices != nil, &by.indexText, p.Indices, appendInt)
	w.key("unhandled_condensation_request")
	if p.Walked {
		w.bool(p.Unhandled)
	} else {
		w.word("null")
	}
	w.key("messages")
	if p.Messages != nil {
		w.repeat(p.Messages, p.seen)
	} else {
		w.word("null")
	}
	w.list("losses", len(p.Losses), func(i int) {
		w.member("what", p.Losses[i].What)
		w.strings("events", p.IDs(known(p.Losses[i].Rows)))
	})
	w.key("error")
	w.err(p.Err)
	w.close('}')
	w.flush()
	return w.failed
}

func appendInt(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }

// known are the rows that are events.
func known(rows []int32) []int32 {
	var out []int32
	for _, row := range rows {
		if row >= 0 {
			out = append(out, row)
		}
	}
	return out
}

func (w *jsonWriter) err(e *Error) {
	if e == nil {
		w.word("null")
		return
	}
	w.open('{')
	w.member("kind", e.Kind.String())
	w.member("message", e.Message)
	w.close('}')
}

// RepeatWriter is a writer that looks at what it is given. Of a text that begins
// as one before it is told how much of it, counted from its beginning, is what it
// has seen and found nothing in, and tells that of the whole.
type RepeatWriter interface {
	WriteRepeat(text []byte, seen *int) error
}

// pieceWriter is a jsonWriter for what is too much to hold it all.
type pieceWriter struct {
	jsonWriter
	out    io.Writer
	failed error
}

// array writes a member whose value is a list of values, or null.
func array[T comparable](w *pieceWriter, key string, some bool, l *list[T], values []T, put func([]byte, T) []byte) {
	w.key(key)
	if some {
		w.repeat(l.set(values, put), &l.seen)
	} else {
		w.word("null")
	}
}

// repeat writes a finished value that begins as one before it.
func (w *pieceWriter) repeat(text []byte, seen *int) {
	w.comma()
	w.flush()
	if again, ok := w.out.(RepeatWriter); !ok {
		w.give(text)
	} else if w.failed == nil {
		w.failed = again.WriteRepeat(text, seen)
	}
}

// flush gives away what is in the buffer.
func (w *pieceWriter) flush() {
	w.give(w.buf)
	w.buf = w.buf[:0]
}

func (w *pieceWriter) give(b []byte) {
	if w.failed == nil {
		_, w.failed = w.out.Write(b)
	}
}
