package project

import (
	"errors"
	"strconv"
)

// Projection is what a version makes of a log at one head: what
// `traj project --format json` prints.
type Projection struct {
	Log       string
	Profile   string
	Head      *string // nil before the first event
	Path      []string
	View      []string // rebuilt, as after a resume
	Folded    []string // incremental, as a running agent has it
	Pending   []string
	Indices   []int  // nil where the version fails to compute them or has none
	Unhandled bool   // a condensation is asked for and none followed
	Messages  []byte // JSON in the form asked for; nil where the version fails to make them
	Losses    []Loss // what of the log the form has no place for
	Err       *Error // what the version raises on the way, nil when nothing

	lost *Reading // names the rows of Losses
}

// HeadNone names the place before the first event where a head is given as
// text. An event that really has this id comes first.
const HeadNone = "none"

// Project makes the projection at an event, or with nil at the log's head. An
// upstream error is part of the projection; the error says why records could
// not be had.
func Project(r *Reading, head *string, form Form) (*Projection, error) {
	p := &Projection{Log: r.Log.Name, Profile: r.Profile.Name, Head: head}
	path, e := r.ActivePath()
	switch {
	case head != nil && *head == HeadNone && r.find(HeadNone) < 0:
		p.Head, path, e = nil, nil, nil
	case head != nil:
		path, e = r.Path(*head)
	default:
		if h := r.Head(); !h.Empty && h.Err == nil {
			p.Head = &h.ID
		}
	}
	if e != nil {
		p.Err = e
		return p, nil
	}
	if p.Err = r.NoView(path); p.Err != nil {
		p.Path, p.Pending = r.IDs(path), r.IDs(r.Pending(path))
		return p, nil
	}
	view := r.Rebuild(path)
	p.Path, p.View, p.Folded, p.Pending = r.IDs(path), view.IDs(), r.Fold(path).IDs(), r.IDs(r.Pending(path))
	p.Indices, _ = view.Indices()
	p.Unhandled = view.UnhandledRequest
	if err := p.write(r, view, form); err != nil && !errors.As(err, &p.Err) {
		return nil, err
	}
	return p, nil
}

// write fills the messages: those of chat completions and of Responses as the
// version itself writes them, where it is known how.
func (p *Projection) write(r *Reading, view *View, form Form) error {
	own := r.Profile.OpenHandsV1() && form != Anthropic && form != Gemini
	if form != Neutral && !own {
		q, err := r.Request(view, form)
		if err != nil {
			return err
		}
		p.Messages, p.Losses = q.AppendJSON(nil), q.Losses
		p.lost = r
		return nil
	}
	ms, err := r.Messages(view)
	if err == nil {
		p.Messages, p.Err = Wire(form, ms)
	}
	return err
}

// AppendJSON appends the projection as one compact JSON object with its
// members in a fixed order. Where the path cannot be walked the members after
// it are null.
func (p *Projection) AppendJSON(dst []byte) []byte {
	w := jsonWriter{buf: dst}
	w.open('{')
	w.key("schema_version")
	w.word("1")
	w.member("log", p.Log)
	w.member("profile", p.Profile)
	w.orNull("head", p.Head)
	for _, l := range []struct {
		key string
		ids []string
	}{{"path", p.Path}, {"view", p.View}, {"view_incremental", p.Folded}, {"pending", p.Pending}} {
		if l.ids == nil {
			w.orNull(l.key, nil)
		} else {
			w.strings(l.key, l.ids)
		}
	}
	w.key("manipulation_indices")
	w.ints(p.Indices)
	w.key("unhandled_condensation_request")
	if p.Path == nil {
		w.word("null")
	} else {
		w.bool(p.Unhandled)
	}
	w.key("messages")
	if p.Messages == nil {
		w.word("null")
	} else {
		w.word(string(p.Messages))
	}
	w.list("losses", len(p.Losses), func(i int) {
		w.member("what", p.Losses[i].What)
		w.strings("events", p.lost.IDs(known(p.Losses[i].Rows)))
	})
	w.key("error")
	w.err(p.Err)
	w.close('}')
	return w.buf
}

// MarshalJSON is AppendJSON. encoding/json escapes the result for HTML unless
// told otherwise.
func (p *Projection) MarshalJSON() ([]byte, error) { return p.AppendJSON(nil), nil }

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

func (w *jsonWriter) ints(ns []int) {
	if ns == nil {
		w.word("null")
		return
	}
	w.open('[')
	for _, n := range ns {
		w.word(strconv.Itoa(n))
	}
	w.close(']')
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
