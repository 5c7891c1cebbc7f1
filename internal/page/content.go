package page

import (
	"errors"
	"fmt"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// content is what the events of the window say.
type content struct {
	Blocks [][]block `json:"blocks"`
	Raw    []string  `json:"raw"`   // the records themselves; empty where they would make the page too large
	Outer  []stub    `json:"outer"` // events outside the window that prompts of it hold
	Most   int       `json:"most"`  // texts longer than so many bytes are cut, 0 when none is
	Cut    int       `json:"cut"`   // texts that are cut
	CutBy  int64     `json:"cutBy"` // bytes left out
}

// block is a piece of what an event says: text (t), reasoning (r), thinking
// (k), a call (c), an image (i), the role of what follows (m), another word
// (w).
type block struct {
	Kind string `json:"k"`
	Text string `json:"s"`
	Name string `json:"n,omitempty"`
	Cut  int    `json:"cut,omitempty"` // bytes left out after Text
	End  string `json:"e,omitempty"`   // what follows them
}

// stub is the beginning of an event of another page.
type stub struct {
	Row  int32  `json:"row"`
	Kind string `json:"kind"`
	Tool string `json:"tool,omitempty"`
	Text string `json:"text"`
}

// mostStub is how much of an event of another page is shown.
const mostStub = 120

func (g *gatherer) content() error {
	w := g.s.Window
	c := &g.s.Content
	c.Blocks, c.Raw, c.Outer = make([][]block, w.To-w.From), []string{}, []stub{}
	m := &speaker{g: g, items: g.r.Items()}
	for i := w.From; i < w.To; i++ {
		bs, err := m.blocks(int32(i))
		if err != nil {
			return err
		}
		c.Blocks[i-w.From] = bs
	}
	if err := g.outer(m); err != nil || g.o.Redact || g.l.Bodies == nil {
		return err
	}
	for i := w.From; i < w.To; i++ {
		b, err := g.l.Bodies.Body(i, nil)
		if err != nil {
			return fmt.Errorf("record of %q: %w", g.r.EventID(int32(i)), err)
		}
		c.Raw = append(c.Raw, string(b))
	}
	return nil
}

func (g *gatherer) outer(m *speaker) error {
	told := map[int32]bool{}
	for i := g.s.Window.From; i < g.s.Window.To; i++ {
		for _, item := range g.s.Prompts.Bases[int32(i)] {
			row := item
			if row < 0 {
				row = -1 - row
			}
			if told[row] || g.s.Window.has(row) {
				continue
			}
			told[row] = true
			bs, err := m.blocks(row)
			if err != nil {
				return err
			}
			text := ""
			if len(bs) > 0 {
				text = clip(bs[0].Text, mostStub)
			}
			g.s.Content.Outer = append(g.s.Content.Outer, stub{row, g.l.Kind(int(row)).String(), g.l.NameString(g.toolOf(int(row))), text})
		}
	}
	return nil
}

// speaker reads what events say.
type speaker struct {
	g     *gatherer
	items *project.Items
}

// blocks are what the model sees of an event where it sees it, else its text.
func (m *speaker) blocks(row int32) ([]block, error) {
	g, i := m.g, int(row)
	out := []block{}
	shown := g.flag[i]&flagShown != 0 || g.flag[i]&flagSummary != 0
	if ms := g.several[row]; len(ms) > 0 {
		for k := range ms {
			out = append(append(out, block{Kind: "m", Text: ms[k].Role}), messageBlocks(&ms[k])...)
		}
	} else if shown && g.s.Prompts.None == "" {
		msg, err := m.items.Message(project.Item{Row: row, Summary: g.l.Kind(i) == event.KindCondensation})
		var raised *project.Error
		if err != nil && !errors.As(err, &raised) {
			return nil, err
		}
		if err == nil {
			out = messageBlocks(&msg)
		}
	}
	if len(out) == 0 {
		out = g.columnBlocks(i)
	}
	m.arguments(row, out)
	if g.o.Redact {
		for k := range out {
			if b := &out[k]; b.Kind != "m" && b.Kind != "i" {
				b.Text = fmt.Sprintf("[%d bytes]", len(b.Text))
			}
		}
	}
	return out, nil
}

// arguments fills in those that the version leaves out of a call's message.
func (m *speaker) arguments(row int32, out []block) {
	if m.g.l.Kind(int(row)) != event.KindAction {
		return
	}
	for k := range out {
		if b := &out[k]; b.Kind == "c" && b.Text == "" {
			if args, _, err := m.g.r.Arguments(row); err == nil {
				b.Text, b.Name = strings.ToValidUTF8(args, "\uFFFD"), m.g.l.NameString(m.g.l.Tool(int(row)))
			}
			return
		}
	}
}

func messageBlocks(m *project.Message) []block {
	out := []block{}
	add := func(kind, text, name string) {
		if text != "" || kind == "c" || kind == "i" {
			out = append(out, block{Kind: kind, Text: strings.ToValidUTF8(text, "\uFFFD"), Name: name})
		}
	}
	if m.Reasoning != nil {
		add("r", *m.Reasoning, "")
	}
	for _, t := range m.Thinking {
		if t.Redacted {
			add("k", t.Text, "redacted")
		} else {
			add("k", t.Text, "")
		}
	}
	if it := m.ReasonItem; it != nil {
		add("r", strings.Join(append(append([]string{}, it.Summary...), it.Content...), "\n"), "")
	}
	for _, p := range m.Content {
		for _, u := range p.URLs {
			add("i", imageWords(u), "")
		}
		if !p.Image {
			add("t", p.Text, "")
		}
	}
	for _, c := range m.ToolCalls {
		add("c", c.Arguments, c.Name)
	}
	return out
}

// imageWords tells of an image without following its address.
func imageWords(url string) string {
	if head, _, ok := strings.Cut(url, ","); ok && strings.HasPrefix(url, "data:") {
		return fmt.Sprintf("%s, %d bytes as text", clip(head, 60), len(url))
	}
	return clip(url, 200)
}

// columnBlocks are what the columns hold of an event.
func (g *gatherer) columnBlocks(i int) []block {
	out := []block{}
	if t, ok := g.l.Text(i); ok && t != "" {
		out = append(out, block{Kind: "t", Text: strings.ToValidUTF8(t, "\uFFFD")})
	}
	if a, ok := g.l.Args(i); ok && g.l.Kind(i) == event.KindAction {
		out = append(out, block{Kind: "c", Text: strings.ToValidUTF8(a, "\uFFFD"), Name: g.l.NameString(g.l.Tool(i))})
	}
	return out
}
