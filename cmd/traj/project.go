package main

import (
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/project"
)

func projectCommand(e *env) *cli.Command {
	forms := project.Forms()
	return &cli.Command{
		Name:      "project",
		Usage:     "show what the model saw",
		ArgsUsage: "LOG",
		Description: `Examples:
   traj project conversation/                         the messages at the head
   traj project conversation/ --head '#9'             at another event
   traj project conversation/ --all-heads             at the end of every branch
   traj project conversation/ --as anthropic          as a provider is sent them; any log in any form
   traj project conversation/ --at '#9'               what the model had before an event, and what had changed
   traj project conversation/ --diff '#2' '#9'        the same between two events
   traj project conversation/ --prompts completions/  does the log explain what was sent?
   traj project conversation/ --profile openhands-v1.31 --format json
                                                      as another version would, for programs

The view is what the model sees of the path from the root to the head. A
resumed agent rebuilds it and may see less than the running one did; where they
differ, that is memory lost on resume. What the upstream version would raise on
the path is part of the result, not a failure of traj.

--as writes the body of a provider's request: messages, input items or contents,
without a model, tools and limits, which no log holds. Nothing is mended on the
way. What the form has no place for is said on stderr, and listed as "losses" in
JSON; docs/providers.md has every field. Whether the provider would take it is
told by traj audit --provider.

--at shows the prompt that the response of an event was made from, each message
marked as kept, added, forgotten, dropped or merged since the call before, and
why. An event is named by its id, by the beginning of it, or by the id of the
response.

--prompts compares recordings of model calls, matched by the id of the response,
with what the log gives: exactly, after rewriting that is known to happen on the
way (marks for caching, images sent as data, calls sent as text, content as one
string, long text cut), or not. Exit status 1 when one is not explained, 3 when
nothing was compared. docs/prompts.md describes the JSON of all three.`,
		Flags:  projectFlags(forms),
		Action: func(c *cli.Context) error { return runProject(e, c, forms) },
	}
}

func projectFlags(forms []string) []cli.Flag {
	return append(inputFlags(), profileFlag(), outputFlag(), colorFlag(), logFlag(), formatFlag("text", "text", "json"),
		&cli.StringFlag{Name: "as", Usage: oneOfUsage("messages in `FORM`: ", forms), Value: "neutral"},
		&cli.StringFlag{Name: "head", Usage: "project at the event with this `ID`, or number as #12, instead of the log's head"},
		&cli.BoolFlag{Name: "all-heads", Usage: "project at the end of every branch"},
		&cli.BoolFlag{Name: "lenient", Usage: "take records that the version would refuse by their kind"},
		&cli.StringFlag{Name: "at", Usage: "what the model had before `EVENT`, against the call before"},
		pairFlag{&cli.GenericFlag{Name: "diff", Usage: "what the model had before the second of two `EVENT`s, against the first", Value: &words{}}},
		&cli.GenericFlag{Name: "prompts", Usage: "compare the prompts recorded in `PATH`, a file or a directory, and in the log itself; may be given again", Value: &words{}},
		&cli.BoolFlag{Name: "full", Usage: "in text: whole messages, not their beginnings"})
}

func runProject(e *env, c *cli.Context, forms []string) error {
	format, err := oneOf(c, "format", "text", "json")
	if err != nil {
		return err
	}
	if _, err := oneOf(c, "as", forms...); err != nil {
		return err
	}
	if err := checkPlace(c); err != nil {
		return err
	}
	style, err := e.style(c)
	if err != nil {
		return err
	}
	ask := needs{text: true}
	if c.String("as") == "neutral" {
		ask = columnsAlone()
	}
	r, choice, err := oneLog(e, c, ask)
	if err != nil || r == nil {
		return err
	}
	if c.Bool("lenient") {
		r = project.ReadLenient(r.Log, r.Profile)
	}
	if c.IsSet("at") || c.IsSet("diff") {
		return writeXRay(e, c, style, r, choice)
	}
	if c.IsSet("prompts") {
		return writePrompts(e, c, style, r, choice)
	}
	return e.write(c, func(w io.Writer) error {
		if format == "json" {
			return projectJSON(e, c, w, r)
		}
		return projectText(e, c, w, style, r, choice)
	})
}

func projectJSON(e *env, c *cli.Context, w io.Writer, r *project.Reading) error {
	makers, err := workers(c)
	if err != nil {
		return err
	}
	var failed error
	err = report.ProjectionJSON(w, projections(e, c, r, makers, &failed), c.Bool("all-heads"))
	return errors.Join(err, failed)
}

