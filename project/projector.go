package project

import (
	"errors"
	"math"
)

// Projector makes the projections of a log in one form, at one place after the
// other. What the path to a place has in common with the path to the place
// before is not gone through again: neither its events are folded, nor its
// messages read and written. It belongs to one goroutine.
type Projector struct {
	r    *Reading
	form Form
	m    *Machine
	on   []bool // by row: the machine's path leads over it
	huge bool   // a summary may go where no list has a place

	messages sent
	folded   []Item
	rebuilt  []Item

	pathText             list[int32]
	viewText, foldedText list[Item]
	indexText            list[int]
}

// NewProjector returns a projector of a log.
func NewProjector(r *Reading, form Form) *Projector {
	p := &Projector{r: r, form: form, m: NewMachine(r, nil), on: make([]bool, r.Log.Len())}
	p.messages = newSent(r, form)
	for i := range r.Log.Len() {
		off, ok := r.Log.SummaryOffset(i)
		p.huge = p.huge || ok && off == math.MaxInt64
	}
	return p
}

// At makes the projection at an event, or with nil at the log's head, as
// Project does.
func (p *Projector) At(head *string) (*Projection, error) {
	r := p.r
	out := &Projection{Log: r.Log.Name, Profile: r.Profile.Name, Head: p.named(head), by: p, seen: new(int)}
	if out.Err = p.moveTo(head); out.Err != nil {
		return out, nil
	}
	out.Walked, out.Path, out.Pending = true, p.m.Path(), p.pending()
	if p.huge {
		if out.Err = r.NoView(out.Path); out.Err != nil {
			return out, nil
		}
	}
	p.see(out)
	if err := p.write(out); err != nil && !errors.As(err, &out.Err) {
		return nil, err
	}
	return out, nil
}

// named is the id of a place, nil before the first event and where the log's own
// head is none.
func (p *Projector) named(head *string) *string {
	h := p.r.Head()
	switch {
	case p.beforeAll(head), head == nil && (h.Empty || h.Err != nil):
		return nil
	case head == nil:
		return &h.ID
	}
	return head
}

// beforeAll reports whether a place is the one before the first event.
func (p *Projector) beforeAll(head *string) bool {
	return head != nil && *head == HeadNone && p.r.find(HeadNone) < 0
}

// moveTo goes to a place: back to where its path leaves that of the place
// before, then on. After an error the place is as it was.
func (p *Projector) moveTo(head *string) *Error {
	var rest []int32 // behind the event at which the paths part
	from := int32(-1)
	var e *Error
	switch {
	case p.beforeAll(head):
	case head == nil:
		rest, e = p.r.ActivePath()
		for len(rest) > 0 && p.on[rest[0]] {
			from, rest = rest[0], rest[1:]
		}
	default:
		rest, from, e = p.r.pathFrom(*head, func(row int32) bool { return p.on[row] })
	}
	if e != nil {
		return e
	}
	for path := p.m.Path(); len(path) > 0 && path[len(path)-1] != from; path = p.m.Path() {
		p.on[path[len(path)-1]] = false
		p.m.Pop()
	}
	for _, row := range rest {
		p.on[row] = true
		p.m.Push(row)
	}
	return nil
}

// pending are the actions that wait for a result.
func (p *Projector) pending() []int32 {
	var out []int32
	for _, row := range p.m.Path() {
		if len(out) == p.m.Waiting() {
			break
		}
		if p.m.Waits(row) {
			out = append(out, row)
		}
	}
	return out
}

// see fills what columns are enough for.
func (p *Projector) see(out *Projection) {
	p.folded = p.m.AppendView(p.folded[:0], nil)
	out.View = p.folded
	if !p.m.Whole() {
		p.rebuilt = p.m.AppendView(p.rebuilt[:0], p.m.Enforce().Dropped)
		out.View = p.rebuilt
	}
	out.Viewed, out.Folded, out.Unhandled = true, p.folded, p.m.Unhandled()
	if !p.r.Profile.incremental {
		out.Folded = out.View
	}
	out.Indices, _ = p.view(out).Indices()
}

func (p *Projector) view(out *Projection) *View {
	return &View{Items: out.View, UnhandledRequest: out.Unhandled, r: p.r, path: out.Path}
}

// write fills the messages: those of chat completions and of Responses as the
// version itself writes them, where it is known how.
func (p *Projector) write(out *Projection) error {
	own := p.r.Profile.OpenHandsV1() && p.form != Anthropic && p.form != Gemini
	switch {
	case own && p.form != OpenAIResponses:
		var err error
		out.Messages, err = p.messages.set(out.View)
		out.seen = &p.messages.seen
		return err
	case p.form == Neutral || own:
		ms, err := p.r.Messages(p.view(out))
		if err == nil {
			out.Messages, out.Err = Wire(p.form, ms)
		}
		return err
	}
	q, err := p.r.Request(p.view(out), p.form)
	if err == nil {
		out.Messages, out.Losses = q.AppendJSON(nil), q.Losses
	}
	return err
}

func (p *Projector) appendID(dst []byte, row int32) []byte {
	return appendJSONString(dst, p.r.EventID(row))
}

func (p *Projector) appendItemID(dst []byte, i Item) []byte {
	return appendJSONString(dst, p.r.ItemID(i))
}
