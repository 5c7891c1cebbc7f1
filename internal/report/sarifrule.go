package report

import (
	"strings"

	"github.com/traj-dev/traj/audit"
)

// mostDescription is how many characters GitHub takes of a description
// (docs.github.com, SARIF support for code scanning, reportingDescriptor).
const mostDescription = 1024

func sarifRuleOf(r *audit.Rule) sarifRule {
	severity := r.Severity.String()
	if r.Severity == audit.Info {
		severity = "recommendation"
	}
	full := sentence(r.Doc.Summary) + " " + sentence(r.Doc.Why)
	return sarifRule{ID: r.ID, Name: r.Name,
		ShortDescription: sarifText{Text: clipped(sentence(r.Doc.Summary), mostDescription)},
		FullDescription:  sarifText{Text: clipped(full, mostDescription)},
		Help:             sarifText{Text: helpText(r), Markdown: helpMarkdown(r)},
		HelpURI:          RuleURL(r), Default: sarifConfig{sarifLevel(r.Severity)},
		Properties: sarifRuleProperties{[]string{FamilyName(r.Family())}, "high", severity}}
}

func helpText(r *audit.Rule) string {
	parts := []string{sentence(r.Doc.Summary)}
	for _, p := range explanation(r) {
		parts = append(parts, p.title+" "+p.text)
	}
	return strings.Join(parts, "\n\n")
}

func helpMarkdown(r *audit.Rule) string {
	var b strings.Builder
	writeRule(&b, r, nil)
	return strings.TrimSpace(b.String())
}
