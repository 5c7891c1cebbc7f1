package project

import "slices"

// sent are the messages of a view as they are written, one of each event or
// response. The next view's are made of those before: what both begin with is
// read and written once.
type sent struct {
	b     *messageBuilder
	form  Form
	items []Item
	text  []byte
	marks []mark // where each message begins
	same  int    // so many messages are those of the view before
	seen  int    // see RepeatWriter
}

type mark struct{ item, at int }

func newSent(r *Reading, form Form) sent {
	return sent{b: &messageBuilder{r: r, doc: passing()}, form: form}
}

// set makes the JSON array of the messages of a view. It is good until the
// next. The error is as that of Reading.Messages and of Wire.
func (s *sent) set(items []Item) ([]byte, error) {
	from := s.keep(common(s.items, items))
	s.items, s.same, s.seen = append(s.items[:from], items[from:]...), len(s.marks), min(s.seen, len(s.text))
	if err := s.write(from); err != nil {
		s.items, s.marks, s.same = s.items[:0], s.marks[:0], 0
		return nil, err
	}
	s.text = append(s.text, ']')
	return s.text, nil
}

// keep cuts off what does not come of the first n items alone, and returns how
// many stay: a message is done when another begins behind it.
func (s *sent) keep(n int) int {
	k := len(s.marks)
	for k > 0 && s.marks[k-1].item >= n {
		k--
	}
	if k--; k < 0 {
		s.marks, s.text = s.marks[:0], append(s.text[:0], '[')
		return 0
	}
	from := s.marks[k]
	s.marks, s.text = s.marks[:k], s.text[:from.at]
	return from.item
}

// write adds the messages of the items from one on, at which a message begins.
// Each is written as soon as no event can join it any more, and its texts are
// forgotten.
func (s *sent) write(from int) error {
	w := jsonWriter{buf: s.grown(from), next: len(s.text) > 1}
	var refused *Error
	begin := from // of the message that the next event may join, if there is one
	put := func(m *Message) {
		if e := m.unsendable(s.form); e != nil && refused == nil {
			refused = e
		}
		s.marks = append(s.marks, mark{begin, len(w.buf)})
		w.sent(s.form, m)
	}
	s.b.out = s.b.out[:0]
	s.b.doc.room.clear()
	open := false
	err := s.b.all(s.items, from, func(at int) bool {
		out := s.b.out
		if len(out) > 1 {
			put(&out[0])
			out, open = append(out[:0], out[1]), false
		}
		if !open {
			begin = at
		}
		if open = s.b.joinable(&out[0]); !open {
			put(&out[0])
			out = out[:0]
			s.b.doc.room.clear()
		}
		s.b.out = out
		return true
	})
	if err == nil && open {
		put(&s.b.out[0])
	}
	s.text = w.buf
	if err == nil && refused != nil {
		return refused
	}
	return err
}

// grown is the text with room for the most of what the items from one on become,
// so that it is not moved time and again.
func (s *sent) grown(from int) []byte {
	n := int64(0)
	for _, i := range s.items[from:] {
		n += s.b.r.Log.Pos(int(i.Row)).Length
	}
	return slices.Grow(s.text, int(min(n*3/4, mostGrown)))
}

// mostGrown bounds what is taken before it is needed.
const mostGrown = 64 << 20
