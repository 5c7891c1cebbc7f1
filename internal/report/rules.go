package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/traj-dev/traj/audit"
)

// Rules prints the catalogue as text, json or markdown.
func Rules(w io.Writer, style Style, format string, rules []*audit.Rule) error {
	switch format {
	case "json":
		return rulesJSON(w, rules)
	case "markdown":
		return rulesMarkdown(w, rules)
	}
	var rows [][]string
	for _, r := range rules {
		rows = append(rows, []string{r.ID, r.Name, r.Severity.String(), r.Doc.Summary})
	}
	return grid(w, style, []string{"RULE", "NAME", "SEVERITY", "WHAT IT REPORTS"}, rows)
}

type jsonRule struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Family     string   `json:"family"`
	Severity   string   `json:"severity"`
	Summary    string   `json:"summary"`
	Why        string   `json:"why"`
	Fix        string   `json:"fix"`
	Since      *string  `json:"since"`
	Source     string   `json:"source"`
	Needs      []string `json:"needs"`
	Invariants []string `json:"invariants"`
	Bad        []string `json:"bad"`
	Good       []string `json:"good"`
}

func rulesJSON(w io.Writer, rules []*audit.Rule) error {
	doc := struct {
		SchemaVersion int        `json:"schema_version"`
		Rules         []jsonRule `json:"rules"`
	}{SchemaVersion: 1, Rules: []jsonRule{}}
	for _, r := range rules {
		needs := []string{}
		for _, n := range r.Needs {
			needs = append(needs, n.Name)
		}
		doc.Rules = append(doc.Rules, jsonRule{r.ID, r.Name, string(r.Family()), r.Severity.String(), r.Doc.Summary, r.Doc.Why, r.Doc.Fix,
			orNull(r.Doc.Since), r.Doc.Source, needs, append([]string{}, r.Doc.Invariants...), r.Doc.Bad, r.Doc.Good})
	}
	return indented(w, doc)
}

// rulesMarkdown is the list of all rules; each has a page of its own.
func rulesMarkdown(w io.Writer, rules []*audit.Rule) error {
	var b strings.Builder
	b.WriteString("# Rules\n\nSeverity is the gravest a rule gives without `--provider`; a finding may be milder. Every rule has a page in [docs/rules](../docs/rules).\n\n")
	b.WriteString("| rule | name | severity | what it reports | invariants |\n|---|---|---|---|---|\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.ID, pageLink(r), r.Severity, markdownCell(r.Doc.Summary), strings.Join(r.Doc.Invariants, " "))
	}
	writeInvariants(&b, rules)
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

func pageLink(r *audit.Rule) string { return fmt.Sprintf("[%s](../docs/rules/%s.md)", r.Name, r.Name) }

// writeInvariants maps invariants to the rules that show them.
func writeInvariants(b *strings.Builder, rules []*audit.Rule) {
	b.WriteString("\n## Invariants\n\nWhat must hold in a log of OpenHands V1, and the rules that show where it does not: files (F), the schema (S), the tree and its head (T), " +
		"actions and results (A), batches and prompts (B), views and condensations (V), the state (X), the system prompt and recordings (L), other agents' tools (P), copies (R).\n\n")
	b.WriteString("| invariant | rules |\n|---|---|\n")
	for _, id := range audit.Invariants() {
		var names []string
		for _, r := range rules {
			if slices.Contains(r.Doc.Invariants, id) {
				names = append(names, pageLink(r))
			}
		}
		if len(names) > 0 {
			fmt.Fprintf(b, "| %s | %s |\n", id, strings.Join(names, ", "))
		}
	}
	b.WriteString("\nNo rule shows these:\n\n")
	for _, u := range audit.NotShown() {
		fmt.Fprintf(b, "- %s: %s.\n", strings.Join(u.IDs, ", "), u.Why)
	}
}

func markdownCell(s string) string { return strings.NewReplacer("|", `\|`, "<", "&lt;").Replace(s) }

type paragraph struct{ title, text string }

// explanation lists what there is to say about a rule besides its summary.
func explanation(r *audit.Rule) []paragraph {
	var needs []string
	for _, n := range r.Needs {
		needs = append(needs, n.Name)
	}
	var out []paragraph
	for _, p := range []paragraph{
		{"Why it matters.", sentence(r.Doc.Why)}, {"What to do.", sentence(r.Doc.Fix)},
		{"Provider.", provided(r)}, {"Answer.", sentence(r.Doc.Answer)},
		{"Needs.", sentence(strings.Join(needs, ", "))}, {"Since.", sentence(r.Doc.Since)}, {"Source.", r.Doc.Source},
	} {
		if p.title == "Since." && p.text == "" {
			p.text = "Every version."
		}
		if p.text != "" {
			out = append(out, p)
		}
	}
	return out
}

// provided says which providers a rule is about, and on whose word.
func provided(r *audit.Rule) string {
	if r.Accepts == "" {
		return ""
	}
	var names []string
	for _, a := range audit.Acceptors() {
		if a.Name == r.Accepts || a.Kin == r.Accepts {
			names = append(names, a.Name)
		}
	}
	text := "Only under `--provider " + strings.Join(names, "` or `--provider ") + "`."
	if r.Doc.Client {
		text += " It rests on what clients do, not on the provider's word."
	}
	return text
}

// sentence begins with a capital and ends with a point.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return ""
	}
	s = strings.ToUpper(s[:1]) + s[1:]
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

// Explain prints all there is to say about rules, for people.
func Explain(w io.Writer, style Style, rules []*audit.Rule) error {
	for i, r := range rules {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, style.bold(r.ID+" "+r.Name)+" ("+r.Severity.String()+")")
		printWrapped(w, style, "", sentence(r.Doc.Summary))
		for _, p := range explanation(r) {
			fmt.Fprintln(w)
			printWrapped(w, style, p.title+" ", p.text)
		}
		bad, good := r.Doc.Bad[:min(mostBad, len(r.Doc.Bad))], r.Doc.Good[:min(mostGood, len(r.Doc.Good))]
		if len(bad)+len(good) > 0 {
			fmt.Fprintln(w)
			printWrapped(w, style, "Examples. ", legend(r))
		}
		for _, l := range bad {
			printExample(w, "Bad:", l)
		}
		for _, l := range good {
			printExample(w, "Good:", l)
		}
		more := "More: "
		if left := len(r.Doc.Bad) - len(bad) + len(r.Doc.Good) - len(good); left > 0 {
			more = Count(left, "more example") + ": "
		}
		fmt.Fprintln(w, "\n"+more+RuleURL(r))
	}
	return nil
}

// The page of a rule has all its examples; what is read in a terminal has the
// first, which are the plainest.
const (
	mostBad  = 2
	mostGood = 1
)

func printWrapped(w io.Writer, style Style, lead, text string) {
	for _, line := range wrap(Clean(lead+text), min(style.Columns(), 100)) {
		fmt.Fprintln(w, line)
	}
}

func printExample(w io.Writer, title, log string) {
	fmt.Fprintf(w, "\n%s\n", title)
	for _, line := range strings.Split(strings.Trim(log, "\n"), "\n") {
		fmt.Fprintln(w, "    "+line)
	}
}

// legend says how the examples of a rule are written.
func legend(r *audit.Rule) string {
	if r.Judge != nil {
		return "Each line of a log is a turn of the history that the provider is sent; // want stands at what it refuses."
	}
	return "Each line of a log is an event: sys the system prompt, msg a message of the user, bot one of the model, act a call, obs its result; " +
		"^ names the one above as its parent, ^=ID another, and // want says what is found there."
}
