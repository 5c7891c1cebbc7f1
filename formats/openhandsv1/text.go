package openhandsv1

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
	"github.com/traj-dev/traj/internal/schema"
)

// textColumns are the places of text that can be shared, in their order; those
// that a record has are joined by line feeds.
var textColumns = [...]schema.Column{schema.ColThought, schema.ColContent, schema.ColExtended, schema.ColDynamic, schema.ColSummary, schema.ColSays}

// keepText fills the text of the row, null when the record has none.
func (d *Decoder) keepText(r *event.Row) {
	_, d.text = d.b.Room()
	any := false
	for _, col := range textColumns {
		if i := d.check.Cols[col]; i >= 0 {
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
	switch c.KindOf(i) {
	case jsontape.String:
		if more {
			d.text = append(d.text, '\n')
		}
		d.text = c.Tape.AppendString(d.text, c.Data, int(i))
		return true
	case jsontape.Object:
		if t := c.Tape.Key(c.Data, int(i), "text"); t >= 0 && c.KindOf(int32(t)) == jsontape.String {
			return d.addText(int32(t), more)
		}
	case jsontape.Array:
		any := false
		for e := i + 1; e < c.Tape.Tokens[i].Next; e = c.Tape.Tokens[e].Next {
			if c.KindOf(e) == jsontape.Object {
				any = d.addText(e, more || any) || any
			}
		}
		return any
	}
	return false
}
