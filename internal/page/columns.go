package page

import (
	"math"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/graph"
)

// rowFlag is a set of facts about an event; page.js knows them by value.
type rowFlag uint32

const (
	flagActive    rowFlag = 1 << iota // on the active branch
	flagHead                          // the log ends here
	flagOrphan                        // an action with no known outcome
	flagFailed                        // a result that says of itself that it is an error
	flagHidden                        // kept out of every prompt
	flagFinish                        // an action that ends the run
	flagSidechain                     // of a sub-agent
	flagRefused                       // the version does not read it
	flagUnseen                        // the loader does not see it
	flagShown                         // takes a place in the view when it comes
	flagAsked                         // came of a call of the model
	flagOpens                         // is the first that came of its call
	flagPlain                         // a plain message of the user
	flagRaises                        // the version cannot make its message
	flagSummary                       // a condensation with a summary
	flagWalked                        // a path leads to it
	flagTwig                          // hangs beside the story
)

// columns are the events of the window.
type columns struct {
	ID        []string   `json:"id"`
	Kind      []string   `json:"kind"`
	Type      []int32    `json:"type"`
	Source    []int32    `json:"source"`
	Role      []int32    `json:"role"`
	Tool      []int32    `json:"tool"`
	Label     []int32    `json:"label"`
	Value     []int32    `json:"value"`
	Time      []*int64   `json:"time"` // microseconds since the first of the log
	Synthetic []int32    `json:"synthetic"`
	Flags     []rowFlag  `json:"flags"`
	Response  []int32    `json:"response"` // a number, 0 for none
	Call      []int32    `json:"call"`
	Action    []int32    `json:"action"` // the row a result answers, -1
	Parent    []int32    `json:"parent"` // the row above, else -1 for a root, -2 for one that no event is, -3 for none of the tree
	Lane      []int32    `json:"lane"`
	Via       []int32    `json:"via"`
	Owner     []int32    `json:"owner"`
	Forks     []int32    `json:"forks"`
	Start     []int32    `json:"start"`
	TokensIn  []int64    `json:"tokensIn"` // empty when no event says
	TokensOut []int64    `json:"tokensOut"`
	Cost      []*float64 `json:"cost"`
	File      []int32    `json:"file"`
	Offset    []int64    `json:"offset"`
	Length    []int64    `json:"length"`
	Line      []int32    `json:"line"`
}

// span is the time and the money of the whole log.
type span struct {
	First     int64   `json:"first"` // microseconds since 1970 without regard to a zone
	Last      int64   `json:"last"`
	Timed     int     `json:"timed"` // events with a time
	TokensIn  int64   `json:"tokensIn"`
	TokensOut int64   `json:"tokensOut"`
	Cost      float64 `json:"cost"`
	Counted   bool    `json:"counted"` // the log declares tokens or cost
}

func (g *gatherer) columns() {
	g.span()
	g.flags()
	places := graph.Places(graph.Input{Log: g.l, Tree: g.r.Tree, Head: g.r.Head().Row, Active: func(row int) bool { return g.r.OnBranch(int32(row)) }, Orphans: g.orphanRows()})
	c := &g.s.Events
	for i := g.s.Window.From; i < g.s.Window.To; i++ {
		row := int32(i)
		p := places[i]
		if p.Owner >= 0 {
			g.flag[i] |= flagTwig
		}
		c.ID = append(c.ID, g.r.EventID(row))
		c.Kind = append(c.Kind, g.l.Kind(i).String())
		c.Type, c.Source = append(c.Type, g.word(g.l.Type(i))), append(c.Source, g.word(g.l.Source(i)))
		c.Role = append(c.Role, g.word(g.l.Role(i)))
		c.Tool, c.Label = append(c.Tool, g.word(g.toolOf(i))), append(c.Label, g.word(g.l.Label(i)))
		c.Value, c.Synthetic = append(c.Value, g.word(g.l.Value(i))), append(c.Synthetic, g.synthetic(i))
		c.Time = append(c.Time, g.time(i))
		c.Response = append(c.Response, g.name(g.l.IDString(g.l.ResponseID(i))))
		c.Call = append(c.Call, g.name(g.l.IDString(g.l.CallID(i))))
		c.Action = append(c.Action, g.answered(row))
		c.Parent = append(c.Parent, g.r.Tree.Parent(i))
		c.Lane, c.Via, c.Owner = append(c.Lane, p.Lane), append(c.Via, p.Via), append(c.Owner, p.Owner)
		c.Forks, c.Start = append(c.Forks, p.Forks), append(c.Start, g.name(p.Start))
		pos := g.l.Pos(i)
		c.File, c.Offset, c.Length, c.Line = append(c.File, pos.File), append(c.Offset, pos.Offset), append(c.Length, pos.Length), append(c.Line, pos.Line)
		if g.s.Span.Counted {
			in, out := g.l.Tokens(i)
			c.TokensIn, c.TokensOut, c.Cost = append(c.TokensIn, in), append(c.TokensOut, out), append(c.Cost, number(g.l.Cost(i)))
		}
	}
}

