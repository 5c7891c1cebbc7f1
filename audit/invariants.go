package audit

import "fmt"

// Unshown are invariants that no rule shows, and why.
type Unshown struct {
	IDs []string
	Why string
}

// Invariants lists what must hold in a log of OpenHands V1, by the ids under
// which Doc.Invariants names it: files F, the schema S, the tree and its head T,
// actions and results A, batches and prompts B, views and condensations V, the
// state X, the system prompt and recordings L, other agents' tools P, copies of
// one log R.
func Invariants() []string {
	var out []string
	for _, group := range [...]struct {
		letter string
		last   int
	}{{"F", 18}, {"S", 14}, {"T", 16}, {"A", 28}, {"B", 14}, {"V", 17}, {"X", 19}, {"L", 6}, {"P", 4}, {"R", 2}} {
		for n := 1; n <= group.last; n++ {
			out = append(out, fmt.Sprintf("%s%02d", group.letter, n))
		}
	}
	return out
}

// NotShown lists the invariants that no rule shows.
func NotShown() []Unshown {
	return []Unshown{
		{[]string{"F18"}, "that times of files ascend with the indexes: a log does not hold the times of its files, and copying changes them"},
		{[]string{"T14", "T15", "R01"}, "that two logs agree, a fork with what it was forked from or an export with its conversation: one log does not show it, it takes both"},
		{[]string{"A28"}, "what is known of the outcome of every action: that is a table and no fault; `traj orphans` lists the unknown outcomes, `traj load` writes the table of calls with an outcome for each"},
		{[]string{"V11"}, "what a resume at an earlier point would have dropped: legal by itself and only information; `traj replay` rebuilds the view there and counts what is dropped"},
		{[]string{"X06"}, "that a stuck agent repeats itself: it takes the contents of actions and results, which rules never read, and is only information"},
		{[]string{"L05"}, "that a recorded prompt is what the log projects: it takes the contents; `traj replay` compares them"},
	}
}
