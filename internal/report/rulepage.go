package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/traj-dev/traj/audit"
)

// homeURL is where the project is.
const homeURL = "https://github.com/traj-dev/traj"

// RuleURL is the address of a rule's page.
func RuleURL(r *audit.Rule) string { return homeURL + "/blob/main/docs/rules/" + r.Name + ".md" }

// FamilyName says in words what the rules of a family look at.
func FamilyName(f audit.Family) string {
	switch f {
	case audit.LogForm:
		return "files and records"
	case audit.ParentChain:
		return "parents and branches"
	case audit.ToolBatch:
		return "calls of one response"
	case audit.ActionResult:
		return "actions and results"
	case audit.CrashWindow:
		return "crashes and restarts"
	case audit.Projection:
		return "condensations and the view"
	case audit.Provider:
		return "what a provider takes"
	case audit.StateLog:
		return "state against log"
	case audit.TimeOrder:
		return "times"
	case audit.Secrets:
		return "secrets"
	}
	return string(f)
}

// RulePage prints the page of a rule. says gives what an audit says of an
// example, one finding a line; nil leaves it out.
func RulePage(w io.Writer, r *audit.Rule, says func(log string) []string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "<!-- written by go test ./internal/report -update -->\n\n# %s\n\n%s, %s, about %s.\n\n", r.Name, r.ID, r.Severity, FamilyName(r.Family()))
	writeRule(&b, r, says)
	fmt.Fprintf(&b, "## In a policy\n\n```yaml\nrules:\n  %s: off   # or info, warning, error\nsuppress:\n  - rule: %s\n    path: runs/2026-01/**\n    reason: who accepts it, and why\n    until: 2026-12-31\n```\n\nThe logs on this page are written in the [notation of the tests](../../internal/notation/doc.go): one event a line, `^` follows the event above, and `// want` says what is found there.\n", r.Name, r.Name)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeRule writes what there is to say about a rule as Markdown.
func writeRule(b *strings.Builder, r *audit.Rule, says func(log string) []string) {
	fmt.Fprintf(b, "%s\n\n", prose(sentence(r.Doc.Summary)))
	for _, p := range explanation(r) {
		fmt.Fprintf(b, "**%s** %s\n\n", p.title, prose(p.text))
	}
	examples(b, "## Bad", r.Doc.Bad, says)
	examples(b, "## Good", r.Doc.Good, says)
}

func examples(b *strings.Builder, title string, logs []string, says func(log string) []string) {
	fmt.Fprintf(b, "%s\n\n", title)
	for _, l := range logs {
		fmt.Fprintf(b, "```traj\n%s\n```\n\n", strings.Trim(l, "\n"))
		if says == nil {
			continue
		}
		if lines := says(l); len(lines) > 0 {
			fmt.Fprintf(b, "`traj audit` says:\n\n```text\n%s\n```\n\n", strings.Join(lines, "\n"))
		} else {
			b.WriteString("`traj audit` says nothing.\n\n")
		}
	}
}

// prose is text of ours between Markdown: names with underscores and angle
// brackets stay what they are.
func prose(s string) string {
	return strings.NewReplacer("<", "&lt;", "_", `\_`, "*", `\*`).Replace(s)
}
