package dataset

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
)

// logRow is the row of the log in the logs table.
func logRow(t *Tables) (event.LogRow, error) {
	r, l := t.r, t.r.Log
	row := event.LogRow{Name: l.Name, Conversation: l.Conversation, Format: l.Format, Shape: l.Shape.String(), Profile: r.Profile.Name,
		ProfileWhy: t.choice.Why, SHA256: l.SHA256, Files: int32(len(l.Files)), Events: int64(l.Len()), Heads: int32(len(r.Heads())), Started: event.NoTime, Ended: event.NoTime}
	m, err := t.messages()
	if err != nil {
		return row, err
	}
	row.Messages, row.ProjectError = m.count, m.why
	if l.State != nil && l.State.Status != nil {
		row.Status = *l.State.Status
	}
	countFiles(&row, l)
	countRows(&row, t)
	for _, f := range t.findings().Findings {
		switch f.Severity {
		case audit.Error:
			row.Errors++
		case audit.Warning:
			row.Warnings++
		default:
			row.Infos++
		}
	}
	row.Declared, row.Found = totals(l)
	return row, nil
}

func countFiles(row *event.LogRow, l *event.Log) {
	for _, f := range l.Files {
		row.Bytes += f.Size
		row.Damage += int32(len(f.Damage))
		for _, d := range f.Damage {
			if !d.Inside {
				row.DamageBytes += d.Length
			}
		}
	}
}

func countRows(row *event.LogRow, t *Tables) {
	l := t.r.Log
	tools := map[event.Name]bool{}
	for i := range l.Len() {
		switch k := l.Kind(i); {
		case k == event.KindAction:
			row.Calls++
			if l.Tool(i) != 0 && !tools[l.Tool(i)] {
				tools[l.Tool(i)] = true
				row.Tools = append(row.Tools, l.NameString(l.Tool(i)))
			}
			if t.r.OnBranch(int32(i)) && len(t.r.Results(int32(i))) == 0 {
				row.Unanswered++
			}
		case k.AnswersCall():
			row.Results++
		}
		if at := l.Time(i); at != event.NoTime {
			if row.Started == event.NoTime || at < row.Started {
				row.Started = at
			}
			row.Ended = max(row.Ended, at)
		}
	}
	slices.Sort(row.Tools)
	links := slices.Clone(t.links().Links)
	slices.SortFunc(links, func(a, b event.Link) int {
		return cmp.Or(cmp.Compare(a.Action, b.Action), cmp.Compare(a.Result, b.Result))
	})
	row.Links = int64(len(slices.Compact(links)))
}

// totals are what the log says that its tokens and its cost amount to, and what
// they amount to when they are added up again: from the list of calls in the
// state, else as the log's reader found it, else from the events.
func totals(l *event.Log) (declared, found event.Totals) {
	declared, found = event.NoTotals(), event.NoTotals()
	if l.State != nil {
		for _, u := range l.State.Usages {
			declared.Add(event.Totals{TokensIn: u.TokensIn, TokensOut: u.TokensOut, Cost: u.Cost})
			found.Add(event.Totals{TokensIn: u.TokensInSum, TokensOut: u.TokensOutSum, Cost: u.CostSum})
		}
	}
	claimed(l, &declared, &found)
	sum := event.NoTotals()
	for i := range l.Len() {
		in, out := l.Tokens(i)
		sum.Add(event.Totals{TokensIn: in, TokensOut: out, Cost: l.Cost(i)})
	}
	if found.TokensIn < 0 {
		found.TokensIn = sum.TokensIn
	}
	if found.TokensOut < 0 {
		found.TokensOut = sum.TokensOut
	}
	if math.IsNaN(found.Cost) {
		found.Cost = sum.Cost
	}
	return declared, found
}

// whole is a figure as a number of tokens, -1 where it is none.
func whole(f float64) int64 {
	if f >= 0 && f < 1<<62 {
		return int64(f)
	}
	return -1
}

// claimed takes the totals that a document gives about its events.
func claimed(l *event.Log, declared, found *event.Totals) {
	for _, c := range l.Claims {
		if c.Kind != event.ClaimTotal {
			continue
		}
		says, finds, counted := event.NoTotals(), event.NoTotals(), c.Counted()
		switch name := c.Field[strings.LastIndexByte(c.Field, '.')+1:]; {
		case strings.Contains(name, "cost"):
			says.Cost, finds.Cost = c.Says, counted
		case strings.Contains(name, "prompt_tokens") || name == "tokens_sent":
			says.TokensIn, finds.TokensIn = whole(c.Says), whole(counted)
		case strings.Contains(name, "completion_tokens") || name == "tokens_received":
			says.TokensOut, finds.TokensOut = whole(c.Says), whole(counted)
		}
		declared.Add(says)
		found.Add(finds)
	}
}
