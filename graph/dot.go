package graph

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// dotPage writes DOT: nodes, batches, edges, each in the order of the rows.
type dotPage struct {
	*drawing
	brief bool
	out   strings.Builder
}

func drawDOT(d *drawing, o Options) ([]byte, error) {
	p := &dotPage{drawing: d, brief: o.Brief}
	heading := append([]string{d.title}, d.heading()...)
	p.put("digraph traj {\n")
	spread := "rankdir=TB, nodesep=0.35, ranksep=0.3"
	if o.Brief {
		spread = "ranksep=1"
	}
	p.put("  graph [%s, labelloc=t, labeljust=l, fontname=%s, fontsize=12, label=%s];\n", spread, dotFont, dotLines(heading))
	p.put("  node [shape=box, style=filled, fillcolor=\"#FFFFFF\", fontname=%s, fontsize=10, margin=\"0.12,0.06\"];\n", dotFont)
	p.put("  edge [arrowsize=0.6, fontname=%s, fontsize=9];\n", dotFont)
	for y := range d.nodes {
		p.node(y)
	}
	p.batches()
	for i := range d.edges {
		p.edge(&d.edges[i])
	}
	p.legend()
	p.put("}\n")
	return []byte(p.out.String()), nil
}

const dotFont = `"Helvetica"`

func (p *dotPage) put(format string, a ...any) { fmt.Fprintf(&p.out, format, a...) }

// nodeName is the name of node y: n and the number of its first row.
func (p *dotPage) nodeName(y int32) string { return fmt.Sprintf("n%d", p.nodes[y].first()) }

// dotShapes are the attributes of each glyph, for print and the colour-blind:
// shape and line tell as much as colour.
var dotShapes = [glyphCount]string{
	glyphSystem:       `shape=box, style="filled,bold", fillcolor="#E5E7EB"`,
	glyphUser:         `shape=box, style="filled,rounded", fillcolor="#D6E6FA"`,
	glyphMessage:      `shape=box, style="filled,rounded"`,
	glyphAction:       `shape=box`,
	glyphOrphan:       `shape=box, fillcolor="#FDE3E3"`,
	glyphResult:       `shape=note`,
	glyphSynthetic:    `shape=note, style="filled,dashed", fillcolor="#FFF4D6"`,
	glyphError:        `shape=box, style="filled,diagonals"`,
	glyphReject:       `shape=box, style="filled,diagonals,dashed"`,
	glyphCondensation: `shape=hexagon, fillcolor="#EBDDF3"`,
	glyphRequest:      `shape=hexagon, style="filled,dashed"`,
	glyphPause:        `shape=parallelogram`,
	glyphOther:        `shape=box, style="filled,dotted"`,
	glyphRun:          `shape=box3d, fillcolor="#F3F4F6"`,
}

func (p *dotPage) node(y int) {
	n, l, g := &p.nodes[y], p.label(y), p.glyph(y)
	lines := p.lines(l)
	color, width, font := inkOther, 1.0, inkOtherText
	switch {
	case g == glyphOrphan:
		color, width, font = inkError, 2, inkText
	case n.active:
		color, width, font = inkActive, 2, inkText
	}
	p.put("  %s [label=%s, %s, color=%q, penwidth=%g, fontcolor=%q, tooltip=%s%s];\n", p.nodeName(int32(y)), dotCentered(lines), dotShapes[g],
		color, width, font, dotString(p.tooltip(y, l)), p.url(n))
	p.stub(int32(y))
}

// lines is what a node says inside.
func (p *dotPage) lines(l label) []string {
	if p.brief {
		return []string{l.row, cmp.Or(l.tool, l.what)}
	}
	lines := []string{strings.Join(slices.DeleteFunc([]string{l.row, l.what, l.tool}, isEmpty), " ")}
	if b := l.badgeText(); b != "" {
		lines = append(lines, b)
	}
	if s := clean(l.summary, dotSummary); s != "" {
		lines = append(lines, s)
	}
	return lines
}

const dotSummary = 56

func (p *dotPage) url(n *node) string {
	if h := p.href(n); h != "" {
		return ", URL=" + dotString(h)
	}
	return ""
}

// href is the link of a node: to the event's place in a page around the picture.
func (d *drawing) href(n *node) string {
	id := d.log.IDString(d.log.ID(int(n.first())))
	if id == "" {
		return ""
	}
	return "#event-" + url.PathEscape(strings.ToValidUTF8(id, "\uFFFD"))
}

func (l label) badgeText() string {
	var parts []string
	for _, b := range l.badges {
		parts = append(parts, "["+b.text+"]")
	}
	return strings.Join(parts, " ")
}

// stub draws what stands in place of a parent that cannot be drawn above.
func (p *dotPage) stub(y int32) {
	n := &p.nodes[y]
	from, style := fmt.Sprintf("m%d", n.first()), fmt.Sprintf("style=dashed, color=%q", inkError)
	if n.start == startMissing {
		p.put("  %s [label=\"missing\", shape=plaintext, style=\"\", fontcolor=%q];\n", from, inkError)
		p.put("  %s -> %s [%s];\n", from, p.nodeName(y), style)
		return
	}
	for _, z := range p.brokenParents(n) {
		p.put("  %s -> %s [%s, constraint=false];\n", p.nodeName(z), p.nodeName(y), style)
	}
}

// batches boxes the drawn actions of each model response.
func (p *dotPage) batches() {
	members := map[int32][]string{}
	var order []int32
	for y := range p.nodes {
		if b := p.batch[p.nodes[y].first()]; b > 0 && !p.nodes[y].isRun() {
			if members[b] == nil {
				order = append(order, b)
			}
			members[b] = append(members[b], p.nodeName(int32(y)))
		}
	}
	for _, b := range order {
		p.put("  subgraph cluster_batch%d {\n    label=\"batch of %d\"; labeljust=r; fontsize=9; style=\"rounded,filled\"; color=%q; fillcolor=%q;\n    %s;\n  }\n",
			b, p.sizes[b-1], inkBatch, inkBatchFill, strings.Join(members[b], "; "))
	}
}

func (p *dotPage) edge(e *edge) {
	attrs := []string{fmt.Sprintf("color=%q", inkOther)}
	if e.active {
		attrs = []string{fmt.Sprintf("color=%q", inkActive), "penwidth=2.5", "weight=10"}
	}
	if e.gap > 0 {
		attrs = append(attrs, "style=dotted", fmt.Sprintf("label=\"%d not drawn\"", e.gap))
	}
	p.put("  %s -> %s [%s];\n", p.nodeName(e.from), p.nodeName(e.to), strings.Join(attrs, ", "))
}

// dotLegend says what the looks mean.
var dotLegend = []string{"bold: active branch", "grey: other branches", "corner turned: result", "blue: user message", "box around actions: one model response",
	"red: no known outcome, broken link", "dashed yellow: synthetic result", "stacked: a run of events", "dotted: events not drawn"}

func (p *dotPage) legend() {
	if len(p.nodes) == 0 {
		return
	}
	p.put("  legend [label=%s, shape=plaintext, style=\"\", fontsize=9, fontcolor=%q];\n", dotLines(dotLegend), inkOtherText)
}

// dotString quotes s: a backslash would begin an escape, an ampersand an entity.
func dotString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;", "\n", `\n`).Replace(s) + `"`
}

// dotCentered and dotLines quote lines, each ended the way its alignment asks for.
func dotCentered(lines []string) string { return dotString(strings.Join(lines, "\n")) }

func dotLines(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		q := dotString(l)
		b.WriteString(q[1:len(q)-1] + `\l`)
	}
	return `"` + b.String() + `"`
}
