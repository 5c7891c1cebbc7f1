package compare

import (
	"cmp"
	"slices"
)

// pair is an item of A with an item of B.
type pair struct{ a, b int }

// span is a piece of A with the piece of B that stands against it.
type span struct{ a, aEnd, b, bEnd, depth int }

// deepest bounds how often a gap between aligned items is looked at anew.
const deepest = 12

// align finds a common subsequence of two sequences: what is equal at the ends,
// then the items that occur once on each side, in the longest order that both
// share; then the same in each gap. Where nothing occurs once, the first equals
// the first, and so on. When every item occurs once the result is the longest
// there is. The pairs ascend.
func align(a, b []int32) []pair {
	var out []pair
	work := []span{{0, len(a), 0, len(b), 0}}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for s.a < s.aEnd && s.b < s.bEnd && a[s.a] == b[s.b] {
			out = append(out, pair{s.a, s.b})
			s.a, s.b = s.a+1, s.b+1
		}
		for s.a < s.aEnd && s.b < s.bEnd && a[s.aEnd-1] == b[s.bEnd-1] {
			s.aEnd, s.bEnd = s.aEnd-1, s.bEnd-1
			out = append(out, pair{s.aEnd, s.bEnd})
		}
		if s.a == s.aEnd || s.b == s.bEnd {
			continue
		}
		anchors := longest(once(a, b, s))
		if len(anchors) == 0 || s.depth == deepest {
			out = append(out, longest(inOrder(a, b, s))...)
			continue
		}
		out = append(out, anchors...)
		for _, p := range append(anchors, pair{s.aEnd, s.bEnd}) {
			if s.a < p.a && s.b < p.b {
				work = append(work, span{s.a, p.a, s.b, p.b, s.depth + 1})
			}
			s.a, s.b = p.a+1, p.b+1
		}
	}
	slices.SortFunc(out, func(p, q pair) int { return cmp.Compare(p.a, q.a) })
	return out
}

// once pairs what occurs exactly once in each part of a span, in A's order.
func once(a, b []int32, s span) []pair {
	type place struct{ at, times int }
	in := make(map[int32]place, s.bEnd-s.b)
	for j := s.b; j < s.bEnd; j++ {
		in[b[j]] = place{j, in[b[j]].times + 1}
	}
	times := make(map[int32]int, s.aEnd-s.a)
	for i := s.a; i < s.aEnd; i++ {
		times[a[i]]++
	}
	var out []pair
	for i := s.a; i < s.aEnd; i++ {
		if p := in[a[i]]; p.times == 1 && times[a[i]] == 1 {
			out = append(out, pair{i, p.at})
		}
	}
	return out
}

// inOrder pairs the n-th of an item in A with the n-th in B.
func inOrder(a, b []int32, s span) []pair {
	in := map[int32][]int{}
	for j := s.b; j < s.bEnd; j++ {
		in[b[j]] = append(in[b[j]], j)
	}
	var out []pair
	for i := s.a; i < s.aEnd; i++ {
		if q := in[a[i]]; len(q) > 0 {
			out = append(out, pair{i, q[0]})
			in[a[i]] = q[1:]
		}
	}
	return out
}

// longest is the longest choice of pairs, which ascend in A, that ascends in B
// too.
func longest(pairs []pair) []pair {
	var ends []int // by length - 1: the pair that ends a choice of that length lowest in B
	before := make([]int, len(pairs))
	for i, p := range pairs {
		k, _ := slices.BinarySearchFunc(ends, p.b, func(e, at int) int { return cmp.Compare(pairs[e].b, at) })
		before[i] = -1
		if k > 0 {
			before[i] = ends[k-1]
		}
		if k == len(ends) {
			ends = append(ends, i)
		} else {
			ends[k] = i
		}
	}
	out := make([]pair, len(ends))
	if len(ends) == 0 {
		return nil
	}
	for k, i := len(ends)-1, ends[len(ends)-1]; k >= 0; k, i = k-1, before[i] {
		out[k] = pairs[i]
	}
	return out
}