// projectText prints what each projection has that the one before has not, which
// one maker of them all can tell.
func projectText(e *env, c *cli.Context, w io.Writer, style report.Style, r *project.Reading, choice project.Choice) error {
	var failed error
	o := report.ProjectionOptions{Full: c.Bool("full"), Neutral: c.String("as") == "neutral"}
	err := report.ProjectionText(w, style, choice, projections(e, c, r, 1, &failed), o)
	return errors.Join(err, failed)
}

// checkPlace refuses flags that ask for several things at once.
func checkPlace(c *cli.Context) error {
	var asked []string
	for _, name := range []string{"head", "all-heads", "at", "diff", "prompts"} {
		if c.IsSet(name) {
			asked = append(asked, "--"+name)
		}
	}
	switch {
	case len(asked) > 1:
		return usagef("%s and %s exclude each other", asked[0], asked[1])
	case c.IsSet("at") && c.String("at") == "":
		return usagef("--at needs the id of an event")
	case c.IsSet("diff") && len(values(c, "diff")) != 2:
		return usagef("--diff takes two events")
	case (c.IsSet("at") || c.IsSet("diff") || c.IsSet("prompts")) && c.IsSet("as"):
		return usagef("%s takes no --as", asked[0])
	}
	return nil
}

// projections makes those that are asked for, each good until the next. What
// fails is added to failed and does not stop the rest.
func projections(e *env, c *cli.Context, r *project.Reading, makers int, failed *error) iter.Seq[*project.Projection] {
	form, _ := project.FormNamed(c.String("as"))
	heads, err := headsOf(e, c, r)
	if err != nil {
		*failed = err
		return func(func(*project.Projection) bool) {}
	}
	return func(yield func(*project.Projection) bool) {
		for p := range projectAll(r, form, heads, makers) {
			switch {
			case e.ctx.Err() != nil:
				return
			case p.err != nil:
				*failed = errors.Join(*failed, p.err)
				continue
			}
			if e.tellLosses(p.Projection); !yield(p.Projection) {
				return
			}
		}
	}
}

// headsOf are the places that are asked for, nil for the log's head.
func headsOf(e *env, c *cli.Context, r *project.Reading) ([]*string, error) {
	if c.Bool("all-heads") {
		var heads []*string
		for _, id := range r.IDs(r.Heads()) {
			heads = append(heads, &id)
		}
		if len(heads) > 0 {
			return heads, nil
		}
	}
	id := c.String("head")
	if id == "" {
		return []*string{nil}, nil
	}
	if strings.HasPrefix(id, "#") && r.Row(id) < 0 {
		row, err := eventNamed(e, r, id)
		if err != nil {
			return nil, err
		}
		id = r.EventID(row)
	}
	return []*string{&id}, nil
}

// projected is a projection, or why there is none.
type projected struct {
	*project.Projection
	err error
}

// Several projectors take memory each, and one shares what it has written with
// the next place: they are for many places at which little is shown.
const (
	headsEach      = 8       // at least, for each projector
	mostShown      = 1 << 20 // of messages, in bytes
	mostProjectors = 4
)

// projectAll projects at every place, several at a time, in the order of the places.
func projectAll(r *project.Reading, form project.Form, heads []*string, makers int) iter.Seq[projected] {
	at := func(by *project.Projector, i int) projected {
		p, err := by.At(heads[i])
		return projected{p, err}
	}
	by := project.NewProjector(r, form)
	first := at(by, 0)
	all := []func(int) projected{func(i int) projected {
		if i == 0 {
			return first
		}
		return at(by, i)
	}}
	makers = min(makers, mostProjectors, len(heads)/headsEach)
	if first.err != nil || len(first.Messages) > mostShown {
		makers = 1
	}
	for range makers - 1 {
		other := by.Clone()
		all = append(all, func(i int) projected { return at(other, i) })
	}
	return inTurn(len(heads), all)
}

// tellLosses says what of the log the form asked for has no place for.
func (e *env) tellLosses(p *project.Projection) {
	for _, l := range p.Losses {
		e.note("%s: not in the form asked for: %s (%s)", p.Log, l.What, report.Count(len(l.Rows), "event"))
	}
}

func oneOfUsage(lead string, words []string) string {
	for i, w := range words {
		if i > 0 {
			lead += ", "
		}
		lead += w
	}
	return lead
}
