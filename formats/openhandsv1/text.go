package openhandsv1

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// textColumns are the places of text that can be shared, in their order; those
// that a record has are joined by line feeds.
var textColumns = [...]column{colThought, colContent, colExtended, colDynamic, colSummary, colSays}

// keepText fills the text of the row, null when the record has none.
func (d *Decoder) keepText(r *event.Row) {
	d.text = d.text[:0]
	any := false
	for _, col := range textColumns {
		if i := d.check.cols[col]; i >= 0 {
			any = d.addText(i, any) || any
		}
	}
	if any {
		r.Text = d.text
	}
}

// addText appends the text at token i: of a string, of a text item, or of
// every text item of an array.
func (d *Decoder) addText(i int32, more bool) bool {
	c := &d.check
	switch c.kind(i) {
	case jsontape.String:
		if more {
			d.text = append(d.text, '\n')
		}
		d.text = c.tape.AppendString(d.text, c.data, int(i))
		return true
	case jsontape.Object:
		if t := c.tape.Key(c.data, int(i), "text"); t >= 0 && c.kind(int32(t)) == jsontape.String {
			return d.addText(int32(t), more)
		}
	case jsontape.Array:
		any := false
		for e := i + 1; e < c.tape.Tokens[i].Next; e = c.tape.Tokens[e].Next {
			if c.kind(e) == jsontape.Object {
				any = d.addText(e, more || any) || any
			}
		}
		return any
	}
	return false
}
