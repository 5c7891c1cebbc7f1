package page

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/replay"
)

// calls are the actions of the whole log, and those of the window one by one.
type calls struct {
	Tools    []tool   `json:"tools"`
	Row      []int32  `json:"row"`
	Outcome  []int32  `json:"outcome"`
	Result   []int32  `json:"result"`   // the row that decides it, -1
	Duration []*int64 `json:"duration"` // microseconds from the call to that result, as recorded
	Effect   []int32  `json:"effect"`
}

// tool counts the calls of one tool.
type tool struct {
	Name     string         `json:"name"`
	Calls    int            `json:"calls"`
	Outcomes map[string]int `json:"outcomes"`
	Timed    int            `json:"timed"`
	Total    int64          `json:"total"`
	Median   int64          `json:"median"`
	Most     int64          `json:"most"`
}

func (g *gatherer) calls() error {
	c := &g.s.Calls
	c.Tools = []tool{}
	took, at := map[string][]int64{}, map[string]int{}
	for _, a := range replay.Outcomes(g.r) {
		name := g.l.NameString(g.l.Tool(int(a.Row)))
		if _, ok := at[name]; !ok {
			at[name] = len(c.Tools)
			c.Tools = append(c.Tools, tool{Name: name, Outcomes: map[string]int{}})
		}
		t := &c.Tools[at[name]]
		t.Calls++
		t.Outcomes[a.Outcome.String()]++
		d := g.duration(&a)
		if d != nil {
			took[name] = append(took[name], *d)
		}
		if !g.s.Window.has(a.Row) {
			continue
		}
		args, _, err := g.r.Arguments(a.Row)
		if err != nil {
			return err
		}
		c.Row, c.Outcome, c.Result = append(c.Row, a.Row), append(c.Outcome, g.name(a.Outcome.String())), append(c.Result, a.Result)
		c.Duration, c.Effect = append(c.Duration, d), append(c.Effect, g.name(g.o.Effects.Judge(name, args).Effect.String()))
	}
	for i := range c.Tools {
		c.Tools[i].time(took[c.Tools[i].Name])
	}
	return nil
}

// duration is the time from a call to what decides its outcome, where the log
// has both and they are in order. A synthetic result tells nothing of the tool.
func (g *gatherer) duration(a *replay.Action) *int64 {
	if a.Result < 0 || a.Outcome == replay.Synthetic {
		return nil
	}
	from, to := g.l.Time(int(a.Row)), g.l.Time(int(a.Result))
	if from == event.NoTime || to < from {
		return nil
	}
	d := to - from
	return &d
}

func (t *tool) time(took []int64) {
	if t.Timed = len(took); t.Timed == 0 {
		return
	}
	sorted := sortedCopy(took)
	t.Median, t.Most = sorted[len(sorted)/2], sorted[len(sorted)-1]
	for _, d := range took {
		t.Total += d
	}
}
