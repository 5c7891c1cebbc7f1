package report

import (
	"fmt"
	"strings"

	"github.com/traj-dev/traj/project"
)

// message is the message that an entry is about, nil when there is none.
func (t *xrayText) message(e *project.Entry) *project.Message {
	ms, k := t.x.At.Messages, e.Index
	if k < 0 && t.x.Before != nil {
		ms, k = t.x.Before.Messages, e.Was
	}
	if k < 0 || k >= len(ms) {
		return nil
	}
	return &ms[k]
}

// entry prints a message: new ones with their text, the others in one line.
func (t *xrayText) entry(e *project.Entry) {
	m := t.message(e)
	line := t.title(e, m)
	if remarks := t.remarks(e); remarks != "" {
		line += " — " + remarks
	}
	if e.Mark != project.MarkAdded && e.Mark != project.MarkMerged && !t.full {
		fmt.Fprintln(t.w, sign(e.Mark)+" "+Clip(line+": "+preview(m), t.style.Columns()-2))
		return
	}
	for i, l := range wrap(Clean(line), t.style.Columns()-4) {
		lead := sign(e.Mark) + " "
		if i > 0 {
			lead = "    "
		}
		fmt.Fprintln(t.w, t.style.bold(lead+l))
	}
	t.text(m)
}

// title names a message: its number, role, tool and events.
func (t *xrayText) title(e *project.Entry, m *project.Message) string {
	s := fmt.Sprintf("[%d]", e.Index)
	if e.Index < 0 {
		s = fmt.Sprintf("[was %d]", e.Was)
	}
	if m != nil {
		s += " " + m.Role
		if m.Name != nil {
			s += " " + *m.Name
		}
	}
	if e.Mark == project.MarkMerged { // the remarks name them
		return s
	}
	for i, p := range e.Parts {
		if i == 3 && len(e.Parts) > 4 && !t.full {
			return s + fmt.Sprintf(" … %s", Count(len(e.Parts), "event"))
		}
		s += " " + t.item(p.Item)
	}
	return s
}

// item names an event in short, as traj graph does.
func (t *xrayText) item(i project.Item) string {
	if i.Summary {
		return "summary of condensation " + shortEvent(t.r, i.Row)
	}
	return shortEvent(t.r, i.Row)
}

// text prints a message's content and calls.
func (t *xrayText) text(m *project.Message) {
	if m == nil {
		return
	}
	o := ProjectionOptions{Full: t.full}
	if m.Reasoning != nil {
		body(t.w, t.style, o, "reasoning: ", *m.Reasoning)
	}
	for _, p := range m.Content {
		if p.Image {
			fmt.Fprintf(t.w, "    %s\n", Count(len(p.URLs), "image"))
		}
		body(t.w, t.style, o, "", p.Text)
	}
	for _, c := range m.ToolCalls {
		body(t.w, t.style, o, "calls "+c.Name+" ("+c.ID+") ", c.Arguments)
	}
}

// preview is the beginning of a message.
func preview(m *project.Message) string {
	if m == nil {
		return ""
	}
	var parts []string
	for _, p := range m.Content {
		if p.Image {
			parts = append(parts, Count(len(p.URLs), "image"))
		} else if p.Text != "" {
			parts = append(parts, p.Text[:min(len(p.Text), 400)])
		}
	}
	for _, c := range m.ToolCalls {
		parts = append(parts, "calls "+c.Name+" "+c.Arguments[:min(len(c.Arguments), 400)])
	}
	return strings.Join(parts, "  ")
}

// remarks tell of a message's events what cannot be seen: why they came or
// went, and what a resume would do.
func (t *xrayText) remarks(e *project.Entry) string {
	var out []string
	if e.Mark == project.MarkMerged {
		out = append(out, t.merged(e))
	}
	for _, p := range e.Parts {
		why := t.why(p)
		if e.Mark == project.MarkMerged {
			why = ""
		}
		if p.Late {
			why += " may have come while the model was answering"
		}
		if p.Resume != project.NoProperty {
			why += fmt.Sprintf(" (a resume drops it: %s)", p.Resume)
		}
		if why = strings.TrimSpace(why); why != "" && (len(out) == 0 || out[len(out)-1] != why) {
			out = append(out, why)
		}
	}
	if len(out) > 3 && !t.full {
		out = append(out[:3], "…")
	}
	return strings.Join(out, "; ")
}

// merged names the events of a merged message.
func (t *xrayText) merged(e *project.Entry) string {
	var parts []string
	for _, p := range e.Parts {
		s := t.item(p.Item) + " " + p.Mark.String()
		if why := t.why(p); why != "" {
			s += ": " + why
		}
		parts = append(parts, s)
	}
	return "one message of " + strings.Join(parts, ", ")
}

// why is the reason of a mark in words.
func (t *xrayText) why(p project.Trace) string {
	other := ""
	if p.Row >= 0 {
		other = " " + shortEvent(t.r, p.Row)
	}
	switch p.Why {
	case project.WhyCondensation:
		return "forgotten by condensation" + other
	case project.WhySuperseded:
		return "made room for the summary of" + other
	case project.WhyProperty:
		return "dropped: " + propertyWords(p.Rule)
	case project.WhyBranch:
		return "on another branch"
	case project.WhyReturned:
		return "was gone there, is back here"
	case project.WhyFramework:
		return "written by the framework"
	case project.WhyResult:
		return "result of" + other
	case project.WhyFailure:
		return "error for" + other
	case project.WhyReject:
		return "rejection of" + other
	case project.WhySynthetic:
		return "written by a recovery or an interrupt for" + other + ": proves nothing"
	}
	if p.Mark == project.MarkDropped {
		return "left out by the version"
	}
	return ""
}

// propertyWords say what a property asks of a view.
func propertyWords(p project.Property) string {
	switch p {
	case project.Uniqueness:
		return "a second result of its call (uniqueness)"
	case project.Batch:
		return "not all calls of its response are there (batch)"
	case project.Matching:
		return "a call without a result or a result without a call (matching)"
	case project.Loop:
		return "part of a tool loop that is not whole (loop)"
	}
	return p.String()
}
