package graph

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"

	xfont "golang.org/x/image/font"
)

// Rasterize makes a PNG of an SVG as Graphviz writes one: polygons, lines,
// curves, ellipses and text, in one coordinate system that a translation may
// have moved. What else an SVG can hold is passed over. Text is set in the
// built-in font.
func Rasterize(svg []byte) ([]byte, error) {
	r, err := newRuler()
	if err != nil {
		return nil, err
	}
	p := &svgReader{c: &pngCanvas{ruler: r, faces: map[faceKey]xfont.Face{}}}
	dec := xml.NewDecoder(bytes.NewReader(svg))
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("read the picture: %w", err)
		}
		switch t := tok.(type) {
		case xml.StartElement:
			if err := p.element(t); err != nil {
				return nil, err
			}
		case xml.CharData:
			p.said = append(p.said, t...)
		case xml.EndElement:
			p.end(t.Name.Local)
		}
	}
	switch {
	case p.c.img == nil:
		return nil, errors.New("read the picture: it is no SVG with a viewBox")
	case p.c.err != nil:
		return nil, p.c.err
	}
	var out bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := enc.Encode(&out, p.c.img); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// svgReader paints elements as they come.
type svgReader struct {
	c    *pngCanvas
	move point
	text svgAttrs // of the text element at work; nil outside of one
	said []byte
}

// svgAttrs are an element's attributes by name.
type svgAttrs map[string]string

func (a svgAttrs) num(name string) float64 {
	v, err := strconv.ParseFloat(strings.TrimSuffix(a[name], "pt"), 64)
	if err != nil || math.IsNaN(v) {
		return 0
	}
	return min(max(v, -mostUnits), mostUnits)
}

// mostUnits bounds coordinates: beyond it nothing is part of a picture.
const mostUnits = 1e5

func (p *svgReader) element(e xml.StartElement) error {
	a := svgAttrs{}
	for _, at := range e.Attr {
		a[at.Name.Local] = at.Value
	}
	if p.c.img == nil && e.Name.Local != "svg" {
		return nil
	}
	switch e.Name.Local {
	case "svg":
		return p.open(a)
	case "g":
		if _, after, ok := strings.Cut(a["transform"], "translate("); ok {
			if at := numbers(after); len(at) >= 2 {
				p.move = point{at[0], at[1]}
			}
		}
	case "polygon":
		p.c.polygon(p.points(a["points"]), a.paint())
	case "polyline":
		p.c.polyline(p.points(a["points"]), 0, a.paint())
	case "path":
		p.path(a)
	case "ellipse":
		p.ellipse(a)
	case "text":
		p.text, p.said = a, nil
	}
	return nil
}

// open makes the picture, as sharp as it may be.
func (p *svgReader) open(a svgAttrs) error {
	box := numbers(a["viewBox"])
	if p.c.img != nil || len(box) != 4 || box[2] < 1 || box[3] < 1 {
		return nil
	}
	for _, p.c.scale = range pngScales {
		if box[2]*box[3]*p.c.scale*p.c.scale <= maxPixels {
			break
		}
	}
	if box[2]*box[3]*p.c.scale*p.c.scale > maxPixels || max(box[2], box[3]) > mostUnits {
		return fmt.Errorf("the layout takes %.0f × %.0f pixels, which is more than a raster picture may: write SVG, or draw fewer nodes (--max-nodes)", box[2], box[3])
	}
	p.c.img = image.NewRGBA(image.Rect(0, 0, int(math.Ceil(box[2]*p.c.scale)), int(math.Ceil(box[3]*p.c.scale))))
	draw.Draw(p.c.img, p.c.img.Rect, image.White, image.Point{}, draw.Src)
	return nil
}

func (p *svgReader) end(name string) {
	if name != "text" || p.text == nil || p.c.img == nil {
		return
	}
	a, s := p.text, clean(string(p.said), tooltipLimit)
	p.text = nil
	const narrower = 0.93 // than the Helvetica that Graphviz measures by
	t := typeface{font: fontSans, size: min(max(a.num("font-size"), 1), 200) * narrower, color: inkText}
	if c, ok := inkNamed(a["fill"]); ok {
		t.color = c
	}
	x := a.num("x") + p.move.x
	switch a["text-anchor"] {
	case "middle":
		x -= p.c.ruler.width(t, s) / 2
	case "end":
		x -= p.c.ruler.width(t, s)
	}
	p.c.text(x, a.num("y")+p.move.y, s, t)
}

func (a svgAttrs) paint() (p paint) {
	p.fill, p.hasFill = inkNamed(a["fill"])
	p.stroke, p.hasStroke = inkNamed(a["stroke"])
	if p.width = 1; a["stroke-width"] != "" {
		p.width = min(max(a.num("stroke-width"), 0.1), 50)
	}
	p.dashed = a["stroke-dasharray"] != ""
	return p
}

// inkNamed is a colour as Graphviz writes it; false for none at all.
func inkNamed(s string) (ink, bool) {
	if v, err := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 32); err == nil && len(s) == 7 {
		return ink(v), true
	}
	switch s {
	case "", "none", "transparent":
		return 0, false
	case "white":
		return inkPaper, true
	}
	return 0, true // black, and what our own DOT never names
}

// numbers are the numbers of a list, whatever parts them; what is none ends it.
func numbers(s string) []float64 {
	var out []float64
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == ')' || r == '\n' }) {
		v, err := strconv.ParseFloat(w, 64)
		if err != nil || math.IsNaN(v) {
			break
		}
		out = append(out, min(max(v, -mostUnits), mostUnits))
	}
	return out
}

func (p *svgReader) points(s string) []point {
	ns := numbers(s)
	out := []point{}
	for i := 1; i < len(ns); i += 2 {
		out = append(out, point{ns[i-1] + p.move.x, ns[i] + p.move.y})
	}
	if len(out) == 0 {
		out = append(out, point{})
	}
	return out
}

// path paints a path of one beginning and cubic curves.
func (p *svgReader) path(a svgAttrs) {
	start, curves, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(a["d"]), "M"), "C")
	line := p.points(start)[:1]
	at := p.points(curves)
	for ; len(at) >= 3; at = at[3:] {
		line = appendCurve(line, at[0], at[1], at[2])
	}
	look := a.paint()
	if look.hasFill {
		p.c.polygon(line, look)
		return
	}
	p.c.polyline(line, 0, look)
}

// appendCurve adds points of the cubic curve from the last point of a line.
func appendCurve(line []point, b, c, d point) []point {
	const steps = 8
	a := line[len(line)-1]
	for s := 1; s <= steps; s++ {
		t := float64(s) / steps
		u := 1 - t
		line = append(line, point{
			u*u*u*a.x + 3*u*u*t*b.x + 3*u*t*t*c.x + t*t*t*d.x,
			u*u*u*a.y + 3*u*u*t*b.y + 3*u*t*t*c.y + t*t*t*d.y,
		})
	}
	return line
}

func (p *svgReader) ellipse(a svgAttrs) {
	const steps = 48
	out := make([]point, steps)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
		out[i] = point{a.num("cx") + p.move.x + a.num("rx")*cos, a.num("cy") + p.move.y + a.num("ry")*sin}
	}
	p.c.polygon(out, a.paint())
}
