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
		Flags: append(inputFlags(), profileFlag(), outputFlag(), colorFlag(), logFlag(), formatFlag("text", "text", "json"),
			&cli.StringFlag{Name: "as", Usage: oneOfUsage("messages in `FORM`: ", forms), Value: "neutral"},
			&cli.StringFlag{Name: "head", Usage: "project at the event with this `ID`, or number as #12, instead of the log's head"},
			&cli.BoolFlag{Name: "all-heads", Usage: "project at the end of every branch"},
			&cli.BoolFlag{Name: "lenient", Usage: "take records that the version would refuse by their kind"},
			&cli.StringFlag{Name: "at", Usage: "what the model had before `EVENT`, against the call before"},
			pairFlag{&cli.GenericFlag{Name: "diff", Usage: "what the model had before the second of two `EVENT`s, against the first", Value: &words{}}},
			&cli.GenericFlag{Name: "prompts", Usage: "compare the prompts recorded in `PATH`, a file or a directory, and in the log itself; may be given again", Value: &words{}},
			&cli.BoolFlag{Name: "full", Usage: "in text: whole messages, not their beginnings"}),
		Action: func(c *cli.Context) error { return runProject(e, c, forms) },
	}
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
	r, choice, err := oneLog(e, c, c.String("as") != "neutral")
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
	var failed error
	ps := projections(e, c, r, &failed)
	return e.write(c, func(w io.Writer) error {
		var err error
		if format == "json" {
			err = report.ProjectionJSON(w, ps, c.Bool("all-heads"))
		} else {
			err = report.ProjectionText(w, style, choice, ps, report.ProjectionOptions{Full: c.Bool("full"), Neutral: c.String("as") == "neutral"})
		}
		return errors.Join(err, failed)
	})
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

// projections makes those that are asked for, one at a time. What fails is
// added to failed and does not stop the rest.
func projections(e *env, c *cli.Context, r *project.Reading, failed *error) iter.Seq[*project.Projection] {
	form, _ := project.FormNamed(c.String("as"))
	var heads []*string
	switch {
	case c.Bool("all-heads"):
		for _, id := range r.IDs(r.Heads()) {
			heads = append(heads, &id)
		}
		if len(heads) == 0 {
			heads = []*string{nil}
		}
	case c.String("head") != "":
		id := c.String("head")
		if strings.HasPrefix(id, "#") && r.Row(id) < 0 {
			row, err := eventNamed(e, r, id)
			if err != nil {
				*failed = err
				return func(func(*project.Projection) bool) {}
			}
			id = r.EventID(row)
		}
		heads = []*string{&id}
	default:
		heads = []*string{nil}
	}
	return func(yield func(*project.Projection) bool) {
		by := project.NewProjector(r, form)
		for _, h := range heads {
			if e.ctx.Err() != nil {
				return
			}
			p, err := by.At(h)
			if err != nil {
				*failed = errors.Join(*failed, err)
			} else if e.tellLosses(p); !yield(p) {
				return
			}
		}
	}
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
