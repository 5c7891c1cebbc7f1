package event

import "math"

// Totals are sums over a log: tokens, -1 for null, and cost, NaN for null.
type Totals struct {
	TokensIn, TokensOut int64
	Cost                float64
}

// NoTotals are those of which nothing is known.
func NoTotals() Totals { return Totals{-1, -1, math.NaN()} }

// Add adds what o knows; tokens beyond the range of an int64 stay at its end.
func (t *Totals) Add(o Totals) {
	t.TokensIn, t.TokensOut = addTokens(t.TokensIn, o.TokensIn), addTokens(t.TokensOut, o.TokensOut)
	switch {
	case math.IsNaN(o.Cost):
	case math.IsNaN(t.Cost):
		t.Cost = o.Cost
	default:
		t.Cost += o.Cost
	}
}

func addTokens(sum, v int64) int64 {
	if v < 0 {
		return sum
	}
	if sum = max(sum, 0); sum > math.MaxInt64-v {
		return math.MaxInt64
	}
	return sum + v
}
