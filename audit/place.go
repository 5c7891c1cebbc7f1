package audit

import (
	"fmt"
	"strings"

	"github.com/traj-dev/traj/event"
)

// report adds a finding of the running rule. Its ids and place come from its
// row; a finding without a row brings its own.
func (p *Pass) report(f Finding) {
	f.Rule = p.rule
	if f.Severity == SeverityUnknown {
		f.Severity = p.rule.Severity
	}
	if f.Severity == Warning && p.refusedBy(p.rule.Refused) {
		f.Severity = Error
	}
	if p.rule.Dialect && len(p.Others) > 0 {
		f.Message += p.ambiguity()
	}
	if f.Row >= 0 {
		f.EventID, f.CallID = p.id(f.Row), p.Log.IDString(p.Log.CallID(int(f.Row)))
		if f.Location == (Location{}) {
			f.Location = p.location(f.Row)
		}
	}
	p.findings = append(p.findings, f)
}

// ambiguity says that other versions may have written the log, for findings on
// which they differ.
func (p *Pass) ambiguity() string {
	names := make([]string, len(p.Others))
	for i, o := range p.Others {
		names[i] = o.Name
	}
	return fmt.Sprintf(" (as %s has it; the log may be of %s, which makes another view of it)", p.Whole.Profile.Name, strings.Join(names, " or "))
}

// id is the id an event goes by, "" when it has none.
func (p *Pass) id(row int32) string {
	if row < 0 {
		return ""
	}
	if id := p.Log.Table.ID(int(row)); id != 0 {
		return p.Log.IDString(id)
	}
	return p.Reading.EventID(row)
}

// name is how a message speaks of an event.
func (p *Pass) name(row int32) string {
	if s := p.id(row); s != "" {
		return fmt.Sprintf("%s %q", p.Log.Kind(int(row)), s)
	}
	return fmt.Sprintf("%s in row %d", p.Log.Kind(int(row)), row)
}

func (p *Pass) location(row int32) Location {
	pos := p.Log.Pos(int(row))
	l := Location{Line: pos.Line, Offset: pos.Offset, Pointer: pos.Pointer, HasPointer: pos.Line == 0 || pos.Pointer != "" || pos.Item >= 0}
	if pos.Item >= 0 {
		l.Pointer = p.Log.Pointer(int(row))
	}
	if int(pos.File) < len(p.Log.Files) {
		l.File = p.Log.Files[pos.File].Name
	}
	return l
}

func (p *Pass) place(row int32, note string) Place {
	return Place{Row: row, EventID: p.id(row), CallID: p.Log.IDString(p.Log.CallID(int(row))), Location: p.location(row), Note: note}
}

// mostPlaces bounds the places of one finding; a message says how many there are.
const mostPlaces = 50

// A rule that has named manyPlaces names fewPlaces for each further finding, so
// that the findings of a log do not outgrow it.
const (
	manyPlaces = 50_000
	fewPlaces  = 2
)

// places are the places of rows, each with the same note.
func (p *Pass) places(rows []int32, note string) []Place {
	if p.namedBy != p.rule {
		p.namedBy, p.named = p.rule, 0
	}
	most := mostPlaces
	if p.named >= manyPlaces {
		most = fewPlaces
	}
	rows = rows[:min(len(rows), most)]
	if len(rows) == 0 {
		return nil
	}
	out := make([]Place, len(rows))
	for i, r := range rows {
		out[i] = p.place(r, note)
	}
	p.named += len(out)
	return out
}

// fileAt is the place of a damaged span.
func (p *Pass) fileAt(file int32, d event.Damage) Location {
	f := &p.Log.Files[file]
	return Location{File: f.Name, Line: d.Line, Offset: d.Offset, HasPointer: d.Line == 0}
}

// count words a number of things.
func count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