func (g *gatherer) orphanRows() []int32 {
	var rows []int32
	for row := range int32(g.l.Len()) {
		if g.orphan[row] {
			rows = append(rows, row)
		}
	}
	return rows
}

// toolOf is the tool of a call, and of a result that names none the tool of
// the call that it answers.
func (g *gatherer) toolOf(i int) event.Name {
	t := g.l.Tool(i)
	if t == 0 && g.l.Kind(i).AnswersCall() {
		if a := g.r.Action(int32(i)); a >= 0 {
			return g.l.Tool(int(a))
		}
	}
	return t
}

func (g *gatherer) answered(row int32) int32 {
	if !g.l.Kind(int(row)).AnswersCall() {
		return -1
	}
	return g.r.Action(row)
}

func (g *gatherer) synthetic(i int) int32 {
	if g.l.Synthetic(i) == event.NotSynthetic {
		return 0
	}
	return g.name(g.l.Synthetic(i).String())
}

func (g *gatherer) time(i int) *int64 {
	t := g.l.Time(i)
	if t == event.NoTime {
		return nil
	}
	t -= g.s.Span.First
	return &t
}

func number(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

func (g *gatherer) span() {
	s := &g.s.Span
	for i := range g.l.Len() {
		if t := g.l.Time(i); t != event.NoTime {
			if s.Timed == 0 {
				s.First, s.Last = t, t
			}
			s.Timed++
			s.First, s.Last = min(s.First, t), max(s.Last, t)
		}
		in, out := g.l.Tokens(i)
		cost := number(g.l.Cost(i))
		s.Counted = s.Counted || in >= 0 || out >= 0 || cost != nil
		s.TokensIn, s.TokensOut = s.TokensIn+max(in, 0), s.TokensOut+max(out, 0)
		if cost != nil {
			s.Cost += *cost
		}
	}
}

func (g *gatherer) flags() {
	g.flag = make([]rowFlag, g.l.Len())
	head := g.r.Head().Row
	for i := range g.flag {
		row := int32(i)
		for _, f := range []struct {
			is   bool
			flag rowFlag
		}{
			{g.r.OnBranch(row), flagActive}, {row == head, flagHead}, {g.orphan[row], flagOrphan}, {g.l.Has(i, event.FlagFailed), flagFailed},
			{g.l.Has(i, event.FlagHidden), flagHidden}, {g.l.Has(i, event.FlagFinish), flagFinish}, {g.l.Has(i, event.FlagSidechain), flagSidechain},
			{len(g.r.Refused(row)) > 0, flagRefused}, {!g.r.Visible(row), flagUnseen}, {g.l.Has(i, event.FlagSummary), flagSummary},
		} {
			if f.is {
				g.flag[i] |= f.flag
			}
		}
	}
	for row := range int32(g.l.Len()) {
		if g.r.Visible(row) && g.l.Kind(int(row)) != event.KindCondensation && g.r.Convertible(row) {
			g.flag[row] |= flagShown
		}
	}
}
