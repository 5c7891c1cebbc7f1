package openhandsv1

import (
	"bytes"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
	"github.com/traj-dev/traj/internal/schema"
)

// hints collects what dates the writer of a log, each once.
type hints struct {
	list   []event.Hint
	shapes [shapesCount]bool
}

// The ways of writing.
const (
	shapeSpaced     = iota // kind first, a space after each comma
	shapeSpacedUTF8        // the same, with characters beyond ASCII as they are
	shapeCompact           // kind last, no space
	shapesCount
)

// Source: openhands-sdk utils/models.py and event_store.py at each tag.
var shapeHints = [shapesCount]event.Hint{
	shapeSpaced:     {Below: "1.7.4", Why: "kind stands first, with a space after each comma"},
	shapeSpacedUTF8: {AtLeast: "1.7.0", Below: "1.7.4", Why: "kind stands first, with characters beyond ASCII unescaped"},
	shapeCompact:    {AtLeast: "1.7.4", Why: "kind stands last, without a space after commas"},
}

// found notes a dated name, of which each is told once.
func (h *hints) found(d *schema.Dating, row int) { h.list = append(h.list, hint(d, row)) }

func hint(d *schema.Dating, row int) event.Hint {
	return event.Hint{AtLeast: d.From.String(), Below: d.Until.String(), Why: d.What, Row: int32(row)}
}

// shape looks at where the kind stands and how members are set apart.
func (h *hints) shape(rec []byte, t *jsontape.Tape, row int) {
	toks := t.Tokens
	if toks[0].Kind != jsontape.Object || toks[0].Len < 2 {
		return
	}
	second := toks[2].Next // the second name
	spaced := bytes.HasSuffix(rec[:toks[second].Start], []byte(", "))
	switch {
	case spaced && t.Equal(rec, 1, "kind"):
		h.add(shapeSpaced, row)
		if t.Flags&jsontape.NonASCII != 0 {
			h.add(shapeSpacedUTF8, row)
		}
	case !h.shapes[shapeCompact] && rec[toks[second].Start-1] == ',' && endsInKind(rec, t):
		h.add(shapeCompact, row)
	}
}

func (h *hints) add(shape, row int) {
	if h.shapes[shape] {
		return
	}
	h.shapes[shape] = true
	hint := shapeHints[shape]
	hint.Row = int32(row)
	h.list = append(h.list, hint)
}

// endsInKind reports whether the last member is the kind, written compactly.
func endsInKind(rec []byte, t *jsontape.Tape) bool {
	end := int(t.Tokens[0].End)
	at := bytes.LastIndex(rec[:end], []byte(`,"kind":"`))
	return at > 0 && bytes.IndexByte(rec[at+9:end], '"') == end-at-11 && rec[end-1] == '}'
}
