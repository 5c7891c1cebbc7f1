package graph

import (
	"fmt"
	"slices"
	"strings"
)

// What GitHub, and every viewer that keeps Mermaid's defaults, draws at most
// (mermaid 11, packages/mermaid/src/schemas/config.schema.yaml: maxTextSize,
// maxEdges). Beyond either it shows an error and no picture.
const (
	mermaidText  = 50_000
	mermaidEdges = 500
)

// mermaidPage writes a Mermaid flowchart. It has no links: viewers that show
// pages of strangers switch them off.
type mermaidPage struct {
	*drawing
	out     strings.Builder
	drawn   int      // edges
	bold    []string // the numbers of the edges of the active branch
	broken  []string // and of broken links
	classes map[string][]string
}

func drawMermaid(d *drawing, _ Options) ([]byte, error) {
	return []byte(newMermaidPage(d).out.String()), nil
}

// fitsMermaid reports whether GitHub would draw the picture.
func fitsMermaid(d *drawing) bool {
	p := newMermaidPage(d)
	return p.out.Len() <= mermaidText && p.drawn <= mermaidEdges
}

func newMermaidPage(d *drawing) *mermaidPage {
	p := &mermaidPage{drawing: d, classes: map[string][]string{}}
	p.put("%%%%{init: {\"flowchart\": {\"wrappingWidth\": 420, \"nodeSpacing\": 30, \"rankSpacing\": 30}}}%%%%\nflowchart TB\n")
	p.put("  about[%s]\n", mermaidLabel(append([]string{d.title}, d.heading()...)))
	p.classes["words"] = []string{"about"}
	p.nodeLines()
	for y := range d.nodes {
		p.stub(int32(y))
	}
	for i := range d.edges {
		p.edge(&d.edges[i])
	}
	p.legend()
	p.styles()
	return p
}

const mermaidNote = "GitHub draws at most 500 edges and 50,000 characters of Mermaid; --format svg has no such limit"

func (p *mermaidPage) put(format string, a ...any) { fmt.Fprintf(&p.out, format, a...) }

