package graph

import "fmt"

// Format is a kind of picture. The zero value is unknown.
type Format uint8

// The formats.
const (
	FormatUnknown Format = iota
	FormatText
	FormatDOT
	FormatSVG
	FormatPNG
	FormatMermaid
	formatCount
)

// formats holds what each format is called, what it is, how many nodes it
// draws unless told otherwise, and how.
var formats = [formatCount]struct {
	name, doc string
	max       int
	draw      func(*drawing, Options) ([]byte, error)
	fits      func(*drawing) bool // nil: a drawing of any size does
	why       string              // said when nodes were left out to make it fit
}{
	FormatText:    {"text", "the tree with one line per node, for a terminal", 2000, drawText, nil, ""},
	FormatDOT:     {"dot", "Graphviz's language, for other layouts", 2000, drawDOT, nil, ""},
	FormatSVG:     {"svg", "a vector picture with links and tooltips", 2000, drawSVG, nil, ""},
	FormatPNG:     {"png", "a raster picture", 500, drawPNG, fitsPNG, "a raster picture has room for no more; --format svg has no such limit"},
	FormatMermaid: {"mermaid", "a flowchart that GitHub shows in Markdown", 200, drawMermaid, fitsMermaid, mermaidNote},
}

// Formats returns every format, in the order of the documentation.
func Formats() []Format { return []Format{FormatText, FormatDOT, FormatSVG, FormatPNG, FormatMermaid} }

// String returns the format's name.
func (f Format) String() string {
	if f > FormatUnknown && f < formatCount {
		return formats[f].name
	}
	return "unknown"
}

// Doc says in a few words what the format is.
func (f Format) Doc() string {
	if f < formatCount {
		return formats[f].doc
	}
	return ""
}

// FormatNamed returns the format with that name, false when there is none.
func FormatNamed(name string) (Format, bool) {
	for _, f := range Formats() {
		if f.String() == name {
			return f, true
		}
	}
	return FormatUnknown, false
}

// Draw makes the picture. It fails on an unknown format only.
func Draw(in Input, o Options) (*Picture, error) {
	if o.Format <= FormatUnknown || o.Format >= formatCount {
		return nil, fmt.Errorf("draw: unknown format %d", o.Format)
	}
	f := formats[o.Format]
	if o.Max == 0 {
		o.Max = f.max
	}
	d := newDrawing(in, o)
	for f.fits != nil && !f.fits(d) && len(d.nodes) > 1 {
		o.Max = len(d.nodes) * 3 / 4
		d = newDrawing(in, o)
		d.notes = append(d.notes, f.why)
	}
	data, err := f.draw(d, o)
	if err != nil {
		return nil, fmt.Errorf("draw %s: %w", f.name, err)
	}
	return &Picture{Data: data, Nodes: len(d.nodes), Events: d.drawnEvents(), Notes: d.notes}, nil
}
