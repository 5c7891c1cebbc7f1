package main

import (
	"io"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/project"
)

// words is a flag that takes its values one by one, commas and all.
type words struct{ all []string }

func (v *words) Set(s string) error { v.all = append(v.all, s); return nil }

func (v *words) String() string { return strings.Join(v.all, " ") }

// pairFlag is a flag that two values follow, each of which arrives as a value
// of its own: see permute.
type pairFlag struct{ *cli.GenericFlag }

func values(c *cli.Context, name string) []string {
	if v, ok := c.Generic(name).(*words); ok {
		return v.all
	}
	return nil
}

// xrayOf is the X-ray that --at or --diff asks for.
func xrayOf(e *env, c *cli.Context, r *project.Reading) (*project.XRay, error) {
	if at := c.String("at"); at != "" {
		row, err := eventNamed(e, r, at)
		if err != nil {
			return nil, err
		}
		return project.At(r, row)
	}
	var rows []int32
	for _, s := range values(c, "diff") {
		row, err := eventNamed(e, r, s)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return project.Between(r, rows[0], rows[1])
}

// eventNamed is the event with an id, else the first of a response with that
// id, else that of a row ("#12", as traj graph writes), else the only one whose
// id begins so.
func eventNamed(e *env, r *project.Reading, s string) (int32, error) {
	if row := r.Row(s); row >= 0 {
		return row, nil
	}
	if row := r.Asked(s); row >= 0 {
		return row, nil
	}
	if digits, ok := strings.CutPrefix(s, "#"); ok {
		if row, err := strconv.Atoi(digits); err == nil && row >= 0 && row < r.Log.Len() && r.Visible(int32(row)) {
			return int32(row), nil
		}
	}
	found := map[string]int32{}
	for _, row := range r.Seq {
		if id := r.EventID(row); strings.HasPrefix(id, s) {
			if _, ok := found[id]; !ok {
				found[id] = row
			}
		}
	}
	if len(found) != 1 {
		if len(found) > 1 {
			return -1, usagef("%d events of %s have an id that begins with %q: name more of it", len(found), r.Log.Name, s)
		}
		return -1, usagef("no event of %s has the id %q, and none came of a response with that id; traj graph %s --all shows the ids", r.Log.Name, s, r.Log.Name)
	}
	for id, row := range found {
		e.note("%s is %s", s, id)
		return row, nil
	}
	return -1, nil
}

func writeXRay(e *env, c *cli.Context, style report.Style, r *project.Reading, choice project.Choice) error {
	x, err := xrayOf(e, c, r)
	if err != nil {
		return err
	}
	return e.write(c, func(w io.Writer) error {
		if c.String("format") == "json" {
			return report.XRayJSON(w, r, x)
		}
		return report.XRayText(w, style, r, x, report.XRayOptions{Full: c.Bool("full"), Choice: choice})
	})
}
