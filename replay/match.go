package replay

import (
	"cmp"
	"slices"
)

// Pair is a recording and the log it is of: places in the two lists, -1 where
// there is no counterpart.
type Pair struct{ Recorded, Now int }

// Match pairs recordings with logs by what they hold, never by name: those
// that are the same in everything, then those of equal records, then those with
// the most events in common. The pairs come in the order of the logs, and after
// them the recordings that are of none.
func Match(recorded, now []*Record) []Pair {
	of := make([]int, len(now)) // by log: its recording
	for k := range of {
		of[k] = -1
	}
	taken := make([]bool, len(recorded))
	pairEqual(recorded, now, taken, of, (*Record).Digest)
	pairEqual(recorded, now, taken, of, func(r *Record) Digest { return r.Key })
	for _, c := range overlaps(recorded, now, taken, of) {
		if !taken[c.Recorded] && of[c.Now] < 0 {
			taken[c.Recorded], of[c.Now] = true, c.Recorded
		}
	}
	var out []Pair
	for k := range now {
		out = append(out, Pair{of[k], k})
	}
	for i := range recorded {
		if !taken[i] {
			out = append(out, Pair{i, -1})
		}
	}
	return out
}

// pairEqual pairs, in order, what is left and has the same digest.
func pairEqual(recorded, now []*Record, taken []bool, of []int, digest func(*Record) Digest) {
	by := map[Digest][]int{}
	for i, r := range recorded {
		if !taken[i] {
			d := digest(r)
			by[d] = append(by[d], i)
		}
	}
	for k, r := range now {
		if of[k] >= 0 {
			continue
		}
		d := digest(r)
		if same := by[d]; len(same) > 0 {
			of[k], by[d] = same[0], same[1:]
			taken[same[0]] = true
		}
	}
}

// overlaps lists what may be paired of what is left, the likeliest first.
func overlaps(recorded, now []*Record, taken []bool, of []int) []Pair {
	holders := map[string][]int{}
	for i, r := range recorded {
		if !taken[i] {
			for id := range eventIDs(r) {
				holders[id] = append(holders[id], i)
			}
		}
	}
	score := map[Pair]int{}
	for k, r := range now {
		if of[k] >= 0 {
			continue
		}
		for id := range eventIDs(r) {
			for _, i := range holders[id] {
				score[Pair{i, k}]++
			}
		}
		for i, x := range recorded {
			if !taken[i] && x.Conversation != "" && x.Conversation == r.Conversation {
				score[Pair{i, k}] += r.Events + x.Events + 1
			}
		}
	}
	out := make([]Pair, 0, len(score))
	for p := range score {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(a.Recorded, b.Recorded), cmp.Compare(a.Now, b.Now))
	})
	return out
}

func eventIDs(r *Record) map[string]bool {
	ids := map[string]bool{}
	for i := range r.Checkpoints {
		ids[r.Checkpoints[i].Event] = true
	}
	return ids
}
