package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/graph"
	"github.com/traj-dev/traj/project"
)

func graphCommand(e *env) *cli.Command {
	var formats []string
	for _, f := range graph.Formats() {
		formats = append(formats, f.String())
	}
	return &cli.Command{
		Name:      "graph",
		Usage:     "draw the branch tree of a log",
		ArgsUsage: "LOG",
		Description: `Examples:
   traj graph conversation/                       in the terminal
   traj graph conversation/ -o tree.svg           as a picture; .png and .dot as well
   traj graph conversation/ --around '#9'         what surrounds an event, named by its number or its id
   traj graph conversation/ --format mermaid      to paste into a Markdown page
   traj graph conversation/ --layout dot -o t.svg  laid out by Graphviz (needs traj-graphviz or dot)

The active branch is bold, abandoned ones are grey, actions without a known
outcome red, results that no tool wrote hatched or dashed. A picture has at most
2000 nodes, a PNG 500, Mermaid 200 and never more than GitHub draws (500 edges,
50,000 characters); it says what it leaves out.`,
		Flags: append(inputFlags(), profileFlag(), outputFlag(), colorFlag(), logFlag(), formatFlag("", formats...),
			&cli.StringFlag{Name: "layout", Usage: "`LAYOUT` of the picture: linear, dot, neato, twopi, circo, fdp, sfdp; all but the first are Graphviz's", Value: "linear"},
			&cli.StringFlag{Name: "around", Usage: "only what surrounds the event with this `ID`, or number as #12"},
			&cli.IntFlag{Name: "depth", Usage: "with --around: how many `STEPS` from the event", Value: 5},
			&cli.StringFlag{Name: "branch", Usage: "only the branch that ends at the event with this `ID`, or number as #12"},
			&cli.BoolFlag{Name: "all", Usage: "every event by itself: collapse nothing"},
			&cli.IntFlag{Name: "max-nodes", Usage: "draw at most `N` nodes; 0 is the format's own limit, -1 none"}),
		Action: func(c *cli.Context) error { return runGraph(e, c, formats) },
	}
}

func runGraph(e *env, c *cli.Context, formats []string) error {
	format, err := pictureFormat(c, formats)
	if err != nil {
		return err
	}
	if err := e.spareTerminal(c, "a PNG", format != graph.FormatPNG); err != nil {
		return err
	}
	layout, err := oneOf(c, "layout", append([]string{"linear"}, graphvizLayouts()...)...)
	if err != nil {
		return err
	}
	style, err := e.style(c)
	if err != nil {
		return err
	}
	r, choice, err := oneLog(e, c, needs{text: true})
	if err != nil || r == nil {
		return err
	}
	o := graph.Options{Format: format, All: c.Bool("all"), Max: c.Int("max-nodes"), Width: style.Columns(), Color: style.Color}
	if o.Show, err = selection(e, c, r); err != nil {
		return err
	}
	var data []byte
	if layout != "linear" && (format == graph.FormatSVG || format == graph.FormatPNG) {
		o.Format, o.Brief = graph.FormatDOT, layout != "dot"
	}
	picture, err := graph.Draw(drawing(r, choice), o)
	if err != nil {
		return err
	}
	if format != graph.FormatText { // a text shows its notes itself
		for _, n := range picture.Notes {
			e.note("%s", n)
		}
	}
	if data = picture.Data; o.Format != format {
		if data, err = renderGraphviz(e.ctx, data, layout); err != nil {
			return err
		}
		if format == graph.FormatPNG {
			if data, err = graph.Rasterize(data); err != nil {
				return fmt.Errorf("draw the layout: %w", err)
			}
		}
	}
	return e.write(c, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// pictureFormat is what --format names, else the extension of --output, else text.
func pictureFormat(c *cli.Context, known []string) (graph.Format, error) {
	name := c.String("format")
	if name == "" {
		name = "text"
		if ext := strings.TrimPrefix(filepath.Ext(c.String("output")), "."); ext != "" && ext != "txt" {
			name = ext
			if ext == "mmd" {
				name = "mermaid"
			}
		}
	}
	f, ok := graph.FormatNamed(name)
	if !ok {
		return f, usagef("unknown picture format %q; %s", name, suggestion(name, known))
	}
	return f, nil
}

func selection(e *env, c *cli.Context, r *project.Reading) (graph.Selection, error) {
	around, branch := c.String("around"), c.String("branch")
	if around != "" && branch != "" {
		return graph.Selection{}, usagef("--around and --branch are two pictures: name one of them")
	}
	id := around + branch
	if id == "" {
		return graph.Whole(), nil
	}
	row := int32(rowOf(r.Log, id)) // drawn even where the loader does not see it
	if r.Row(id) >= 0 || row < 0 {
		var err error
		if row, err = eventNamed(e, r, id); err != nil {
			return graph.Selection{}, err
		}
	}
	if around != "" {
		return graph.Around(row, max(c.Int("depth"), 0)), nil
	}
	return graph.Branch(row), nil
}

// rowOf is the first row whose own id is id, -1 when there is none.
func rowOf(l *event.Log, id string) int {
	want := l.FindID(id)
	for i := range l.Len() {
		if want != 0 && l.ID(i) == want {
			return i
		}
	}
	return -1
}

// drawing is the log with what a picture shows of the audit.
func drawing(r *project.Reading, choice project.Choice) graph.Input {
	in := graph.Input{Log: r.Log, Tree: r.Tree, Active: func(row int) bool { return r.OnBranch(int32(row)) },
		Head: r.Head().Row, Title: r.Log.Name, Notes: []string{readAs(choice)}}
	if _, e := r.ActivePath(); e != nil {
		in.Notes = append(in.Notes, choice.Profile.Name+" would raise on the way to the head: "+e.Message)
		in.Active = above(r)
	}
	levels := map[audit.Severity]graph.Level{audit.Info: graph.LevelInfo, audit.Warning: graph.LevelWarning, audit.Error: graph.LevelError}
	for _, f := range audit.Run(r, audit.Options{Ambiguous: choice.Ambiguous}).Findings {
		if f.Row < 0 {
			in.Notes = append(in.Notes, f.Severity.String()+" "+f.Rule.ID+": "+f.Message)
			continue
		}
		in.Marks = append(in.Marks, graph.Mark{Row: f.Row, Level: levels[f.Severity], Label: f.Rule.ID, Text: f.Message})
		if f.Rule.Name == "action-orphan" {
			in.Orphans = append(in.Orphans, f.Row)
		}
	}
	return in
}

// readAs names the profile, and those that the log allows as well and that see
// it otherwise.
func readAs(choice project.Choice) string {
	var others []string
	for _, p := range choice.Ambiguous {
		others = append(others, p.Name)
	}
	s := "read as " + choice.Profile.Name
	if len(others) > 0 {
		s += "; the log allows " + strings.Join(others, ", ") + " too, and they see it otherwise"
	}
	return s
}

// above tells the events on the way from the head to its root, whatever the
// version makes of it.
func above(r *project.Reading) func(int) bool {
	on := map[int]bool{}
	for row := r.Head().Row; row >= 0 && !on[int(row)]; row = r.Tree.Parent(int(row)) {
		on[int(row)] = true
	}
	return func(row int) bool { return on[row] }
}
