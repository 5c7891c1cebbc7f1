package report

import (
	"fmt"
	"io"

	"github.com/traj-dev/traj/replay"
)

// CheckOptions say how much of a check is printed.
type CheckOptions struct {
	All     bool // every divergence, not the first alone
	Partial bool // the check was interrupted
}

// CheckCounts sums a check up.
type CheckCounts struct {
	Logs        int `json:"logs"`        // compared
	Checkpoints int `json:"checkpoints"` // compared
	Divergences int `json:"divergences"`
	Follow      int `json:"follow"` // checkpoints that differ only because of a divergence before them
}

// CountChecks counts what was compared.
func CountChecks(cs []replay.Checked) CheckCounts {
	var n CheckCounts
	for i := range cs {
		if cs[i].Comparison == nil {
			continue
		}
		if cs[i].Compared > 0 {
			n.Logs++
		}
		n.Checkpoints += cs[i].Compared
		n.Divergences += len(cs[i].Divergences)
		n.Follow += cs[i].Follow
	}
	return n
}

// CheckText prints divergences for people; nothing when there are none.
func CheckText(w io.Writer, style Style, cs []replay.Checked, o CheckOptions) error {
	n := CountChecks(cs)
	if o.Partial {
		fmt.Fprintln(w, "interrupted: this is partial")
	}
	for i := range cs {
		if cs[i].Comparison == nil {
			continue
		}
		for _, d := range cs[i].Divergences {
			checkText(w, style, &cs[i], d)
			if !o.All && n.Divergences > 1 {
				_, err := fmt.Fprintf(w, "\nthe first of %d divergences; --all prints them\n", n.Divergences)
				return err
			}
		}
	}
	return nil
}

func checkText(w io.Writer, style Style, c *replay.Checked, d *replay.Divergence) {
	fmt.Fprintln(w, style.bold(Clean(checkName(c))+"  "+d.Class.String()+": "+Clean(divergenceWhat(d))))
	switch {
	case d.Kind == replay.KindUnknown && d.Class == replay.Missing:
		indent(w, style, "  ", "it is recorded and is none of the logs; name it too, or say --subset")
	case d.Kind == replay.KindUnknown && d.Class == replay.Extra:
		indent(w, style, "  ", "no recording is of this log; record it")
	default:
		divergenceText(w, style, d)
		indent(w, style, "  ", sameRecords(c))
	}
}

func checkName(c *replay.Checked) string {
	if c.Log != "" {
		return c.Log
	}
	if c.Recorded.Conversation != "" {
		return "conversation " + c.Recorded.Conversation
	}
	return "log " + c.Recorded.Key.String()[:16]
}

// sameRecords says whose fault a divergence can be.
func sameRecords(c *replay.Checked) string {
	if c.Same {
		return "the records are those of the recording: the projection has moved, or what stands beside the records"
	}
	return "the records are not those of the recording: the log has changed"
}

// divergenceWhat names a divergence in one line.
func divergenceWhat(d *replay.Divergence) string {
	what := "the log as a whole"
	switch d.Kind {
	case replay.Step:
		what = "event " + d.Event()
	case replay.Rebuilt:
		what = "the rebuilt view at event " + d.Event()
	case replay.Head:
		what = "the end of a branch at event " + d.Event()
	case replay.Broken:
		what = "the broken path at event " + d.Event()
	}
	if d.Message >= 0 {
		what += fmt.Sprintf(", message %d", d.Message)
	}
	if d.Field != "" {
		what += ", " + d.Field
	}
	return what
}

func divergenceText(w io.Writer, style Style, d *replay.Divergence) {
	if d.Field != "" {
		was, is := d.Values()
		indent(w, style, "  ", "- "+orNone(was))
		now := "+ " + orNone(is)
		if d.HasValue {
			now += " " + Clip(fmt.Sprintf("%q", d.Value), 400)
		}
		indent(w, style, "  ", now)
	}
	if d.Kind == replay.KindUnknown {
		return
	}
	if d.Recorded != nil {
		indent(w, style, "  ", "- "+d.Recorded.Line())
	}
	if d.Now != nil {
		indent(w, style, "  ", "+ "+d.Now.Line())
	}
	if d.Depth() > 0 {
		where := "of the path to it, as recorded"
		if d.Now != nil {
			where = "of the path to it: traj project LOG --head " + d.Event()
		}
		indent(w, style, "  ", fmt.Sprintf("shown by the first %s %s", Count(d.Depth(), "event"), where))
	}
}

func orNone(s string) string {
	if s == "" {
		return "(none)"
	}
	return s
}

// CheckSummary is the last line of a check.
func CheckSummary(n CheckCounts) string {
	head := Count(n.Checkpoints, "checkpoint") + " of " + Count(n.Logs, "log") + " compared"
	switch {
	case n.Divergences == 0 && n.Follow == 0:
		return head + ": all as recorded"
	case n.Follow == 0:
		return head + ": " + Count(n.Divergences, "divergence")
	}
	return fmt.Sprintf("%s: %s, and %s that differ only because of them", head, Count(n.Divergences, "divergence"), Count(n.Follow, "checkpoint"))
}
