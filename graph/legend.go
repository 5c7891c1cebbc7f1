package graph

import "fmt"

// legendItem is one sign with its meaning.
type legendItem struct {
	draw func(c point)
	text string
}

const (
	legendSign = 30 // width of a sign in the legend
	legendLine = 22
)

// legendItems lists the signs that the picture uses.
func (p *page) legendItems() []legendItem {
	if len(p.nodes) == 0 {
		return nil
	}
	sample := func(c point, look paint) { p.polyline([]point{{c.x - 9, c.y}, {c.x + 9, c.y}}, 0, look) }
	items := []legendItem{
		{func(c point) { sample(c, stroked(inkActive, 3.2)) }, "active branch"},
	}
	if p.any(func(n *node) bool { return !n.active }) {
		items = append(items, legendItem{func(c point) { sample(c, stroked(inkOther, 1.6)) }, "other branches"})
	}
	for g, used := range p.used {
		if used {
			items = append(items, legendItem{func(c point) { p.drawSign(glyph(g), c, true) }, glyphNames[g]})
		}
	}
	add := func(when bool, text string, draw func(c point)) {
		if when {
			items = append(items, legendItem{draw, text})
		}
	}
	add(p.any(func(n *node) bool { return n.forks > 1 }), "fork", func(c point) {
		p.circle(c.x, c.y, ringRadius-1.5, filled(inkPaper).edged(inkActive, 1.2))
		p.circle(c.x, c.y, 3.5, filled(inkActive))
	})
	add(p.any(func(n *node) bool { return n.start == startRoot }), "root", func(c point) {
		p.drawStart(&node{active: true, start: startRoot}, point{c.x, c.y + 7})
	})
	add(p.any(func(n *node) bool { return p.batch[n.first()] > 0 && !n.isRun() }), "calls of one model response", func(c point) {
		p.rect(c.x-9, c.y-7, 18, 14, 4, filled(inkBatchFill).edged(inkBatch, 1))
	})
	add(p.any(func(n *node) bool { return n.gap > 0 }), "events not drawn between", func(c point) { sample(c, stroked(inkOther, 1.6).dash()) })
	add(p.any(func(n *node) bool { return n.start == startMissing || n.start == startCycle || n.start == startLater }), "broken link to the parent",
		func(c point) { sample(c, stroked(inkError, 2).dash()) })
	return items
}

func (p *page) any(is func(*node) bool) bool {
	for i := range p.nodes {
		if is(&p.nodes[i]) {
			return true
		}
	}
	return false
}

// eachLegendItem gives the place of each item, line after line, and returns
// the number of lines.
func (p *page) eachLegendItem(place func(i int, x float64, line int)) int {
	x, line := float64(margin), 0
	for i, it := range p.legend {
		w := legendSign + p.ruler.width(faceNote, it.text)*slack + 14
		if x+w > p.width-margin && x > margin {
			x, line = margin, line+1
		}
		if place != nil {
			place(i, x, line)
		}
		x += w
	}
	return line + 1
}

func (p *page) legendHeight() float64 {
	h := 30 + float64(p.eachLegendItem(nil))*legendLine
	if p.lacks() != "" {
		h += legendLine
	}
	return h
}

func (p *page) drawLegend() {
	top := p.top + lineHeight*float64(len(p.nodes)) + 14
	p.polyline([]point{{margin, top}, {p.width - margin, top}}, 0, stroked(inkLeader, 1))
	lines := p.eachLegendItem(func(i int, x float64, line int) {
		y := top + 20 + float64(line)*legendLine
		p.legend[i].draw(point{x + 10, y})
		p.text(x+legendSign, y+4, p.legend[i].text, faceNote)
	})
	if s := p.lacks(); s != "" {
		p.put(margin, top+24+float64(lines)*legendLine, s, faceNote, p.width-2*margin)
	}
}

// lacks says that the built-in fonts cannot show everything; only a raster
// picture depends on them.
func (p *page) lacks() string {
	if _, raster := p.canvas.(*pngCanvas); !raster || p.lacking == 0 {
		return ""
	}
	return fmt.Sprintf("%s shown as □: the built-in font has Latin, Greek and Cyrillic letters only; SVG shows all", count(p.lacking, "character"))
}
