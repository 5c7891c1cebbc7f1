package graph

import "strings"

// style is how a terminal shows a span.
type style uint8

const (
	styleNone style = iota
	styleDim
	styleBold
	styleActive
	styleRed
	styleYellow
	styleCyan
	styleMagenta
	styleInverse
	styleCount
)

// styleCodes are the SGR parameters of each style.
var styleCodes = [styleCount]string{"", "90", "1", "1;34", "1;31", "33", "36", "35", "1;7"}

var toneStyles = [...]style{
	toneQuiet: styleDim, toneHead: styleInverse, toneTree: styleCyan, toneBatch: styleDim, toneInfo: styleCyan, toneWarning: styleYellow, toneError: styleRed,
}

func glyphStyle(g glyph, active bool) style {
	switch {
	case g == glyphOrphan:
		return styleRed
	case g == glyphSynthetic:
		return styleYellow
	case g == glyphCondensation || g == glyphRequest:
		return styleMagenta
	case active:
		return styleActive
	}
	return styleDim
}

// span is a piece of a line in one style.
type span struct {
	style style
	text  string
}

// put adds text to the line at work, as much as the width leaves room for.
func (p *textPage) put(s style, text string) {
	if p.ASCII {
		text = ascii(text)
	}
	if p.Width > 0 {
		text = p.fit(text, p.Width-p.at)
	}
	if text != "" {
		p.at += p.cells(text)
		p.spans = append(p.spans, span{s, text})
	}
}

// endLine writes the line at work without the blanks at its end.
func (p *textPage) endLine() {
	for len(p.spans) > 0 {
		last := &p.spans[len(p.spans)-1]
		if last.text = strings.TrimRight(last.text, " "); last.text != "" {
			break
		}
		p.spans = p.spans[:len(p.spans)-1]
	}
	for _, s := range p.spans {
		code := styleCodes[s.style]
		if !p.Color || code == "" || strings.TrimSpace(s.text) == "" {
			p.out = append(p.out, s.text...)
			continue
		}
		p.out = append(p.out, "\x1b["+code+"m"+s.text+"\x1b[0m"...)
	}
	p.out = append(p.out, '\n')
	p.spans, p.at = p.spans[:0], 0
}
