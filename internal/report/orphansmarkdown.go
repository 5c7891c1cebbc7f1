package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/traj-dev/traj/replay"
)

// OrphansMarkdown prints the work-list of a log for an incident's ticket.
func OrphansMarkdown(w io.Writer, a *OrphanedLog) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n%s; actions: %s\n", mdText(a.Name), mdText(a.Profile), a.Tally)
	if len(a.Orphans) == 0 {
		b.WriteString("\nNothing is left to find out.\n")
	}
	for _, o := range a.Orphans {
		mdOrphan(&b, o)
	}
	for _, f := range a.Findings {
		fmt.Fprintf(&b, "\n**ledger, line %d**: %s\n", f.Line, mdText(f.Message))
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func mdOrphan(b *strings.Builder, o *replay.Orphan) {
	box := " "
	if o.Status.Settled() {
		box = "x"
	}
	fmt.Fprintf(b, "\n### %s: %s by %s, %s\n\n", o.Status, o.Effect, mdCode(toolWords(o)), mdText(outcomeWords(o)))
	fmt.Fprintf(b, "- [%s] **ask**: %s\n", box, mdText(o.Ask))
	fmt.Fprintf(b, "- **on resume**: %s: %s\n", o.Resume.Does, mdText(o.Resume.Why))
	fmt.Fprintf(b, "- **operation**: %s\n- **intent**: %s\n", mdCode(o.OperationID), mdCode(o.IntentHash))
	at := age(o)
	if o.Time != "" {
		at = o.Time + ", " + at
	}
	fmt.Fprintf(b, "- **written**: %s; %s\n", mdText(at), mdText(branchWords(o)))
	for _, e := range o.Evidence {
		if e.ID == "" {
			fmt.Fprintf(b, "- **evidence**: %s\n", mdText(e.Note))
		} else {
			fmt.Fprintf(b, "- **evidence**: %s: %s\n", mdCode(e.ID), mdText(e.Note))
		}
	}
	if r := o.Receipt; r != nil {
		fmt.Fprintf(b, "- **receipt**: %s\n", mdText(receiptWords(r)))
	}
	args := Clean(o.Args)
	fence := strings.Repeat("`", max(3, longestRun(args, '`')+1))
	fmt.Fprintf(b, "\n%s\n%s\n%s\n", fence, args, fence)
}

// mdText makes text of a log safe between Markdown: nothing in it is markup, a
// link, or a mention.
func mdText(s string) string {
	var b strings.Builder
	s = Clean(s)
	for i, r := range s {
		switch {
		case r == '<':
			b.WriteString("&lt;")
			continue
		case r == '&':
			b.WriteString("&amp;")
			continue
		case r == '@', r == '#':
			b.WriteString(fmt.Sprintf("&#%d;", r)) // no mention of people or issues
			continue
		case r == ':' && strings.HasPrefix(s[i:], "://"), r == '.' && i >= 3 && strings.EqualFold(s[i-3:i], "www"):
			b.WriteString(fmt.Sprintf("&#%d;", r)) // GitHub makes links of bare addresses
			continue
		case strings.ContainsRune("\\`*_[]|~!", r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// mdCode puts text into a code span.
func mdCode(s string) string {
	s = Clean(s)
	if s == "" {
		return "``"
	}
	tick := strings.Repeat("`", longestRun(s, '`')+1)
	if s[0] == '`' || s[len(s)-1] == '`' {
		s = " " + s + " "
	}
	return tick + s + tick
}

func longestRun(s string, c byte) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] != c {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
