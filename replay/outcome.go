package replay

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// Outcome is what the log knows about what became of an action.
type Outcome uint8

// The outcomes.
const (
	OutcomeUnknown Outcome = iota
	Answered               // the tool returned a result
	Rejected               // the call was refused, and nothing ran
	Failed                 // the tool returned an error
	Synthetic              // recovery or an interrupt wrote an error in place of the tool: it proves nothing
	Pending                // no result, on the active branch
	Abandoned              // no result, off the active branch
	Discarded              // no result, and the call stands after the one that ended the run
	outcomeCount
)

var outcomeStrings = [outcomeCount]string{"unknown", "answered", "rejected", "failed", "synthetic", "pending", "abandoned", "discarded-after-finish"}

func (o Outcome) String() string {
	if o < outcomeCount {
		return outcomeStrings[o]
	}
	return "unknown"
}

// Known reports whether the outcome tells what happened outside.
func (o Outcome) Known() bool { return o == Answered || o == Rejected || o == Failed }

// Action is an action of a log and what became of it.
type Action struct {
	Row      int32
	OnBranch bool    // the action lies on the active branch
	Outcome  Outcome // on the active branch where the action lies on it, else below the action
	Result   int32   // the row that decides it, -1 when none does
	By       event.Synthetic

	Late      []int32 // real results on the same branch after a synthetic one
	Again     []int32 // real results on the same branch after a real one
	Elsewhere []int32 // results that are not on that branch

	Branches [outcomeCount]int // by outcome: how many branches through the action end with it
}

// Runs is the number of real results the log has of the action.
func (a *Action) Runs(r *project.Reading) int {
	n := len(a.Late) + len(a.Again)
	if a.Result >= 0 && (a.Outcome == Answered || a.Outcome == Failed) {
		n++
	}
	for _, row := range a.Elsewhere {
		if o := resultOutcome(r, row); o == Answered || o == Failed {
			n++
		}
	}
	return n
}

// resultOutcome is the outcome that a result alone stands for.
func resultOutcome(r *project.Reading, row int32) Outcome {
	i := int(row)
	switch k := r.Log.Kind(i); {
	case k == event.KindReject || r.Log.Synthetic(i) == event.SyntheticRefused:
		return Rejected
	case r.Log.Synthetic(i) != event.NotSynthetic:
		return Synthetic
	case k == event.KindError || r.Log.Has(i, event.FlagFailed):
		return Failed
	}
	return Answered
}

// Outcomes lists every action in sight of a log, in the order of appending. Of
// several records with one id only the first is an action of its own.
func Outcomes(r *project.Reading) []Action { return slices.Collect(eachOutcome(r)) }

func eachOutcome(r *project.Reading) iter.Seq[Action] {
	return func(yield func(Action) bool) {
		f := newFates(r)
		for _, row := range slices.Sorted(slices.Values(r.Seq)) {
			if r.Log.Kind(int(row)) != event.KindAction {
				continue
			}
			if id := r.EventID(row); id != "" && r.Row(id) != row && r.Row(id) >= 0 {
				continue
			}
			if !yield(f.action(row)) {
				return
			}
		}
	}
}

// fates knows where rows stand in the walk over all branches.
type fates struct {
	r         *project.Reading
	in, last  []int32 // by row: its number in the walk, and the greatest below it; -1 where no path leads
	row       []int32 // by number
	heads     []int32 // numbers of the branches' ends, ascending
	own       int32   // the number of the active branch's end, -1
	responses *event.Index
	late      []bool // by row: an action below one of its response that ended the run
}

func newFates(r *project.Reading) *fates {
	n := r.Log.Len()
	f := &fates{r: r, in: make([]int32, n), last: make([]int32, n), own: -1}
	for i := range f.in {
		f.in[i] = -1
	}
	f.late = make([]bool, n)
	finished := map[event.ID]int{} // by response: calls on the path that end the run
	ends := func(row int32) bool {
		return r.Log.Kind(int(row)) == event.KindAction && r.Log.Has(int(row), event.FlagFinish)
	}
	r.Walk(func(row int32) bool {
		f.in[row] = int32(len(f.row))
		f.row = append(f.row, row)
		response := r.Log.ResponseID(int(row))
		f.late[row] = r.Log.Kind(int(row)) == event.KindAction && finished[response] > 0
		if ends(row) {
			finished[response]++
		}
		return true
	}, func(row int32) {
		f.last[row] = int32(len(f.row)) - 1
		if ends(row) {
			finished[r.Log.ResponseID(int(row))]--
		}
	})
	for _, h := range r.Heads() {
		if f.in[h] >= 0 {
			f.heads = append(f.heads, f.in[h])
		}
	}
	slices.Sort(f.heads)
	if path, e := r.ActivePath(); e == nil && len(path) > 0 {
		f.own = f.in[path[len(path)-1]]
	}
	f.responses = event.NewIndex(n, r.Log.IDs(), func(i int) event.ID {
		if r.Log.Kind(i) != event.KindAction || f.in[i] < 0 {
			return 0
		}
		return r.Log.ResponseID(i)
	})
	return f
}

