package notation

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/traj-dev/traj/event"
)

// draft is an event line on its way to a row.
type draft struct {
	row      event.Row
	id       string
	call     string // as given or by default, for of= of later lines
	tool     string
	nameless bool // the tool is given, as the empty text
	wireCall bool // given, null included
	wireTool bool
	file     event.File
	inside   []event.Damage
}

func (p *parser) event(fields []field) (row, file int32, err error) {
	w, ok := wordNamed(fields[0].key)
	if !ok {
		return -1, -1, fmt.Errorf("%q is no word for an event or directive", fields[0].key)
	}
	if len(fields) < 2 || fields[1].has {
		return -1, -1, fmt.Errorf("%s wants an id", w.name)
	}
	d := p.draft(w, fields[1].key)
	for _, f := range fields[2:] {
		if err := p.field(d, f); err != nil {
			return -1, -1, err
		}
	}
	p.finish(d)
	row = int32(p.b.Len())
	file = p.place(d, row)
	p.b.Append(&d.row)
	if w.name != "state" {
		p.head, p.hasTop = d.id, true
	}
	if w.kind == event.KindAction {
		p.acts[d.id] = action{d.call, d.tool}
	}
	return row, file, nil
}

func (p *parser) draft(w word, id string) *draft {
	d := &draft{row: event.NewRow(), id: id}
	d.row.Kind, d.row.Type = w.kind, p.name(w.typ)
	d.row.Source = p.name(w.source)
	if w.role != "" {
		d.row.Role = p.name(w.role)
	}
	if id != "-" {
		d.row.ID = p.b.ID([]byte(id))
	}
	d.file = event.File{Role: event.RoleEvent, Index: p.index, ID: id, Size: recordLength, Rows: recordLength}
	if w.kind == event.KindAction {
		d.call, d.tool = "call-"+id, "bash"
		d.row.ResponseID = p.b.ID([]byte("resp-" + id))
	}
	return d
}

func (p *parser) name(s string) event.Name { return p.b.Name([]byte(s)) }

func (p *parser) nameOf(f field) event.Name {
	if f.null() {
		return 0
	}
	return p.name(f.value)
}

func (p *parser) idOf(f field) event.ID {
	if f.null() {
		return 0
	}
	return p.b.ID([]byte(f.value))
}

// finish settles what depends on the whole line.
func (p *parser) finish(d *draft) {
	r := &d.row
	if d.call != "" && d.call != "-" {
		r.CallID = p.b.ID([]byte(d.call))
	}
	if d.tool != "" && d.tool != "-" || d.nameless {
		r.Tool = p.name(d.tool)
	}
	if r.Kind != event.KindAction {
		return
	}
	if !d.wireCall {
		r.WireCallID = r.CallID
	}
	if !d.wireTool {
		r.WireTool = r.Tool
	}
	if r.Flags&event.FlagNotExecutable == 0 {
		r.Flags |= event.FlagExecutable
	}
}

// place gives the row its bytes and, in a directory, its file.
func (p *parser) place(d *draft, row int32) int32 {
	d.row.Pos.Item, d.row.Pos.Length = -1, recordLength
	if !p.log.Shape.NamesEvents() {
		d.row.Pos.Line, d.row.Pos.Offset = p.line, p.offset
		for _, x := range d.inside {
			x.Line, x.Offset = p.line, p.offset
			p.log.Files[0].Damage = append(p.log.Files[0].Damage, x)
		}
		p.log.Files[0].Rows += recordLength
		p.line++
		p.offset += recordLength
		return 0
	}
	d.file.Row, d.file.Damage = row, d.inside
	if d.file.Index >= 0 {
		p.index = d.file.Index + 1
	}
	switch {
	case d.file.Name != "":
	case d.file.Index < 0:
		d.file.Name = fmt.Sprintf("%s/events/event-%04d-%s.json", p.log.Name, p.index, d.file.ID)
	default:
		d.file.Name = p.eventFile(d.file.Index, d.file.ID)
	}
	p.log.Files = append(p.log.Files, d.file)
	d.row.Pos.File = int32(len(p.log.Files) - 1)
	return d.row.Pos.File
}

