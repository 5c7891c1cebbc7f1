package main

import (
	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/tables"
	"github.com/traj-dev/traj/project"
)

func tableNames() []string { return []string{"events", "calls", "results", "links", "findings"} }

func schemaOf(name string, bodies bool) event.Schema {
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

// tabled is a log with the frames that are made from all of it; its events are
// framed piece by piece while they are written.
type tabled struct {
	log    *event.Log
	frames map[string]*event.Frame
}

func tabulate(r *project.Reading, names []string) *tabled {
	t := &tabled{r.Log, map[string]*event.Frame{}}
	for _, n := range names {
		switch n {
		case "calls":
			t.frames[n] = r.Log.CallFrame(linkage(r))
		case "results":
			t.frames[n] = r.Log.ResultFrame(linkage(r))
		case "links":
			t.frames[n] = r.Log.LinkFrame(linkage(r))
		case "findings":
			t.frames[n] = findingFrame(r)
		}
	}
	return t
}

func (t *tabled) write(ws []tables.Writer, names []string, bodies bool) error {
	for i, n := range names {
		if f := t.frames[n]; f != nil {
			if err := ws[i].Write(f); err != nil {
				return err
			}
			continue
		}
		for f, err := range t.log.Frames(event.FrameOptions{Bodies: bodies}) {
			if err != nil {
				return err
			}
			if err := ws[i].Write(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// linkage is what the profile says about the calls of a log.
func linkage(r *project.Reading) event.Linkage {
	k := event.Linkage{OnBranch: make([]bool, r.Log.Len()), Tree: r.Tree}
	for row := range int32(r.Log.Len()) {
		k.OnBranch[row] = r.OnBranch(row)
		for _, result := range r.Results(row) {
			k.Links = append(k.Links, event.Link{Action: row, Result: result})
		}
	}
	return k
}

func findingFrame(r *project.Reading) *event.Frame {
	var rows []event.FindingRow
	for _, f := range audit.Run(r, audit.Options{}).Findings {
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
