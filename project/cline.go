package project

// clineRules are those of Anthropic's messages, and of files that a message of
// Cline's holds as blocks.
//
// Source: cline/cline 21cb8d25, sdk/packages/shared/src/prompt/format.ts.
type clineRules struct{ anthropicRules }

func (c clineRules) message(b *messageBuilder, i Item, n node) (Message, *Error) {
	m, err := c.anthropicRules.message(b, i, n)
	if in := c.block(n); err == nil && in.get("type").text() == "file" {
		m.Content = append(m.Content, textPart("<file_content path=\""+in.get("path").text()+"\">\n"+in.get("content").text()+"\n</file_content>"))
	}
	return m, err
}
