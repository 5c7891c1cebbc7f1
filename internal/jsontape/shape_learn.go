package jsontape

import "unsafe"

// walk is the way through the tokens of a value that is learned.
type walk struct {
	data   []byte
	toks   []Token
	at     *stretch // nil when no more can be learned
	from   int32    // where the stretch at hand begins
	tokens []Token
	closed []closing
	open   []opening
	depth  int
	named  bool // the innermost container is an object and its name was read
}

// earn counts a parse, and reports whether there is credit to learn from it.
func (s *Shapes) earn(known bool) bool {
	if s.count == 0 && s.credit == 0 {
		s.credit = fullCredit
	}
	if s.credit = min(s.credit+1, fullCredit); known || s.credit <= learningCost {
		return false
	}
	s.credit -= learningCost
	return true
}

// learn keeps the stretches of the value that toks are of.
func (s *Shapes) learn(data []byte, toks []Token) {
	if toks[0].Kind != Object && toks[0].Kind != Array || len(toks) > mostTokens {
		return
	}
	if s.count >= mostStretches || s.size >= mostSize {
		s.root, s.count, s.size = stretch{}, 0, 0
	}
	w := &s.walk
	w.data, w.toks, w.at, w.from, w.open, w.named, w.depth = data, toks, &s.root, toks[0].Start, w.open[:0], false, 0
	for i := int32(0); int(i) < len(toks) && w.at != nil; i++ {
		w.close(i)
		if w.token(s, i); len(w.open) > deepest || len(w.tokens) > longestText || len(w.closed) > longestText {
			w.at = nil
		}
	}
	if w.at != nil {
		w.close(int32(len(toks)))
		w.end(s, toks[0].End, Invalid)
	}
	w.data, w.toks, w.at, w.tokens, w.closed = nil, nil, nil, w.tokens[:0], w.closed[:0]
}

// close notes the containers that end before token i.
func (w *walk) close(i int32) {
	for n := len(w.open) - 1; n >= 0 && w.toks[w.open[n].token].Next == i; n-- {
		o := w.open[n]
		w.closed = append(w.closed, closing{o.token, i, w.toks[o.token].End - w.from, o.len})
		w.open, w.named = w.open[:n], false
	}
}

func (w *walk) token(s *Shapes, i int32) {
	k := w.toks[i]
	parent, isName := int32(-1), false
	if n := len(w.open); n > 0 {
		o := &w.open[n-1]
		parent, isName = o.token, w.toks[o.token].Kind == Object && !w.named
		if !w.named {
			o.len++
		}
		w.named = isName
	}
	switch {
	case isName:
		k.Start, k.End = k.Start-w.from, k.End-w.from
		w.tokens = append(w.tokens, k)
	case k.Kind == Object || k.Kind == Array:
		w.tokens = append(w.tokens, Token{Kind: k.Kind, Start: k.Start - w.from, Next: parent})
		w.open = append(w.open, opening{i, 0})
		w.depth = max(w.depth, len(w.open))
	case k.Kind == String:
		w.end(s, k.Start+1, String)
		w.from = k.End
	default:
		w.end(s, k.Start, k.Kind)
		w.from = k.End
	}
}

// end goes on to the stretch that ends at to, which is made if it is new and
// there is room.
func (w *walk) end(s *Shapes, to int32, kind Kind) {
	text := w.data[w.from:to]
	next := w.at.find(text, kind)
	if next == nil && len(w.at.next) < mostNext && len(text) <= longestText && s.count < mostStretches && s.size < mostSize {
		next = &stretch{
			text: append([]byte(nil), text...), kind: kind, tokens: append([]Token(nil), w.tokens...),
			closed: append([]closing(nil), w.closed...), open: append([]opening(nil), w.open...), depth: w.depth,
		}
		for _, k := range next.tokens {
			next.flags |= k.Flags
		}
		if kind == Invalid {
			next.shape = new(Shape)
		}
		w.at.next = append(w.at.next, next)
		s.count++
		s.size += int(unsafe.Sizeof(*next)) + len(text) + len(w.tokens)*int(unsafe.Sizeof(Token{})) + len(w.closed)*int(unsafe.Sizeof(closing{})) + len(w.open)*int(unsafe.Sizeof(opening{}))
	}
	w.at, w.tokens, w.closed, w.depth = next, w.tokens[:0], w.closed[:0], len(w.open)
}
