package report

import (
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/traj-dev/traj/project"
	"github.com/traj-dev/traj/replay"
)

// PromptCounts sums up a comparison of recorded prompts with a log.
type PromptCounts struct {
	Recorded    int `json:"recorded"`
	Compared    int `json:"compared"`
	Exact       int `json:"exact"`
	Rewritten   int `json:"rewritten"`
	Unexplained int `json:"unexplained"`
	Condensing  int `json:"condensing"`
	Unmatched   int `json:"unmatched"`
	NoResponse  int `json:"no_response"`
	Again       int `json:"again"`
	Lenient     int `json:"lenient"` // compared, and over a record that the version refuses
}

// CountPrompts counts verdicts.
func CountPrompts(cs []*replay.PromptCheck) PromptCounts {
	n := PromptCounts{Recorded: len(cs)}
	of := map[replay.Verdict]*int{replay.Exact: &n.Exact, replay.Rewritten: &n.Rewritten, replay.Unexplained: &n.Unexplained,
		replay.Condensing: &n.Condensing, replay.Unmatched: &n.Unmatched, replay.NoResponse: &n.NoResponse, replay.Again: &n.Again}
	for _, c := range cs {
		if p := of[c.Verdict]; p != nil {
			*p++
		}
		if c.Verdict.Compared() {
			n.Compared++
			if c.Lenient != nil {
				n.Lenient++
			}
		}
	}
	return n
}

// PromptsText prints for people how a log explains recorded prompts.
func PromptsText(w io.Writer, style Style, r *project.Reading, cs []*replay.PromptCheck, o XRayOptions) error {
	heading(w, style, r.Log.Name)
	printWrapped(w, style, "", "profile "+r.Profile.Name+": "+o.Choice.Why)
	n := CountPrompts(cs)
	printWrapped(w, style, "", promptSums(n))
	fmt.Fprintln(w)
	if n.Recorded == n.Unmatched+n.NoResponse && !o.Full && n.Recorded > shownOfRun {
		return nil
	}
	for _, c := range cs {
		if o.Full || c.Verdict != replay.Unmatched {
			promptText(w, style, r, c)
		}
	}
	return nil
}

func promptSums(n PromptCounts) string {
	s := Count(n.Recorded, "recorded prompt") + fmt.Sprintf(", %d compared: %d explained exactly, %d after known rewriting, %d not explained",
		n.Compared, n.Exact, n.Rewritten, n.Unexplained)
	for _, rest := range []struct {
		n    int
		what string
	}{{n.Lenient, "over a record that the version refuses"}, {n.Condensing, "to condense"}, {n.Again, "recorded again"}, {n.Unmatched, "of no response of this log"}, {n.NoResponse, "without a response"}} {
		if rest.n > 0 {
			s += fmt.Sprintf("; %d %s", rest.n, rest.what)
		}
	}
	return s
}

// verdictSigns stand in the margin.
var verdictSigns = map[replay.Verdict]string{replay.Exact: "=", replay.Rewritten: "~", replay.Unexplained: "!"}

func promptText(w io.Writer, style Style, r *project.Reading, c *replay.PromptCheck) {
	sign := verdictSigns[c.Verdict]
	if sign == "" {
		sign = " "
	}
	head := c.Verdict.String()
	if c.Row >= 0 {
		head += " before " + shortEvent(r, c.Row)
	}
	for i, l := range wrap(Clean(head+": "+path.Base(c.Recorded.Name)), style.Columns()-4) {
		fmt.Fprintln(w, []string{sign + " ", "    "}[min(i, 1)]+l)
	}
	for _, s := range promptRemarks(c) {
		indent(w, style, "    ", s)
	}
	if d := c.Difference; d != nil {
		differenceText(w, style, d)
	}
}

// promptRemarks tell how a prompt was explained, or why it could not be.
func promptRemarks(c *replay.PromptCheck) []string {
	var out []string
	if c.ByCalls {
		out = append(out, "found by its calls: the log keeps no ids of responses")
	}
	if len(c.Rewritings) > 0 {
		var ws []string
		for _, w := range c.Rewritings {
			ws = append(ws, w.String())
		}
		out = append(out, "rewritten: "+strings.Join(ws, ", "))
	}
	if c.Late > 0 {
		out = append(out, Count(c.Late, "message")+" of the user came while the model was answering: before the response in the log, and not in the prompt")
	}
	switch c.View {
	case replay.Resumed:
		out = append(out, "the view is that of an agent resumed there")
	case replay.Regrown:
		out = append(out, fmt.Sprintf("the view was rebuilt over the first %s and grew from there", Count(c.Rebuilt, "event")))
	}
	if c.Lenient != nil {
		out = append(out, "taken by its kind, though the version refuses it: "+c.Lenient.Message)
	}
	if c.Raises != nil {
		out = append(out, fmt.Sprintf("the version would raise: %s (%s)", c.Raises.Message, c.Raises.Kind))
	}
	return out
}

func differenceText(w io.Writer, style Style, d *replay.PromptDifference) {
	where := d.Pointer
	if d.Message >= 0 {
		where = fmt.Sprintf("message %d, %s", d.Message, d.Pointer)
	}
	rec, log, at := "(nothing)", "(nothing)", 0
	if d.Recorded != nil {
		rec = plainValue(*d.Recorded)
	}
	if d.Log != nil {
		log = plainValue(*d.Log)
	}
	if d.Recorded != nil && d.Log != nil {
		at = firstDifference(rec, log)
	}
	if at > 0 {
		where += fmt.Sprintf(", from character %d on", utf8.RuneCountInString(rec[:at])+1)
	}
	indent(w, style, "    ", where)
	const lead = "      "
	fmt.Fprintln(w, lead+Clip("- recorded "+excerpt(rec, at), style.Columns()-len(lead)))
	fmt.Fprintln(w, lead+Clip("+ the log  "+excerpt(log, at), style.Columns()-len(lead)))
}

// plainValue is a text without its quotes, any other value as JSON.
func plainValue(s string) string {
	var text string
	if json.Unmarshal([]byte(s), &text) == nil {
		return text
	}
	return s
}

// firstDifference is the byte, at the start of a character, from which on two
// texts differ.
func firstDifference(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && !utf8.RuneStart(a[n]) {
		n--
	}
	return n
}

// excerpt is a text from a little before a place on.
func excerpt(s string, at int) string {
	from := at
	for k := 0; k < 20 && from > 0; k++ {
		_, n := utf8.DecodeLastRuneInString(s[:from])
		from -= n
	}
	if from == 0 {
		return s
	}
	return "…" + s[from:]
}

// shortEvent names an event as traj graph does.
func shortEvent(r *project.Reading, row int32) string {
	id := r.EventID(row)
	if len(id) == 36 {
		id = id[:8]
	}
	return fmt.Sprintf("#%d %s", row, id)
}
