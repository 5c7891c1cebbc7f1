package dataset

import (
	"iter"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// Names are the tables, in the order of the documentation.
func Names() []string {
	var names []string
	for _, s := range event.Schemas() {
		names = append(names, s.Name)
	}
	return names
}

// Schema is that of a table, empty when there is none of that name. bodies adds
// the records' bytes to the events.
func Schema(name string, bodies bool) event.Schema {
	if name == "events" {
		return event.EventSchema(true, bodies)
	}
	for _, s := range event.Schemas() {
		if s.Name == name {
			return s
		}
	}
	return event.Schema{}
}

// Tables are the tables of one log. They belong to one goroutine.
type Tables struct {
	r       *project.Reading
	choice  project.Choice
	bodies  bool
	columns []string // of each frame; nil is all
	linkage *event.Linkage
	audit   *audit.Report
	prompt  *messages
	ready   map[string][]*event.Frame
}

// Of are the tables of a log as a profile reads it. Its text must be kept.
func Of(r *project.Reading, c project.Choice, bodies bool) *Tables {
	return &Tables{r: r, choice: c, bodies: bodies, ready: map[string][]*event.Frame{}}
}

// EventsOf is Of for whom the events are enough: the log is not projected, and
// may be one that is read in parts.
func EventsOf(l *event.Log, bodies bool) *Tables {
	return Of(&project.Reading{Log: l}, project.Choice{}, bodies)
}

// Only has every frame hold the named columns alone, in their order.
func (t *Tables) Only(columns []string) *Tables {
	t.columns = columns
	return t
}

// Judged is Of for a log that has been judged.
func Judged(r *project.Reading, c project.Choice, rep *audit.Report) *Tables {
	t := Of(r, c, false)
	t.audit = rep
	return t
}

// The most that is made in one go of a log.
const (
	smallRows  = 8 << 10
	smallBytes = 8 << 20
)

// Prepare makes the frames of a small log at once, those of a large one when
// they are asked for.
func (t *Tables) Prepare(names []string) error {
	if !t.small() {
		return nil
	}
	for _, n := range names {
		var frames []*event.Frame
		for f, err := range t.Frames(n) {
			if err != nil {
				return err
			}
			frames = append(frames, f)
		}
		t.ready[n] = frames
	}
	return nil
}

func (t *Tables) small() bool {
	bytes := int64(0)
	for _, f := range t.r.Log.Files {
		bytes += f.Size
	}
	return t.r.Log.Parts == nil && t.r.Log.Len() <= smallRows && bytes <= smallBytes
}

// Frames are the rows of a table, piece by piece. After an error there are no
// more.
func (t *Tables) Frames(name string) iter.Seq2[*event.Frame, error] {
	if frames, ok := t.ready[name]; ok {
		return each(frames...)
	}
	if name == "events" {
		return t.r.Log.Frames(event.FrameOptions{Bodies: t.bodies, Columns: t.columns})
	}
	if t.columns == nil {
		return t.whole(name)
	}
	return func(yield func(*event.Frame, error) bool) {
		for f, err := range t.whole(name) {
			if err == nil {
				f, err = f.Pick(t.columns)
			}
			if !yield(f, err) || err != nil {
				return
			}
		}
	}
}

// whole are the rows of a table other than that of the events, with all columns.
func (t *Tables) whole(name string) iter.Seq2[*event.Frame, error] {
	l := t.r.Log
	switch name {
	case "calls":
		return l.CallFrames(t.links())
	case "results":
		return l.ResultFrames(t.links())
	case "links":
		return each(l.LinkFrame(t.links()))
	case "messages":
		return t.messageFrames()
	case "findings":
		return each(findingFrame(t.r, t.findings()))
	}
	row, err := logRow(t)
	if err != nil {
		return func(yield func(*event.Frame, error) bool) { yield(nil, err) }
	}
	return each(event.LogFrame([]event.LogRow{row}))
}

// Log is the row of the log in the logs table.
func (t *Tables) Log() (event.LogRow, error) { return logRow(t) }

func each(frames ...*event.Frame) iter.Seq2[*event.Frame, error] {
	return func(yield func(*event.Frame, error) bool) {
		for _, f := range frames {
			if !yield(f, nil) {
				return
			}
		}
	}
}

// links is what the profile says about the calls of the log.
func (t *Tables) links() event.Linkage {
	if t.linkage == nil {
		k := &event.Linkage{OnBranch: make([]bool, t.r.Log.Len()), Tree: t.r.Tree}
		for row := range int32(t.r.Log.Len()) {
			k.OnBranch[row] = t.r.OnBranch(row)
			for _, result := range t.r.Results(row) {
				k.Links = append(k.Links, event.Link{Action: row, Result: result})
			}
		}
		t.linkage = k
	}
	return *t.linkage
}

func (t *Tables) findings() *audit.Report {
	if t.audit == nil {
		t.audit = audit.Run(t.r, audit.Options{Ambiguous: t.choice.Ambiguous})
	}
	return t.audit
}

func findingFrame(r *project.Reading, rep *audit.Report) *event.Frame {
	var rows []event.FindingRow
	for _, f := range rep.Findings {
		row := event.FindingRow{
			Log: r.Log.Name, Profile: r.Profile.Name, ID: f.ID, Rule: f.Rule.ID, Name: f.Rule.Name,
			Severity: uint8(f.Severity - audit.Info), Message: f.Message, Row: f.Row, EventID: f.EventID, CallID: f.CallID, Field: f.Field,
			File: f.Location.File, Line: f.Location.Line, Offset: f.Location.Offset, Pointer: f.Location.Pointer, HasPointer: f.Location.HasPointer,
		}
		for _, p := range f.Related {
			row.Related = append(row.Related, p.EventID)
			row.RelatedNotes = append(row.RelatedNotes, p.Note)
		}
		rows = append(rows, row)
	}
	return event.FindingFrame(rows)
}
