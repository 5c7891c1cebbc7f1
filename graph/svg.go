package graph

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// svgCanvas writes SVG: no scripts, no styles, no references outside, only
// attributes, so that a page with a strict content security policy can hold it.
type svgCanvas struct {
	out strings.Builder
	end string // closes what open has opened
}

func drawSVG(d *drawing, _ Options) ([]byte, error) {
	r, err := newRuler()
	if err != nil {
		return nil, err
	}
	c := &svgCanvas{}
	p := newPage(d, r, c)
	c.put(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" font-family="%s" role="img">`,
		num(p.width), num(p.height), num(p.width), num(p.height), svgFamilies[fontSans])
	c.put("\n<title>%s</title>\n", xmlText(d.title))
	p.draw()
	c.put("</svg>\n")
	return []byte(c.out.String()), nil
}

var svgFamilies = [fontCount]string{
	fontSans: "Go, 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif",
	fontBold: "",
	fontMono: "'Go Mono', Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace",
}

func (c *svgCanvas) put(format string, a ...any) { fmt.Fprintf(&c.out, format, a...) }

// num writes a length with at most two decimals.
func num(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// xmlText escapes s, in which clean has left nothing that XML forbids.
func xmlText(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		return "" // a strings.Builder never fails
	}
	return b.String()
}

func (p paint) svg() string {
	s := ` fill="none"`
	if p.hasFill {
		s = fmt.Sprintf(` fill="%s"`, p.fill)
	}
	if p.hasStroke {
		s += fmt.Sprintf(` stroke="%s" stroke-width="%s"`, p.stroke, num(p.width))
	}
	if p.dashed {
		s += fmt.Sprintf(` stroke-dasharray="%d"`, dashLength)
	}
	return s
}

func (c *svgCanvas) rect(x, y, w, h, radius float64, p paint) {
	c.put(`<rect x="%s" y="%s" width="%s" height="%s"`, num(x), num(y), num(w), num(h))
	if radius > 0 {
		c.put(` rx="%s"`, num(radius))
	}
	c.put("%s/>\n", p.svg())
}

func (c *svgCanvas) circle(x, y, radius float64, p paint) {
	c.put("<circle cx=\"%s\" cy=\"%s\" r=\"%s\"%s/>\n", num(x), num(y), num(radius), p.svg())
}

func (c *svgCanvas) polygon(points []point, p paint) {
	parts := make([]string, len(points))
	for i, q := range points {
		parts[i] = num(q.x) + "," + num(q.y)
	}
	c.put("<polygon points=\"%s\"%s/>\n", strings.Join(parts, " "), p.svg())
}

func (c *svgCanvas) polyline(points []point, radius float64, p paint) {
	c.put(`<path d="M%s %s`, num(points[0].x), num(points[0].y))
	for i := 1; i < len(points); i++ {
		q := points[i]
		if i+1 < len(points) {
			a, b := corner(points[i-1], q, points[i+1], radius)
			c.put("L%s %sQ%s %s %s %s", num(a.x), num(a.y), num(q.x), num(q.y), num(b.x), num(b.y))
			continue
		}
		c.put("L%s %s", num(q.x), num(q.y))
	}
	c.put("\"%s/>\n", p.svg())
}

func (c *svgCanvas) text(x, y float64, s string, t typeface) {
	c.put(`<text x="%s" y="%s" font-size="%s" fill="%s" direction="ltr" unicode-bidi="isolate"`, num(x), num(y), num(t.size), t.color)
	switch t.font {
	case fontBold:
		c.put(` font-weight="bold"`)
	case fontMono:
		c.put(` font-family="%s"`, svgFamilies[fontMono])
	}
	if t.width > 0 {
		c.put(` textLength="%s" lengthAdjust="spacingAndGlyphs"`, num(t.width))
	}
	c.put(">%s</text>\n", xmlText(s))
}

func (c *svgCanvas) open(href, tooltip string) {
	c.end = "</g>\n"
	if href == "" {
		c.put("<g>")
	} else {
		c.put(`<a href="%s">`, xmlText(href))
		c.end = "</a>\n"
	}
	c.put("<title>%s</title>\n", xmlText(tooltip))
}

func (c *svgCanvas) close() { c.out.WriteString(c.end) }
