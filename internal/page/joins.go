package page

import (
	"errors"
	"slices"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// workOfMessages bounds the items of which messages are made to see which of
// them become one, and what of a view is not sent at all.
const workOfMessages = 600_000

// joins asks the version, at the end of each branch, which items of the view
// become one message. OpenHands V1 is not asked: its rule is known to the page.
func (g *gatherer) joins() error {
	if g.s.Prompts.Ruled || g.s.Prompts.None != "" {
		return nil
	}
	budget := workOfMessages
	heads := g.r.Heads()
	if h := g.r.Head().Row; h >= 0 {
		heads = append([]int32{h}, heads...)
	}
	done := map[int32]bool{}
	for _, row := range heads {
		if done[row] || budget <= 0 {
			continue
		}
		done[row] = true
		path, e := g.r.PathTo(row)
		if e != nil {
			continue
		}
		v := g.r.Fold(path)
		budget -= len(v.Items)
		ms, err := g.r.Messages(v)
		var raised *project.Error
		if errors.As(err, &raised) {
			continue
		}
		if err != nil {
			return err
		}
		g.join(ms)
	}
	return nil
}

func (g *gatherer) join(ms []project.Message) {
	if g.joined == nil {
		g.joined, g.several = map[[2]project.Item]bool{}, map[int32][]project.Message{}
	}
	alone := map[int32][]project.Message{}
	for k := range ms {
		rows := ms[k].Rows
		if len(rows) == 1 && g.item(rows[0]).Summary {
			alone[rows[0]] = append(alone[rows[0]], ms[k])
		}
		for n := 1; n < len(rows); n++ {
			pair := [2]project.Item{g.item(rows[n-1]), g.item(rows[n])}
			if rows[n-1] != rows[n] && !g.joined[pair] {
				g.joined[pair] = true
				g.s.Prompts.Joined = append(g.s.Prompts.Joined, [2]int32{itemNumber(pair[0]), itemNumber(pair[1])})
			}
		}
	}
	for row, list := range alone {
		if len(list) > 1 {
			g.several[row] = list
		}
	}
}

func (g *gatherer) item(row int32) project.Item {
	return project.Item{Row: row, Summary: g.l.Kind(int(row)) == event.KindCondensation}
}

// shapeOf asks the version which items of a prompt become one message, and
// writes it down where the page would not find it from neighbours.
func (w *promptWalk) shapeOf(m *mark, path []int32) {
	g := w.g
	if w.p.Ruled || w.p.None != "" || len(path) == 0 {
		return
	}
	if w.messages -= w.m.Items() + 1; w.messages < 0 {
		w.p.Rough = true
		return
	}
	v := g.r.Fold(slices.Clone(path))
	ms, err := g.r.Messages(v)
	var raised *project.Error
	if errors.As(err, &raised) {
		m.Raises = raised.Message
		return
	}
	if err != nil {
		w.err = err
		return
	}
	shaped := make([][]int32, len(ms))
	for k := range ms {
		shaped[k] = []int32{}
		for _, row := range ms[k].Rows {
			shaped[k] = append(shaped[k], itemNumber(g.item(row)))
		}
	}
	if equalShapes(shaped, g.neighbours(v.Items)) {
		return
	}
	same := 0
	for same < len(shaped) && same < len(w.shape) && slices.Equal(shaped[same], w.shape[same]) {
		same++
	}
	w.p.Shapes = append(w.p.Shapes, shape{same, shaped[same:]})
	w.shape, m.Shape = shaped, len(w.p.Shapes)
}

// neighbours are the messages that the page makes of items.
func (g *gatherer) neighbours(items []project.Item) [][]int32 {
	var out [][]int32
	for k, i := range items {
		if k > 0 && g.joined[[2]project.Item{items[k-1], i}] {
			out[len(out)-1] = append(out[len(out)-1], itemNumber(i))
			continue
		}
		out = append(out, []int32{itemNumber(i)})
	}
	return out
}

func equalShapes(a, b [][]int32) bool {
	return slices.EqualFunc(a, b, func(x, y []int32) bool { return slices.Equal(x, y) })
}