// mermaidShapes open and close the box of each glyph. They tell the kinds
// apart without colour, as those of DOT do.
var mermaidShapes = [glyphCount][2]string{
	glyphSystem: {"[[", "]]"}, glyphUser: {"([", "])"}, glyphMessage: {"(", ")"}, glyphAction: {"[", "]"}, glyphOrphan: {"[", "]"},
	glyphResult: {"[/", "/]"}, glyphSynthetic: {"[/", "/]"}, glyphError: {"[/", "/]"}, glyphReject: {"[/", "/]"},
	glyphCondensation: {"{{", "}}"}, glyphRequest: {"{{", "}}"}, glyphPause: {`[\`, `\]`}, glyphOther: {"(", ")"}, glyphRun: {"[[", "]]"},
}

// mermaidClasses names the look of a glyph, where it has one of its own.
var mermaidClasses = [glyphCount]string{
	glyphSystem: "system", glyphUser: "user", glyphOrphan: "orphan", glyphSynthetic: "synthetic", glyphError: "failed", glyphReject: "failed",
	glyphCondensation: "condensation", glyphRequest: "condensation", glyphRun: "run",
}

// nodeLines writes the nodes, those of one batch within a box.
func (p *mermaidPage) nodeLines() {
	in := map[int32][]int{}
	for y := range p.nodes {
		if b := p.boxed(y); b > 0 {
			in[b] = append(in[b], y)
		}
	}
	for y := range p.nodes {
		b := p.boxed(y)
		switch {
		case b == 0:
			p.node("  ", y)
		case in[b][0] == y:
			p.put("  subgraph batch%d [\"batch of %d\"]\n", b, p.sizes[b-1])
			for _, m := range in[b] {
				p.node("    ", m)
			}
			p.put("  end\n")
			p.class("batch", fmt.Sprintf("batch%d", b))
		}
	}
}

// boxed is the batch that node y is boxed with, 0 for none.
func (p *mermaidPage) boxed(y int) int32 {
	if p.nodes[y].isRun() {
		return 0
	}
	return p.batch[p.nodes[y].first()]
}

func (p *mermaidPage) class(name, node string) { p.classes[name] = append(p.classes[name], node) }

func (d *drawing) mermaidName(y int32) string { return fmt.Sprintf("n%d", d.nodes[y].first()) }

func (p *mermaidPage) node(indent string, y int) {
	l, g, name := p.label(y), p.glyph(y), p.mermaidName(int32(y))
	lines := []string{strings.Join(slices.DeleteFunc([]string{l.row, l.what, l.tool}, isEmpty), " ")}
	if b := l.badgeText(); b != "" {
		lines = append(lines, b)
	}
	if s := clean(l.summary, dotSummary); s != "" {
		lines = append(lines, s)
	}
	p.put("%s%s%s%s%s\n", indent, name, mermaidShapes[g][0], mermaidLabel(lines), mermaidShapes[g][1])
	switch {
	case mermaidClasses[g] != "":
		p.class(mermaidClasses[g], name)
	default:
		p.class("plain", name)
	}
	if g == glyphOrphan {
		return
	}
	if p.nodes[y].active {
		p.class("active", name)
	} else {
		p.class("left", name)
	}
}

// stub draws what stands in place of a parent that cannot be drawn above.
func (p *mermaidPage) stub(y int32) {
	n := &p.nodes[y]
	name := p.mermaidName(y)
	if n.start == startMissing {
		p.put("  m%d([\"missing\"]) -.-> %s\n", n.first(), name)
		p.class("orphan", fmt.Sprintf("m%d", n.first()))
		p.count(&p.broken)
		return
	}
	for _, z := range p.brokenParents(n) {
		p.put("  %s -.-> %s\n", p.mermaidName(z), name)
		p.count(&p.broken)
	}
}

// count numbers the edge just written, as linkStyle does.
func (p *mermaidPage) count(list *[]string) {
	if list != nil {
		*list = append(*list, fmt.Sprint(p.drawn))
	}
	p.drawn++
}

func (p *mermaidPage) edge(e *edge) {
	arrow := "-->"
	switch {
	case e.gap > 0:
		arrow = fmt.Sprintf("-.->|\"%d not drawn\"|", e.gap)
	case e.active:
		arrow = "==>"
	}
	p.put("  %s %s %s\n", p.mermaidName(e.from), arrow, p.mermaidName(e.to))
	if e.active {
		p.count(&p.bold)
		return
	}
	p.count(nil)
}

var mermaidLegend = []string{"bold: active branch", "grey: other branches", "slanted: result", "rounded: message, blue of a user", "box around actions: one model response",
	"red: no known outcome, broken link", "dashed yellow: synthetic result", "double sides: system, a run of events", "dotted: events not drawn"}

func (p *mermaidPage) legend() {
	if len(p.nodes) == 0 {
		return
	}
	p.put("  about ~~~ %s\n  %s ~~~ legend[%s]\n", p.mermaidName(0), p.mermaidName(int32(len(p.nodes)-1)), mermaidLabel(mermaidLegend))
	p.class("words", "legend")
}

// mermaidLooks are the classes; fill and text are given together, so that dark
// pages stay legible.
var mermaidLooks = []struct{ name, look string }{
	{"plain", "fill:#FFFFFF,color:#111827,stroke:#98A0AB"},
	{"system", "fill:#E5E7EB,color:#111827,stroke:#98A0AB"},
	{"user", "fill:#D6E6FA,color:#111827,stroke:#98A0AB"},
	{"run", "fill:#F3F4F6,color:#111827,stroke:#98A0AB"},
	{"synthetic", "fill:#FFF4D6,color:#111827,stroke:#98A0AB,stroke-dasharray:4 4"},
	{"failed", "fill:#FFFFFF,color:#111827,stroke:#98A0AB,stroke-dasharray:2 2"},
	{"condensation", "fill:#EBDDF3,color:#111827,stroke:#7B3A9B"},
	{"orphan", "fill:#FDE3E3,color:#111827,stroke:#C01C28,stroke-width:3px"},
	{"left", "color:#5F6875,stroke:#98A0AB"},
	{"active", "stroke:#1559A8,stroke-width:2px"},
	{"batch", "fill:#EDF4FD,color:#111827,stroke:#8FB4E3"},
	{"words", "fill:none,stroke:none,text-align:left"},
}

func (p *mermaidPage) styles() {
	for _, l := range mermaidLooks {
		if of := p.classes[l.name]; len(of) > 0 {
			p.put("  classDef %s %s\n  class %s %s\n", l.name, l.look, strings.Join(of, ","), l.name)
		}
	}
	if p.drawn > 0 {
		p.put("  linkStyle default stroke:#98A0AB\n")
	}
	if len(p.bold) > 0 {
		p.put("  linkStyle %s stroke:#1559A8,stroke-width:3px\n", strings.Join(p.bold, ","))
	}
	if len(p.broken) > 0 {
		p.put("  linkStyle %s stroke:#C01C28\n", strings.Join(p.broken, ","))
	}
}
