package graph

import "fmt"

const (
	markRadius = 6    // half the size of the sign of a node
	ringRadius = 10.5 // of the ring around forks and the head
	rootBar    = 11   // how far above the sign the bar of a root is
)

func (p *page) drawNode(y int32) {
	n, l := &p.nodes[y], p.labels[y]
	p.open(p.href(n), p.tooltip(int(y), l))
	c := point{p.laneX(n.lane), p.lineY(y)}
	if n.forks > 1 {
		p.circle(c.x, c.y, ringRadius, filled(inkPaper).edged(p.inkOf(n), 1.2))
	}
	if n.parent < 0 {
		p.drawStart(n, c)
	}
	p.drawSign(p.glyph(int(y)), c, n.active)
	if p.has(n.first(), rowHead) {
		p.circle(c.x, c.y, ringRadius, stroked(inkActive, 2))
	}
	p.drawWords(int(y), l)
	p.close()
}

func (p *page) inkOf(n *node) ink {
	if n.active {
		return inkActive
	}
	return inkOther
}

// drawStart shows why nothing is above a node: a bar for a root, a broken red
// line for a parent that is not there.
func (p *page) drawStart(n *node, c point) {
	up, foot := point{c.x, c.y - lineHeight/2}, point{c.x, c.y - markRadius}
	switch n.start {
	case startRoot:
		p.polyline([]point{foot, {c.x, c.y - rootBar}}, 0, stroked(p.inkOf(n), 2))
		p.polyline([]point{{c.x - 6, c.y - rootBar}, {c.x + 6, c.y - rootBar}}, 0, stroked(p.inkOf(n), 2))
	case startMissing, startCycle, startLater:
		p.polyline([]point{up, foot}, 0, stroked(inkError, 2).dash())
	case startAbove:
		p.polyline([]point{up, foot}, 0, stroked(p.inkOf(n), 1.6).dash())
	}
}

func (p *page) drawWords(y int, l label) {
	n := &p.nodes[y]
	base := p.lineY(int32(y)) + 4.5
	what, summary := faceWhat, faceSummary
	if !n.active {
		what.color, summary.color = inkOtherText, inkOtherText
		what.font = fontSans
	}
	tool := typeface{font: fontSans, size: what.size, color: what.color}
	p.put(p.rowX, base, l.row, faceRow, p.idX-p.rowX)
	p.put(p.idX, base, l.id, faceRow, p.whatX-p.idX)
	room := p.flowX - p.whatX - columnGap
	p.put(p.whatX, base, l.what, what, room/slack+0.5)
	if at := p.ruler.width(what, l.what)*slack + 5; at < room {
		p.put(p.whatX+at, base, l.tool, tool, (room-at)/slack)
	}
	x := p.flowX
	for _, b := range l.badges {
		if b.tone == toneBatch {
			if y > 0 && p.sameBatch(y-1, y) {
				continue
			}
			if whole := int(p.sizes[p.batch[n.first()]-1]); y+whole <= len(p.nodes) && p.boxEnd(y) == y+whole {
				b.text = fmt.Sprintf("batch of %d", whole)
			}
		}
		x = p.drawBadge(x, base, b)
	}
	p.put(x, base, l.summary, summary, p.width-margin-x)
}

// drawBadge draws one badge and returns where the next thing may begin.
func (p *page) drawBadge(x, base float64, b badge) float64 {
	const inset, gap = 6, 6
	t, back := faceBadge, paint{}
	t.color, back = badgeInks(b.tone)
	s := p.ruler.fit(t, b.text, 260)
	t.width = p.ruler.width(t, s)
	p.rect(x, base-13, t.width+2*inset, 17, 4, back)
	if s != "" {
		p.text(x+inset, base-0.5, s, t)
	}
	return x + t.width + 2*inset + gap
}

func badgeInks(t tone) (ink, paint) {
	switch t {
	case toneHead:
		return inkPaper, filled(inkActive)
	case toneTree:
		return inkTree, filled(inkPaper).edged(inkTree, 1)
	case toneInfo:
		return inkInfo, filled(inkInfoFill)
	case toneWarning:
		return inkWarning, filled(inkWarningFill)
	case toneError:
		return inkPaper, filled(inkError)
	}
	return inkOtherText, filled(inkQuietFill)
}
