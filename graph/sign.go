package graph

// drawSign draws the sign of a kind of node: full for what an agent or user
// did, hollow for what came back, in the branch's colour.
func (p *page) drawSign(g glyph, c point, active bool) {
	const r = markRadius
	line := inkOther
	if active {
		line = inkActive
	}
	full, hollow := filled(line).edged(inkPaper, 2), filled(inkPaper).edged(line, 2)
	switch g {
	case glyphSystem:
		p.rect(c.x-r-1, c.y-r-1, 2*r+2, 2*r+2, 4, full)
		p.circle(c.x, c.y, 2, filled(inkPaper))
	case glyphUser:
		p.circle(c.x, c.y, r+1, full)
	case glyphMessage:
		p.circle(c.x, c.y, r-0.5, hollow)
	case glyphAction:
		p.polygon(triangle(c, r+1.2), full)
	case glyphOrphan:
		p.polygon(triangle(c, r+2), filled(inkErrorFill).edged(inkError, 2))
	case glyphResult:
		p.square(c, hollow)
	case glyphSynthetic:
		p.square(c, filled(inkPaper).edged(line, 1.6))
		p.hatch(c, line)
	case glyphError, glyphReject:
		p.square(c, hollow)
		p.polyline([]point{{c.x - 3, c.y + 3}, {c.x + 3, c.y - 3}}, 0, stroked(line, 1.6))
		if g == glyphError {
			p.polyline([]point{{c.x - 3, c.y - 3}, {c.x + 3, c.y + 3}}, 0, stroked(line, 1.6))
		}
	case glyphCondensation, glyphRequest:
		p.condensationSign(c, g == glyphCondensation, active)
	case glyphPause:
		p.rect(c.x-r, c.y-r, 2*r, 2*r, 2, filled(inkPaper))
		p.rect(c.x-4, c.y-5, 3, 10, 0, filled(line))
		p.rect(c.x+1, c.y-5, 3, 10, 0, filled(line))
	case glyphRun:
		p.rect(c.x-5.5, c.y-9.5, 11, 19, 5.5, filled(line).edged(inkPaper, 2))
		for dy := -4.0; dy <= 4; dy += 4 {
			p.circle(c.x, c.y+dy, 1.4, filled(inkPaper))
		}
	default:
		p.circle(c.x, c.y, 3.5, full)
	}
}

func (p *page) condensationSign(c point, done, active bool) {
	line := inkOther
	if active {
		line = inkCondense
	}
	look := filled(inkPaper).edged(line, 2)
	if done {
		look = filled(line).edged(inkPaper, 1.5)
	}
	const r = markRadius + 1.5
	p.polygon([]point{{c.x, c.y - r}, {c.x + r, c.y}, {c.x, c.y + r}, {c.x - r, c.y}}, look)
}

func triangle(c point, r float64) []point {
	return []point{{c.x - 0.75*r, c.y - r}, {c.x + r, c.y}, {c.x - 0.75*r, c.y + r}}
}

func (p *page) square(c point, look paint) {
	const r = markRadius - 0.5
	p.rect(c.x-r, c.y-r, 2*r, 2*r, 0, look)
}

// hatch fills a square with slanted lines: a result that the tool did not write.
func (p *page) hatch(c point, line ink) {
	const r = markRadius - 0.5
	for _, o := range []float64{-5, -1, 3} {
		lo, hi := max(-r, o-r), min(r, o+r+2)
		p.polyline([]point{{c.x + lo, c.y + o - lo}, {c.x + hi, c.y + o - hi}}, 0, stroked(line, 1.2))
	}
}
