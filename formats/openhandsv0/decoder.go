package openhandsv0

import (
	"bytes"
	"time"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Decoder fills the rows of one log from its records, in their order.
type Decoder struct {
	b         *event.Builder
	r         record
	row       event.Row
	args      int               // token of what args or extras hold; the record itself where it is flat
	flat      bool              // the record has neither args nor extras
	seen      []seen            // rows with an id, in order
	open      []int             // delegations under way: how many rows with an id were seen at each
	responses map[event.ID]bool // whose use of tokens is told
	issue     string            // what the resolver was asked to solve
	models    fields.Models
}

// seen is a row with an id.
type seen struct {
	id     event.ID
	number int64
}

// NewDecoder returns a decoder that appends to b.
func NewDecoder(b *event.Builder) *Decoder {
	return &Decoder{b: b, responses: map[event.ID]bool{}}
}

// Hints tells what dates the writer: nothing, for there is one profile.
func (d *Decoder) Hints() []event.Hint { return nil }

// Append appends the row of the object at token 0 of t.
func (d *Decoder) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	d.r, d.row = record{rec, t}, event.NewRow()
	d.row.Pos = pos
	action, isAction := d.r.text(0, "action")
	observation, isObservation := d.r.text(0, "observation")
	d.payload(isAction)
	d.common()
	switch {
	case isAction && !isObservation:
		d.action(action)
	case isObservation && !isAction:
		d.observation(observation)
	default:
		d.frame(isAction)
	}
	d.remember()
	if string(action) == "delegate" {
		d.open = append(d.open, len(d.seen))
	}
	d.b.Append(&d.row)
}

// payload finds args or extras.
func (d *Decoder) payload(action bool) {
	d.args = d.r.get(0, "extras")
	if a := d.r.get(0, "args"); action && a >= 0 {
		d.args = a
	}
	if d.flat = d.args < 0 || d.r.t.Tokens[d.args].Kind != jsontape.Object; d.flat {
		d.args = 0
	}
}

// common fills what actions and observations share.
func (d *Decoder) common() {
	if id := d.r.identifier(d.r.get(0, "id")); id != nil {
		d.row.ID = d.b.ID(id)
	} else {
		d.row.Flags |= event.FlagIDMade
	}
	if s, ok := d.r.text(0, "source"); ok {
		d.row.Source = d.b.Name(s)
		d.checkSource(s)
	}
	if s, ok := d.r.text(0, "timestamp"); ok {
		d.row.TimeText, d.row.Time = s, micros(s)
	}
	meta := d.r.get(0, "tool_call_metadata")
	response := d.r.get(meta, "model_response")
	if id, ok := d.r.text(response, "id"); ok {
		d.row.ResponseID = d.b.ID(id)
	}
	if model, ok := d.r.text(response, "model"); ok {
		d.models.Add(model)
	}
	if id, ok := d.r.text(meta, "tool_call_id"); ok {
		d.row.CallID = d.b.ID(id)
	}
	if name, ok := d.r.text(meta, "function_name"); ok {
		d.row.Tool = d.b.Name(name)
	}
	if d.r.yes(d.args, "hidden") {
		d.row.Flags |= event.FlagHidden
	}
}

func (d *Decoder) checkSource(s []byte) {
	for _, known := range sources {
		if string(s) == known {
			return
		}
	}
	d.refuse("source", "'"+string(s)+"' is not a valid EventSource")
}

// frame is a record that is neither action nor observation.
func (d *Decoder) frame(both bool) {
	d.row.Kind, d.row.Type = event.KindOther, d.b.Name([]byte("unknown"))
	switch {
	case both:
		d.refuse("<root>", "an action and an observation in one")
	case IsFrame(d.r.data, d.r.t):
		d.row.Kind = event.KindLog
		d.row.Type = d.b.Name([]byte("frame"))
		if s, ok := d.r.text(0, "status"); ok {
			d.row.Label = d.b.Name(s)
		}
	default:
		d.refuse("<root>", "neither an action nor an observation")
	}
}

func (d *Decoder) refuse(path, reason string) {
	d.row.Refused = append(d.row.Refused, event.Refusal{Path: path, Reason: reason})
}

// remember keeps the ids that condensations and delegations speak of.
func (d *Decoder) remember() {
	if d.row.ID == 0 {
		return
	}
	n, ok := d.r.integer(d.r.get(0, "id"))
	if !ok {
		n = -1
	}
	d.seen = append(d.seen, seen{d.row.ID, n})
}

// require notes a field that is missing and without which upstream raises.
// Flat records are written for people; upstream never loads them.
func (d *Decoder) require(s shape) {
	if s.required == "" || d.flat || d.r.t.Key(d.r.data, d.args, s.required) >= 0 {
		return
	}
	if d.r.get(0, s.required) >= 0 { // an observation has its content, and a flattened action all, at the top
		return
	}
	d.refuse(s.required, "missing 1 required argument")
}

// micros is a recorded time in microseconds since 1970 whatever its zone.
func micros(b []byte) int64 {
	s := string(bytes.Replace(b, []byte{' '}, []byte{'T'}, 1))
	for _, layout := range [...]string{"2006-01-02T15:04:05", time.RFC3339} {
		if t, err := time.Parse(layout, s); err == nil {
			_, offset := t.Zone()
			return t.UnixMicro() + int64(offset)*1_000_000
		}
	}
	return event.NoTime
}