// field takes one word after the id.
func (p *parser) field(d *draft, f field) error {
	r := &d.row
	if !f.has {
		return p.bare(d, f.key)
	}
	switch f.key {
	case "^":
		r.ParentRef, r.Parent = event.ParentID, p.b.ID([]byte(f.value))
	case "resp":
		r.ResponseID = p.idOf(f)
	case "intent":
		n, err := strconv.ParseUint(f.value, 10, 64)
		r.Intent = n
		return err
	case "call":
		d.call = f.value
	case "tool":
		d.tool, d.nameless = f.value, f.value == ""
	case "action":
		r.ActionID = p.idOf(f)
	case "wirecall":
		r.WireCallID, d.wireCall = p.idOf(f), true
	case "wiretool":
		r.WireTool, d.wireTool = p.nameOf(f), true
	case "label", "key":
		r.Label = p.nameOf(f)
	case "value":
		r.Value = p.nameOf(f)
	case "type":
		r.Type = p.nameOf(f)
	case "source":
		r.Source = p.nameOf(f)
	case "role":
		r.Role = p.nameOf(f)
	case "args":
		r.Args = []byte(f.value)
	case "text":
		r.Text = []byte(f.value)
	case "of":
		return p.of(d, f.value)
	default:
		return p.rareField(d, f)
	}
	return nil
}

func (p *parser) of(d *draft, id string) error {
	a, ok := p.acts[id]
	if !ok {
		return fmt.Errorf("of=%s: no action of that id above", id)
	}
	d.call, d.tool = a.call, a.tool
	if d.row.Kind != event.KindError {
		d.row.ActionID = p.b.ID([]byte(id))
	}
	return nil
}

func (p *parser) bare(d *draft, s string) error {
	switch bit, ok := flagNamed(s); {
	case ok:
		d.row.Flags |= bit
	case s == "^" && !p.hasTop:
		return fmt.Errorf("^ has no event above")
	case s == "^":
		d.row.ParentRef, d.row.Parent = event.ParentID, p.b.ID([]byte(p.head))
	case s == "^/":
		d.row.ParentRef = event.ParentRoot
	default:
		return fmt.Errorf("no flag is called %q", s)
	}
	return nil
}

func (p *parser) rareField(d *draft, f field) (err error) {
	r := &d.row
	switch f.key {
	case "time":
		r.TimeText = []byte(f.value)
		if t, err := time.Parse("2006-01-02T15:04:05", f.value); err == nil {
			r.Time = t.UnixMicro()
		}
	case "syn":
		var ok bool
		r.Synthetic, ok = event.SyntheticNamed(f.value)
		return known(ok, f)
	case "forgets":
		for _, id := range f.list() {
			r.Forgets = append(r.Forgets, p.b.ID([]byte(id)))
		}
	case "calls":
		r.Calls = []event.ID{}
		for _, id := range f.list() {
			r.Calls = append(r.Calls, p.b.ID([]byte(id)))
		}
	case "grants":
		r.Grants = []event.Name{}
		for _, name := range f.list() {
			r.Grants = append(r.Grants, p.name(name))
		}
	case "secret":
		r.Secrets, err = f.secrets(r.Secrets)
	case "at":
		r.SummaryOffset, err = f.int()
		r.Flags |= event.FlagSummaryOffset
	case "in":
		r.TokensIn, err = f.int()
	case "out":
		r.TokensOut, err = f.int()
	case "cost":
		r.Cost, err = strconv.ParseFloat(f.value, 64)
	case "refuse":
		path, reason, _ := strings.Cut(f.value, ": ")
		r.Refused = append(r.Refused, event.Refusal{Path: path, Reason: reason})
	case "damage":
		d.inside, err = p.damages(f, true)
	case "idx":
		d.file.Index, err = f.int()
	case "fid":
		if d.file.ID = f.value; f.null() {
			d.file.ID, d.file.Index = "", -1
		}
	case "file":
		d.file.Name = f.value
	default:
		return fmt.Errorf("an event has no %q", f.key)
	}
	return err
}
