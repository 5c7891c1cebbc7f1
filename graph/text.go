package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
)

// textPage draws lines of text.
type textPage struct {
	*drawing
	Options
	art    *lineArt
	width  runewidth.Condition
	out    []byte
	used   [glyphCount]bool
	labels []label
	rowPad int // the columns' widths
	idPad  int
	whatTo int
	spans  []span // of the line at work
	at     int    // its width so far
}

func drawText(d *drawing, o Options) ([]byte, error) {
	p := &textPage{drawing: d, Options: o, art: &unicodeArt, width: runewidth.Condition{StrictEmojiNeutral: true}}
	if o.ASCII {
		p.art = &asciiArt
	}
	p.measure()
	p.putHeading()
	grid := d.grid()
	for y := range d.nodes {
		if y > 0 && d.nodes[y].parent < 0 {
			p.spacer(grid[y*d.lanes : (y+1)*d.lanes])
		}
		p.line(y, grid[y*d.lanes:(y+1)*d.lanes])
	}
	if shown := p.shownLanes(); shown < d.lanes {
		d.notes = append(d.notes, fmt.Sprintf("the line has room for %d of %d lanes: events in others stand after a sign of their own", shown, d.lanes))
		p.endLine()
		p.put(styleDim, d.notes[len(d.notes)-1])
		p.endLine()
	}
	p.legend()
	return p.out, nil
}

// measure finds the widths of the columns, so that they take no more than they need.
func (p *textPage) measure() {
	p.labels = make([]label, len(p.nodes))
	for y := range p.nodes {
		l := p.label(y)
		if p.ASCII {
			l.row, l.id, l.what, l.tool = ascii(l.row), ascii(l.id), ascii(l.what), ascii(l.tool)
		}
		p.labels[y] = l
		p.rowPad, p.idPad = max(p.rowPad, p.cells(l.row)), max(p.idPad, p.cells(l.id))
		p.whatTo = max(p.whatTo, min(whatCells, p.cells(whatTool(l))))
	}
}

const whatCells = 28

func whatTool(l label) string { return strings.TrimRight(l.what+" "+l.tool, " ") }

func (p *textPage) cells(s string) int { return p.width.StringWidth(s) }

func (p *textPage) putHeading() {
	p.put(styleBold, p.title)
	p.endLine()
	for _, n := range p.heading() {
		p.put(styleDim, n)
		p.endLine()
	}
	p.endLine()
}

func (p *textPage) line(y int, cells []side) {
	n, l := &p.nodes[y], p.labels[y]
	shown := p.shownLanes()
	for lane, s := range cells[:shown] {
		p.cell(y, lane, s)
	}
	if shown < p.lanes {
		p.beyond(y, shown)
	}
	p.put(styleDim, " "+p.pad(l.row, p.rowPad)+"  ")
	if p.idPad > 0 {
		p.put(styleDim, p.pad(l.id, p.idPad)+"  ")
	}
	name, text := styleDim, styleDim
	if n.active {
		name, text = styleBold, styleNone
	}
	p.put(name, p.pad(p.fit(whatTool(l), p.whatTo), p.whatTo))
	if len(l.badges) > 0 {
		p.put(styleNone, " ")
	}
	for _, b := range l.badges {
		p.put(styleNone, " ")
		p.put(toneStyles[b.tone], "["+b.text+"]")
	}
	if l.summary != "" {
		p.put(text, "  "+l.summary)
	}
	p.endLine()
}

// spacer keeps a node that begins a tree from looking like a child of the one
// on the line before; only lanes that pass by are drawn.
func (p *textPage) spacer(cells []side) {
	for lane, s := range cells[:p.shownLanes()] {
		if s&north == 0 {
			s = 0
		}
		p.cell(-1, lane, s&(north|bold)|s&north<<1)
	}
	p.endLine()
}

// shownLanes leaves at least half of the line to words.
func (p *textPage) shownLanes() int {
	if p.Width == 0 {
		return p.lanes
	}
	return min(p.lanes, max(p.Width/4, 4))
}

// beyond stands in place of the lanes that have no room.
func (p *textPage) beyond(y, shown int) {
	more := "»"
	if p.ASCII {
		more = "+"
	}
	if n := &p.nodes[y]; int(n.lane) >= shown {
		g := p.glyph(y)
		p.used[g] = true
		p.put(styleDim, more)
		p.put(glyphStyle(g, n.active), string(p.art.glyph[g]))
		return
	}
	p.put(styleDim, "  ")
}

// cell draws one lane of a line, two cells wide.
func (p *textPage) cell(y, lane int, s side) {
	art, style, link := &p.art.thin, styleDim, ' '
	if s&bold != 0 {
		art, style = &p.art.bold, styleActive
	}
	if s&east != 0 {
		link = p.art.thin[east|west]
	}
	r := art[s&^bold]
	if y >= 0 && p.nodes[y].lane == int32(lane) {
		n := &p.nodes[y]
		g := p.glyph(y)
		p.used[g] = true
		r, style = p.art.glyph[g], glyphStyle(g, n.active)
	}
	p.put(style, string(r))
	p.put(styleDim, string(link))
}

// fit cuts s to width cells.
func (p *textPage) fit(s string, width int) string {
	if p.cells(s) <= width {
		return s
	}
	tail := "…"
	if p.ASCII {
		tail = "."
	}
	if width < 1 {
		return ""
	}
	return p.width.Truncate(s, width, tail)
}

func (p *textPage) pad(s string, width int) string {
	return s + strings.Repeat(" ", max(width-p.cells(s), 0))
}

func (p *textPage) legend() {
	var parts []string
	for g, used := range p.used {
		if used {
			parts = append(parts, string(p.art.glyph[g])+" "+glyphNames[g])
		}
	}
	if len(parts) == 0 {
		return
	}
	parts = append(parts, string(p.art.bold[north|south])+" active branch")
	if slices.ContainsFunc(p.nodes, func(n node) bool { return !n.active }) {
		parts = append(parts, string(p.art.thin[north|south])+" other branches")
	}
	p.endLine()
	for _, part := range parts {
		if p.at > 0 && p.Width > 0 && p.at+2+p.cells(part) > p.Width {
			p.endLine()
		}
		if p.at > 0 {
			part = "  " + part
		}
		p.put(styleDim, part)
	}
	p.endLine()
}
