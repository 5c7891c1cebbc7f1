package graph

// canvas takes the drawing commands of a picture page, in pixels. A later
// command paints over an earlier one.
type canvas interface {
	rect(x, y, w, h, radius float64, p paint)
	polygon(points []point, p paint)
	polyline(points []point, radius float64, p paint) // corners are rounded
	circle(x, y, radius float64, p paint)
	text(x, y float64, s string, t typeface) // y is the base line
	open(href, tooltip string)               // what follows belongs to a link; no nesting
	close()
}

type point struct{ x, y float64 }

// paint fills and strokes a shape. No ink is painted where the flag is false.
type paint struct {
	fill, stroke       ink
	hasFill, hasStroke bool
	width              float64
	dashed             bool
}

func filled(c ink) paint                 { return paint{fill: c, hasFill: true} }
func stroked(c ink, width float64) paint { return paint{stroke: c, hasStroke: true, width: width} }
func (p paint) edged(c ink, w float64) paint {
	p.stroke, p.hasStroke, p.width = c, true, w
	return p
}
func (p paint) dash() paint { p.dashed = true; return p }

// typeface is how text is set.
type typeface struct {
	font  font
	size  float64
	color ink
	width float64 // when not 0, the text is stretched or squeezed to it where that is possible
}

// font is one of the built-in fonts.
type font uint8

const (
	fontSans font = iota
	fontBold
	fontMono
	fontCount
)

// dashLength is the length of a dash and of the gap after it.
const dashLength = 4
