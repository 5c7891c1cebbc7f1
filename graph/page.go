package graph

// page lays a drawing out in pixels: time runs down, one line for each node;
// lanes to the left, words to the right.
type page struct {
	*drawing
	canvas
	ruler         *ruler
	labels        []label
	width, height float64
	laneWidth     float64
	top           float64 // of line 0
	rowX, idX     float64 // where the columns begin
	whatX, flowX  float64
	used          [glyphCount]bool
	lacking       int // characters that no built-in font has
	legend        []legendItem
}

const (
	margin      = 24
	lineHeight  = 24
	columnGap   = 14
	flowWidth   = 600 // of badges and summary
	whatWidth   = 210
	tallestLane = 22 // the widest and the narrowest that a lane gets
	leastLane   = 9
	roomyLanes  = 30 // more lanes than this are drawn closer together
)

var (
	faceTitle   = typeface{font: fontBold, size: 18, color: inkText}
	faceNote    = typeface{font: fontSans, size: 12, color: inkOtherText}
	faceRow     = typeface{font: fontMono, size: 12, color: inkOtherText}
	faceWhat    = typeface{font: fontBold, size: 13, color: inkText}
	faceSummary = typeface{font: fontSans, size: 13, color: inkText}
	faceBadge   = typeface{font: fontBold, size: 11}
)

// newPage measures everything, so that the size is known before drawing.
func newPage(d *drawing, r *ruler, c canvas) *page {
	p := &page{drawing: d, ruler: r, canvas: c, laneWidth: tallestLane}
	if d.lanes > roomyLanes {
		p.laneWidth = max(leastLane, tallestLane*roomyLanes/float64(d.lanes))
	}
	var rowWidth, idWidth, what float64
	for y := range d.nodes {
		l := d.label(y)
		p.labels = append(p.labels, l)
		p.used[d.glyph(y)] = true
		rowWidth, idWidth = max(rowWidth, r.width(faceRow, l.row)), max(idWidth, r.width(faceRow, l.id))
		what = max(what, min(whatWidth, r.width(faceWhat, whatTool(l))*slack))
		p.countLacking(l)
	}
	p.rowX = margin + float64(d.lanes)*p.laneWidth + columnGap
	p.idX = p.rowX + rowWidth*slack + columnGap
	p.whatX = p.idX
	if idWidth > 0 {
		p.whatX += idWidth*slack + columnGap
	}
	p.flowX = p.whatX + what + columnGap
	p.width = p.flowX + flowWidth + margin
	p.top = margin + 36 + 18*float64(len(p.heading()))
	p.legend = p.legendItems()
	p.height = p.top + lineHeight*float64(len(d.nodes)) + p.legendHeight() + margin
	return p
}

// slack is how much wider than the built-in fonts a viewer's font may be.
const slack = 1.1

func (p *page) countLacking(l label) {
	for _, s := range []string{l.id, l.what, l.tool, l.summary} {
		for _, c := range s {
			if _, ok := p.ruler.advance(fontSans, c); !ok {
				p.lacking++
			}
		}
	}
}

func (p *page) laneX(lane int32) float64 { return margin + (float64(lane)+0.5)*p.laneWidth }
func (p *page) lineY(y int32) float64    { return p.top + (float64(y)+0.5)*lineHeight }

func (p *page) draw() {
	p.rect(0, 0, p.width, p.height, 0, filled(inkPaper))
	p.text(margin, margin+16, p.ruler.fitEnd(faceTitle, p.title, p.width-2*margin), faceTitle)
	for i, n := range p.heading() {
		p.put(margin, margin+37+18*float64(i), n, faceNote, p.width-2*margin)
	}
	p.drawBands()
	p.drawBoxes()
	p.drawEdges()
	for y := range p.nodes {
		p.drawNode(int32(y))
	}
	p.drawLegend()
}

// put sets s in room pixels at most.
func (p *page) put(x, y float64, s string, t typeface, room float64) {
	if s = p.ruler.fit(t, s, room); s != "" {
		p.text(x, y, s, t)
	}
}

// drawBands lets the eye follow a line from its sign to its words.
func (p *page) drawBands() {
	for y := range p.nodes {
		if y%2 == 1 {
			p.rect(margin/2, p.top+float64(y)*lineHeight, p.width-margin, lineHeight, 0, filled(inkZebra))
		}
	}
	for y := range p.nodes {
		at := p.lineY(int32(y))
		if from := p.laneX(p.nodes[y].lane) + markRadius + 6; from < p.rowX-8 {
			p.polyline([]point{{from, at}, {p.rowX - 6, at}}, 0, stroked(inkLeader, 1))
		}
	}
}

// drawBoxes boxes the actions of each batch, where they stand together.
func (p *page) drawBoxes() {
	for y := 0; y < len(p.nodes); {
		end := p.boxEnd(y)
		if b := p.batch[p.nodes[y].first()]; b > 0 && !p.nodes[y].isRun() {
			x := p.laneX(p.nodes[y].lane) - p.laneWidth/2 + 1
			paint := filled(inkBatchFill).edged(inkBatch, 1)
			if !p.nodes[y].active {
				paint = filled(inkZebra).edged(inkLine, 1)
			}
			p.rect(x, p.top+float64(y)*lineHeight+1.5, p.width-margin/2-x, float64(end-y)*lineHeight-3, 6, paint)
		}
		y = end
	}
}

// boxEnd is the line after the last that shares a box with line y.
func (p *page) boxEnd(y int) int {
	for y++; y < len(p.nodes) && p.sameBatch(y-1, y); y++ {
	}
	return y
}

// sameBatch reports whether lines a and b, one below the other, lie in one box.
func (p *page) sameBatch(a, b int) bool {
	m, n := &p.nodes[a], &p.nodes[b]
	batch := p.batch[m.first()]
	return batch > 0 && batch == p.batch[n.first()] && m.lane == n.lane && !m.isRun() && !n.isRun()
}
