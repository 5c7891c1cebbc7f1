package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/traj-dev/traj/replay"
)

// mostArgs bounds the arguments in text; JSON has them whole.
const mostArgs = 600

// OrphansText prints the work-list of a log for people; nothing when it is
// empty.
func OrphansText(w io.Writer, style Style, a *OrphanedLog) error {
	if len(a.Orphans)+len(a.Findings) == 0 {
		return nil
	}
	fmt.Fprintln(w, style.bold(Clean(a.Name)+"  "+a.Profile+", actions: "+a.Tally.String()))
	for i, o := range a.Orphans {
		fmt.Fprintf(w, "\n%s\n", style.bold(fmt.Sprintf("%d. %s  %s  %s  %s", i+1, strings.ToUpper(o.Status.String()), o.Effect, Clean(toolWords(o)), outcomeWords(o))))
		for _, l := range orphanLines(o) {
			labelled(w, style, l[0], l[1])
		}
	}
	for _, f := range a.Findings {
		labelled(w, style, "ledger", fmt.Sprintf("line %d: %s", f.Line, f.Message))
	}
	_, err := fmt.Fprintln(w)
	return err
}

// orphanLines are the labelled lines of an action.
func orphanLines(o *replay.Orphan) [][2]string {
	lines := [][2]string{{"operation", o.OperationID}, {"intent", o.IntentHash}}
	args := o.Args
	if len(args) > mostArgs {
		args = cutText(args, mostArgs) + fmt.Sprintf("… (%d bytes in all)", len(o.Args))
	}
	lines = append(lines, [2]string{"arguments", args})
	if o.Command != "" && o.Command != o.Line {
		lines = append(lines, [2]string{"decides", Clip(o.Command, 200)})
	}
	at := age(o)
	if o.Time != "" {
		at = o.Time + ", " + at
	}
	lines = append(lines, [2]string{"written", at}, [2]string{"branch", branchWords(o)},
		[2]string{"resume", o.Resume.Does.String() + ": " + o.Resume.Why})
	for _, e := range o.Evidence {
		lines = append(lines, [2]string{"evidence", evidenceWords(e)})
	}
	lines = append(lines, [2]string{"ask", o.Ask})
	if r := o.Receipt; r != nil {
		lines = append(lines, [2]string{"receipt", receiptWords(r)})
	}
	return lines
}

func evidenceWords(e replay.Evidence) string {
	if e.ID == "" {
		return e.Note
	}
	return e.ID + ": " + e.Note
}

func receiptWords(r *replay.Receipt) string {
	var parts []string
	for _, p := range [...][2]string{{"", r.Provider}, {"at ", r.At}, {"by ", r.By}, {"", r.Note}} {
		if p[1] != "" {
			parts = append(parts, p[0]+p[1])
		}
	}
	return fmt.Sprintf("line %d: %s", r.Line, strings.Join(parts, ", "))
}

// labelled prints a label and a text that wraps beside it.
func labelled(w io.Writer, style Style, label, text string) {
	const indentBy = 13
	for i, line := range wrap(Clean(text), max(min(style.Columns(), 110)-indentBy, 24)) {
		if i > 0 {
			label = ""
		}
		fmt.Fprintf(w, "   %-9s %s\n", label, line)
	}
}

// cutText cuts text to at most n bytes, at a character.
func cutText(s string, n int) string {
	for n > 0 && n < len(s) && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:min(n, len(s))]
}