// below reports whether row b lies below row a on a branch.
func (f *fates) below(a, b int32) bool {
	return f.in[a] >= 0 && f.in[a] < f.in[b] && f.in[b] <= f.last[a]
}

// action judges one action. Where no path leads to it the log's order stands
// for its branch.
func (f *fates) action(row int32) Action {
	a := Action{Row: row, Result: -1, OnBranch: f.r.OnBranch(row)}
	var here []int32
	for _, res := range f.r.Results(row) {
		if f.below(row, res) && (!a.OnBranch || f.r.OnBranch(res)) || f.in[row] < 0 && res > row {
			here = append(here, res)
		} else {
			a.Elsewhere = append(a.Elsewhere, res)
		}
	}
	slices.SortFunc(here, func(x, y int32) int { return cmp.Or(cmp.Compare(f.in[x], f.in[y]), cmp.Compare(x, y)) })
	for _, res := range here {
		f.judge(&a, res)
	}
	if a.Outcome == OutcomeUnknown {
		a.Outcome = f.without(row, a.OnBranch)
	}
	f.branches(&a)
	return a
}

// judge takes the next result on the action's branch into account.
func (f *fates) judge(a *Action, res int32) {
	o := resultOutcome(f.r, res)
	switch {
	case a.Outcome == OutcomeUnknown:
		a.Outcome, a.Result = o, res
		a.By = f.r.Log.Synthetic(int(res))
	case o != Answered && o != Failed:
	case a.Outcome == Synthetic:
		a.Late = append(a.Late, res)
	default:
		a.Again = append(a.Again, res)
	}
}

// without is the outcome of an action without a result.
func (f *fates) without(row int32, onBranch bool) Outcome {
	switch {
	case f.r.Log.Has(int(row), event.FlagNotExecutable):
		return Rejected
	case f.r.Log.Has(int(row), event.FlagFinish) && !f.r.Profile.OpenHandsV1():
		return Answered // it ends the run and asks for no result; OpenHands V1 alone writes one
	case f.late[row]:
		return Discarded
	case onBranch:
		return Pending
	}
	return Abandoned
}

// headsIn is how many branches end in the subtree of a row.
func (f *fates) headsIn(row int32) int {
	lo, _ := slices.BinarySearch(f.heads, f.in[row])
	hi, _ := slices.BinarySearch(f.heads, f.last[row]+1)
	return hi - lo
}

// branches counts, by outcome, the branches that pass through the action. On
// each the first result on the way decides.
func (f *fates) branches(a *Action) {
	if f.in[a.Row] < 0 {
		return
	}
	var below []int32
	for _, res := range f.r.Results(a.Row) {
		if f.below(a.Row, res) {
			below = append(below, res)
		}
	}
	slices.SortFunc(below, func(x, y int32) int { return int(f.in[x]) - int(f.in[y]) })
	open, end := f.headsIn(a.Row), int32(-1)
	ownOpen := f.own >= f.in[a.Row] && f.own <= f.last[a.Row]
	for _, res := range below {
		if f.in[res] <= end {
			continue // an earlier result on the same branches decided
		}
		end = f.last[res]
		n := f.headsIn(res)
		a.Branches[resultOutcome(f.r, res)] += n
		open -= n
		ownOpen = ownOpen && (f.own < f.in[res] || f.own > end)
	}
	if ownOpen && open > 0 {
		a.Branches[f.without(a.Row, true)]++
		open--
	}
	if open > 0 {
		a.Branches[f.without(a.Row, false)] += open
	}
}

// Tally counts actions by outcome.
type Tally [outcomeCount]int

// TallyOf counts the actions of a log.
func TallyOf(r *project.Reading) *Tally {
	var t Tally
	for a := range eachOutcome(r) {
		t[a.Outcome]++
	}
	return &t
}

// Each gives the outcomes that occur, in order.
func (t *Tally) Each(give func(o Outcome, n int)) {
	for o, n := range t {
		if n > 0 {
			give(Outcome(o), n)
		}
	}
}

func (t *Tally) String() string {
	var parts []string
	t.Each(func(o Outcome, n int) { parts = append(parts, fmt.Sprintf("%d %s", n, o)) })
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}
