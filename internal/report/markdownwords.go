package report

// MarkdownText makes text of a log safe between Markdown, in a table as well:
// nothing in it is markup, and it stands on one line.
func MarkdownText(s string) string { return mdText(s) }

// MarkdownCode puts text of a log into a code span.
func MarkdownCode(s string) string { return mdCode(s) }
