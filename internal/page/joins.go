package page

import (
	"errors"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// workOfMessages bounds the items of which messages are made to see which of
// them become one, and what of a view is not sent at all.
const workOfMessages = 100_000

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
