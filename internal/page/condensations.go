package page

import (
	"slices"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// condensation is one event that makes the model forget.
type condensation struct {
	Row     int32  `json:"row"`
	Event   string `json:"event"`
	Forgets int    `json:"forgets"` // ids that it names
	Summary bool   `json:"summary"`
	Offset  *int64 `json:"offset"` // where the summary goes
	Active  bool   `json:"active"`
}

// mostForgotten bounds the items that condensations list.
const mostForgotten = 200_000

func (g *gatherer) condensations() {
	g.s.Forgot = []condensation{}
	for i := range g.l.Len() {
		if g.l.Kind(i) != event.KindCondensation {
			continue
		}
		c := condensation{Row: int32(i), Event: g.r.EventID(int32(i)), Forgets: len(g.l.Forgets(i)),
			Summary: g.l.Has(i, event.FlagSummary), Active: g.r.OnBranch(int32(i))}
		if off, ok := g.l.SummaryOffset(i); ok {
			c.Offset = &off
		}
		g.s.Forgot = append(g.s.Forgot, c)
	}
	g.forgets()
}

// forgets lists the items that events of the window name to be forgotten.
func (g *gatherer) forgets() {
	left := mostForgotten
	rows := event.NewIndex(g.l.Len(), g.l.IDs(), g.l.Table.ID)
	summaries := g.summaries()
	for i := g.s.Window.From; i < g.s.Window.To; i++ {
		for _, id := range g.l.Forgets(i) {
			items := slices.Clone(rows.Rows(id))
			if item, ok := summaries[id]; ok {
				items = append(items, item)
			}
			if left -= len(items); left >= 0 && len(items) > 0 {
				g.s.Prompts.Forgot[int32(i)] = append(g.s.Prompts.Forgot[int32(i)], items...)
			}
		}
	}
}

// summaries gives, by the id that a summary goes by, its item.
func (g *gatherer) summaries() map[event.ID]int32 {
	out := map[event.ID]int32{}
	for i := range g.l.Len() {
		if g.flag[i]&flagSummary == 0 || g.l.Kind(i) != event.KindCondensation || g.l.Table.ID(i) == 0 {
			continue
		}
		item := project.Item{Row: int32(i), Summary: true}
		if id := g.l.FindID(g.r.ItemID(item)); id != 0 {
			out[id] = itemNumber(item)
		}
	}
	return out
}
