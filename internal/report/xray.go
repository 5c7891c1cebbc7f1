package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/project"
)

// XRayOptions say how an X-ray looks in text.
type XRayOptions struct {
	Full   bool // whole messages, and none left out
	Choice project.Choice
}

// XRayText prints for people what the model had before an event.
func XRayText(w io.Writer, style Style, r *project.Reading, x *project.XRay, o XRayOptions) error {
	t := &xrayText{w: w, style: style, r: r, x: x, full: o.Full}
	heading(w, style, r.Log.Name+" before "+r.EventID(x.At.Event))
	printWrapped(w, style, "", "profile "+r.Profile.Name+": "+o.Choice.Why)
	t.line(t.asked(x.At))
	if x.Before != nil {
		t.line("against " + r.EventID(x.Before.Event) + ": " + t.asked(x.Before))
	}
	for _, p := range []*project.Prompt{x.Before, x.At} {
		if p != nil && p.Err != nil {
			t.line(fmt.Sprintf("before %s %s would raise: %s (%s)", r.EventID(p.Event), r.Profile.Name, p.Err.Message, p.Err.Kind))
		}
	}
	if x.At.View == nil || x.Before != nil && x.Before.View == nil {
		return nil
	}
	t.facts()
	t.entries()
	return nil
}

// heading prints a title that may be long.
func heading(w io.Writer, style Style, s string) {
	for _, l := range wrap(Clean(s), style.Columns()) {
		fmt.Fprintln(w, style.bold(l))
	}
}

type xrayText struct {
	w     io.Writer
	style Style
	r     *project.Reading
	x     *project.XRay
	full  bool
}

func (t *xrayText) line(s string) { printWrapped(t.w, t.style, "", s) }

// asked tells what a prompt is.
func (t *xrayText) asked(p *project.Prompt) string {
	size := ""
	if p.View != nil {
		size = fmt.Sprintf(", %s of %s", Count(messageCount(p), "message"), Count(len(p.Path), "event"))
	}
	response := ""
	if p.Call.Response != 0 {
		response = " " + t.r.Log.IDString(p.Call.Response)
	}
	switch {
	case !p.Asked:
		return "no call of the model: what it would have been sent there" + size
	case p.Call.Condenser:
		return "a call" + response + " to condense, which is sent words about the events: this is the view it was to condense" + size
	case p.Call.First != p.Event:
		return "sent for response" + response + ", which begins at " + t.r.EventID(p.Call.First) + size
	}
	return "sent for response" + response + size
}

func messageCount(p *project.Prompt) int {
	if p.Messages == nil {
		return len(p.View.Items)
	}
	return len(p.Messages)
}

// facts are the sums, and what the messages alone do not tell.
func (t *xrayText) facts() {
	var sums []string
	n := countMarks(t.x)
	for m := project.MarkKept; m <= project.MarkLeft; m++ {
		if n[m] > 0 {
			sums = append(sums, strconv.Itoa(n[m])+" "+m.String())
		}
	}
	if len(sums) == 0 {
		sums = []string{"no messages"}
	}
	t.line(strings.Join(sums, ", "))
	at := t.x.At
	if at.Rebuilt > 0 {
		t.line(fmt.Sprintf("the head was moved: the view was rebuilt over the first %s and grew from there", Count(at.Rebuilt, "event")))
	}
	if n := lostOnResume(t.x); n > 0 {
		t.line(fmt.Sprintf("an agent resumed here would not have %s of these: see \"a resume drops\"", Count(n, "event")))
	}
	if at.Late > 0 {
		t.line("the last " + Count(at.Late, "message") + " of the user may have come while the model was answering; a recorded prompt would tell (--prompts)")
	}
}

func countMarks(x *project.XRay) map[project.Mark]int {
	n := map[project.Mark]int{}
	for _, e := range x.Entries {
		n[e.Mark]++
	}
	return n
}

func lostOnResume(x *project.XRay) int {
	n := 0
	for _, e := range x.Entries {
		for _, p := range e.Parts {
			if p.Resume != project.NoProperty {
				n++
			}
		}
	}
	return n
}

// runs are printed whole up to so many messages.
const shownOfRun = 4

func (t *xrayText) entries() {
	fmt.Fprintln(t.w)
	es := t.x.Entries
	for k := 0; k < len(es); {
		n := 1
		for k+n < len(es) && t.sameRun(&es[k], &es[k+n]) {
			n++
		}
		if t.full || n <= shownOfRun || es[k].Mark == project.MarkAdded || es[k].Mark == project.MarkMerged {
			n = 1
			t.entry(&es[k])
		} else {
			t.entry(&es[k])
			fmt.Fprintf(t.w, "%s … %d more %s; --full shows them\n", sign(es[k].Mark), n-2, es[k].Mark)
			t.entry(&es[k+n-1])
		}
		k += n
	}
}

// sameRun reports whether two entries may be told in one line.
func (t *xrayText) sameRun(a, b *project.Entry) bool {
	return a.Mark == b.Mark && t.remarks(a) == t.remarks(b)
}

// sign is the mark of a message in the margin, as in a diff.
func sign(m project.Mark) string {
	switch m {
	case project.MarkAdded:
		return "+"
	case project.MarkMerged:
		return "&"
	case project.MarkForgotten:
		return "-"
	case project.MarkDropped:
		return "x"
	case project.MarkLeft:
		return "<"
	}
	return " "
}
