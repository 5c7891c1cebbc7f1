package graph

// drawEdges draws the other branches first and the active branch over them.
func (p *page) drawEdges() {
	for _, active := range []bool{false, true} {
		for _, bent := range []bool{false, true} {
			for i := range p.edges {
				if e := &p.edges[i]; e.active == active && p.bent(e) == bent {
					p.drawEdge(e)
				}
			}
		}
	}
}

func (p *page) bent(e *edge) bool {
	return e.via != p.nodes[e.from].lane || e.via != p.nodes[e.to].lane
}

const cornerRadius = 9

// drawEdge draws one edge. Where it crosses lanes it gets a rim of paper, so
// that the crossing does not look like a fork.
func (p *page) drawEdge(e *edge) {
	a, b, via := &p.nodes[e.from], &p.nodes[e.to], p.laneX(e.via)
	points := []point{{via, p.lineY(e.from)}, {via, p.lineY(e.to)}}
	line := stroked(inkOther, 1.6)
	if e.active {
		line = stroked(inkActive, 3.2)
	}
	if e.gap > 0 {
		line = line.dash()
	}
	rim := stroked(inkPaper, line.width+4)
	if e.via != a.lane {
		from := point{p.laneX(a.lane), p.lineY(e.from)}
		p.polyline([]point{{from.x + markRadius + 3, from.y}, {via - cornerRadius, from.y}}, 0, rim)
		points = append([]point{from}, points...)
	}
	if e.via != b.lane {
		to := point{p.laneX(b.lane), p.lineY(e.to)}
		p.polyline([]point{{via + cornerRadius, to.y}, {to.x - markRadius - 3, to.y}}, 0, rim)
		points = append(points, to)
	}
	p.polyline(points, cornerRadius, line)
}
