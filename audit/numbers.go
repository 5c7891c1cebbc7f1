package audit

import (
	"fmt"
	"strconv"

	"github.com/traj-dev/traj/event"
)

// The needs of rules about events that are numbered where an order is lost with
// a number: in the names of files, or as the ordinals of a Codex rollout.
var (
	needIndexes = &Need{"numbered events", "the events of the log are not numbered",
		func(p *Pass) bool {
			return p.Whole.Profile.OpenHandsV1() && p.Log.Shape.NamesEvents() || p.hasOrdinals()
		}}
	needIDNumbers = &Need{"numbered events", "the events of the log are not numbered",
		func(p *Pass) bool { return p.v0() && p.Log.Shape.NamesEvents() || p.hasOrdinals() }}
)

// codex reports whether the log is a rollout of Codex.
func (p *Pass) codex() bool { return p.Whole.Profile.Family == "codex" }

func (p *Pass) hasOrdinals() bool {
	found := false
	p.ordinals(func(int32, int64) { found = true })
	return found
}

// ordinals calls f for each record that its writer numbered: of a rollout, or
// the steps of a trajectory.
func (p *Pass) ordinals(f func(row int32, n int64)) {
	if !p.codex() && !p.stepwise() {
		return
	}
	for i := range p.Log.Len() {
		if v := p.Log.Value(i); v != 0 {
			if n, err := strconv.ParseInt(p.word(v), 10, 64); err == nil {
				f(int32(i), n)
			}
		}
	}
}

// ordinalsReused reports the numbers that several records have, each once, at
// the second of them.
func (p *Pass) ordinalsReused() {
	rows, reused := map[int64][]int32{}, []int64{}
	p.ordinals(func(row int32, n int64) {
		if rows[n] = append(rows[n], row); len(rows[n]) == 2 {
			reused = append(reused, n)
		}
	})
	for _, n := range reused {
		first, row, others := rows[n][0], rows[n][1], rows[n][2:]
		x := Finding{Row: row, Field: "value", Related: p.places(append([]int32{first}, others...), "has the same ordinal"),
			Message: fmt.Sprintf("%s has ordinal %d, which %q has: an index of the pages drops one of the two", p.name(row), n, p.id(first))}
		if len(others) > 0 {
			x.Message = fmt.Sprintf("%s has ordinal %d, which %q and %s have: an index of the pages keeps one of them", p.name(row), n, p.id(first), count(len(others), "later record"))
		}
		p.report(x)
	}
}

// ordinalGaps reports the numbers that no record has, though the next has.
func (p *Pass) ordinalGaps() {
	last, before := int32(-1), int64(0)
	if p.stepwise() {
		p.stepGaps()
		return
	}
	p.ordinals(func(row int32, n int64) {
		if last >= 0 && n > before+1 && p.lossBetween(last, row) < 0 {
			p.report(Finding{Row: row, Field: "value", Severity: Warning, Related: p.places([]int32{last}, "the record before"),
				Message: fmt.Sprintf("%s has ordinal %d and the record before it %d: %s in between", p.name(row), n, before, isLost(n-before-1))})
		}
		if last < 0 || n > before {
			last, before = row, n
		}
	})
}

// stepGaps reports the steps of a trajectory whose id is not that of the step
// before and one, which its validator refuses. The first of a run stands for it.
func (p *Pass) stepGaps() {
	last, before := int32(-1), int64(0)
	p.ordinals(func(row int32, n int64) {
		if n > before+1 {
			x := Finding{Row: row, Field: "step_id", Severity: Error, Message: fmt.Sprintf("%s is step %d and should be step %d: the ids of steps count up from 1", p.name(row), n, before+1)}
			if last >= 0 {
				x.Related = p.places([]int32{last}, "the step before")
			}
			p.report(x)
		}
		last, before = row, n
	})
}

func isLost(n int64) string {
	if n == 1 {
		return "one is lost"
	}
	return fmt.Sprintf("%d are lost", n)
}

// takenBack reports whether the user took back the turn that an event is of.
func (p *Pass) takenBack(row int32) bool {
	for _, c := range p.forgetters(row) {
		if typ := p.word(p.Log.Type(int(c))); typ == "thread_rolled_back" || typ == "$rewindTo" {
			return true
		}
	}
	return false
}

// loneReasoning reports the reasoning items of a Responses log that neither a
// message of the model nor a call of it follows.
func (p *Pass) loneReasoning() {
	if p.Whole.Profile.Family != "openai-responses" {
		return
	}
	for _, row := range p.having(event.FlagReasoningItem) {
		if p.Log.Kind(int(row)) != event.KindMessage || p.Log.Has(int(row), event.FlagEmpty) || p.word(p.Log.Type(int(row))) != "reasoning" {
			continue
		}
		next := p.nextSent(row)
		x := Finding{Row: row, Field: "reasoning", Message: p.name(row) + " is a reasoning item at the end of the log: what follows it is lost"}
		if next >= 0 {
			if p.word(p.Log.Role(int(next))) == "assistant" {
				continue
			}
			x.Message = fmt.Sprintf("%s is a reasoning item that %q follows, which is not the model's", p.name(row), p.id(next))
			x.Related = p.places([]int32{next}, "follows it")
		}
		p.report(x)
	}
}

// nextSent is the next event that a model is sent, -1 at the end.
func (p *Pass) nextSent(row int32) int32 {
	for i := row + 1; int(i) < p.Log.Len(); i++ {
		switch k := p.Log.Kind(int(i)); {
		case p.copyOf[i] >= 0:
		case k == event.KindMessage, k == event.KindSystem, k == event.KindAction, k == event.KindToolCard, k.AnswersCall():
			return i
		}
	}
	return -1
}
