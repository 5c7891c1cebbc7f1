package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/formats/completions"
	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/project"
	"github.com/traj-dev/traj/replay"
)

// writePrompts compares the recorded prompts that --prompts names, and those
// inside the log, with what the log explains.
func writePrompts(e *env, c *cli.Context, style report.Style, r *project.Reading, choice project.Choice) error {
	recorded, err := recordedPrompts(e, c, r)
	if err != nil {
		return err
	}
	checks, err := replay.CheckPrompts(r, recorded)
	if err != nil {
		return err
	}
	switch n := report.CountPrompts(checks); {
	case n.Unexplained > 0:
		e.end(exitFindings)
	case n.Compared == 0:
		e.say("--prompts: nothing was compared: none of %s is the agent's prompt of a response of this log", report.Count(n.Recorded, "recording"))
		e.end(exitUnreadable)
	}
	return e.write(c, func(w io.Writer) error {
		if c.String("format") == "json" {
			return report.PromptsJSON(w, r, checks)
		}
		return report.PromptsText(w, style, r, checks, report.XRayOptions{Full: c.Bool("full"), Choice: choice})
	})
}

// recordedPrompts are those of the files, then those inside the log. A path
// that holds none is no failure when the log itself does.
func recordedPrompts(e *env, c *cli.Context, r *project.Reading) ([]*replay.RecordedPrompt, error) {
	inside, err := insidePrompts(e, r)
	if err != nil {
		return nil, err
	}
	var out []*replay.RecordedPrompt
	passed := 0
	for p, err := range completions.Load(e.ctx, values(c, "prompts"), func(string) { passed++ }) {
		switch {
		case err == nil:
			out = append(out, recordedPrompt(p))
		case len(inside) > 0:
			e.note("%s", err)
		default:
			e.say("%s", err)
			e.end(exitUnreadable)
		}
	}
	if passed > 0 {
		e.note("%s below --prompts no recording of a model call", report.Count(passed, "file"))
	}
	return append(out, inside...), nil
}

// insidePrompts are the recordings that events of the log hold.
func insidePrompts(e *env, r *project.Reading) ([]*replay.RecordedPrompt, error) {
	var out []*replay.RecordedPrompt
	for _, row := range r.Recordings() {
		name, text, err := r.Recording(row)
		if err != nil {
			return nil, err
		}
		p, err := completions.Parse("event "+r.EventID(row)+", "+name, text)
		if err != nil {
			e.say("event %s: %s", r.EventID(row), err)
			continue
		}
		out = append(out, recordedPrompt(p))
	}
	return out, nil
}

func recordedPrompt(p *completions.Completion) *replay.RecordedPrompt {
	out := &replay.RecordedPrompt{Name: p.Name, Response: p.Response, Failed: p.Failed, Responses: p.Responses, Converted: p.Converted,
		Pointer: p.Pointer, Messages: p.Messages, Instructions: p.Instructions}
	for _, c := range p.Calls {
		out.Calls = append(out.Calls, replay.RecordedCall(c))
	}
	return out
}
