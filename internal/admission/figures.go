package admission

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
)

// Figure is an amount of which a log may say what it is: NaN for what is not
// known.
type Figure struct {
	What            string
	Declared, Found float64
}

// differs reports that both sides are known and not the same. Costs are sums of
// fractions: what rounding does to them is no difference.
func (f Figure) differs() bool {
	return math.Abs(f.Declared-f.Found) > 1e-9*max(math.Abs(f.Declared), math.Abs(f.Found))
}

// figuresOf are the amounts of a log: tokens and cost, and whatever else it says
// of its events.
func figuresOf(l *event.Log, row *event.LogRow) []Figure {
	out := []Figure{
		{"prompt tokens", amount(row.Declared.TokensIn), amount(row.Found.TokensIn)},
		{"completion tokens", amount(row.Declared.TokensOut), amount(row.Found.TokensOut)},
		{"cost", row.Declared.Cost, row.Found.Cost},
	}
	tokens := len(out)
	for _, c := range l.Claims {
		what, ok := claimed(c)
		if !ok {
			continue
		}
		i := slices.IndexFunc(out[tokens:], func(f Figure) bool { return f.What == what })
		if i < 0 {
			out = append(out, Figure{What: what})
			i = len(out) - 1 - tokens
		}
		out[tokens+i].Declared += c.Says
		out[tokens+i].Found += c.Counted()
	}
	return slices.DeleteFunc(out, func(f Figure) bool { return math.IsNaN(f.Declared) && math.IsNaN(f.Found) })
}

// claimed is what a claim counts, false where that is tokens or a cost, which the
// log's row has, or where it counts nothing.
func claimed(c event.Claim) (what string, ok bool) {
	name := c.Field[strings.LastIndexByte(c.Field, '.')+1:]
	switch {
	case c.Kind != event.ClaimTotal, strings.Contains(name, "cost"), strings.Contains(name, "prompt_tokens"), strings.Contains(name, "completion_tokens"),
		name == "tokens_sent", name == "tokens_received":
		return "", false
	case name == "api_calls":
		return "model calls", true
	}
	return strings.ReplaceAll(strings.TrimPrefix(name, "total_"), "_", " "), true
}

func amount(n int64) float64 {
	if n < 0 {
		return math.NaN()
	}
	return float64(n)
}

// FigureSum is what the logs of one format amount to.
type FigureSum struct {
	Format, What string

	Logs            int     // those of which both sides are known
	Declared, Found float64 // over these
	Differ          int     // of these

	OnlyDeclared, OnlyFound float64 // over the other logs, NaN where there is none
}

// Figures are the amounts by format, in the order of Formats.
func (s *Sheet) Figures() []FigureSum {
	type key struct{ format, what string }
	sums := map[key]*FigureSum{}
	place := map[string]int{}
	for i, c := range s.Formats() {
		place[c.Format] = i
	}
	for _, e := range s.entries {
		for _, f := range e.Figures {
			k := key{e.Format, f.What}
			if sums[k] == nil {
				sums[k] = &FigureSum{Format: e.Format, What: f.What, OnlyDeclared: math.NaN(), OnlyFound: math.NaN()}
			}
			sums[k].add(f)
		}
	}
	var out []FigureSum
	for _, c := range sums {
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b FigureSum) int {
		return cmp.Or(cmp.Compare(place[a.Format], place[b.Format]), cmp.Compare(a.What, b.What))
	})
	return out
}

func (c *FigureSum) add(f Figure) {
	switch {
	case math.IsNaN(f.Declared):
		c.OnlyFound = plus(c.OnlyFound, f.Found)
	case math.IsNaN(f.Found):
		c.OnlyDeclared = plus(c.OnlyDeclared, f.Declared)
	default:
		c.Logs++
		c.Declared, c.Found = c.Declared+f.Declared, c.Found+f.Found
		if f.differs() {
			c.Differ++
		}
	}
}

// plus adds to a sum that may not be known yet.
func plus(sum, v float64) float64 {
	if math.IsNaN(sum) {
		return v
	}
	return sum + v
}
