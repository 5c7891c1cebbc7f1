package event

import (
	"cmp"
	"iter"
	"slices"
)

const (
	callsDoc   = "One row per action, that is per tool call of a model response, in append order."
	resultsDoc = "One row per event that answers a call (kinds result, error, reject), in append order."
	linksDoc   = "One row per pair of an action and an event that answers it, by action, then result. Which pairs there are is the profile's to say."
)

// Linkage is what a profile says about the calls of a log.
type Linkage struct {
	Links    []Link
	OnBranch []bool // by row: the event is on the active branch; nil when that is not known
	Tree     *Tree  // nil when not known
}

// Link is a pair of rows: an action, and a result that answers it.
type Link struct{ Action, Result int32 }

// outcome is what is known of a call from its results.
type outcome uint8

const (
	outcomeAnswered   outcome = iota // a result of the tool that is not a failure
	outcomeRejected                  // the call was refused
	outcomeFailed                    // an error, or a result that says that it is one
	outcomeSynthetic                 // only results written in place of the tool
	outcomePending                   // no result, on the active branch
	outcomeAbandoned                 // no result, and not on the active branch
	outcomeUnanswered                // no result, and the active branch is not known
	outcomeCount
)

var outcomeStrings = [outcomeCount]string{"answered", "rejected", "failed", "synthetic", "pending", "abandoned", "unanswered"}

// The ways a link can be seen in the columns.
const (
	matchBoth uint8 = iota
	matchAction
	matchCall
	matchNeither
	matchCount
)

var matchStrings = [matchCount]string{"both", "action_id", "call_id", "neither"}

// call is one row of the calls frame, or of the results frame: an event with
// the other ends of its links.
type call struct {
	row   int
	ends  []int32
	where *Linkage
}

func shared(names ...string) []column[call] {
	var cols []column[call]
	for _, n := range names {
		i := slices.IndexFunc(eventColumns, func(c column[int]) bool { return c.Name == n })
		from := eventColumns[i]
		cols = append(cols, column[call]{Field: from.Field, only: from.only,
			fill: func(c *Column, l *Log, v call) { from.fill(c, l, v.row) }})
	}
	return cols
}

var callColumns = slices.Concat(
	shared("log", "conversation", "row", "id", "response_id", "call_id", "wire_call_id", "tool", "wire_tool", "label", "executable", "finish", "time", "args"),
	[]column[call]{onBranchColumn,
		{Field: Field{"outcome", TypeWord, false, outcomeStrings[:], "What the results prove: answered (a result of the tool that is no failure), else rejected, else failed, else synthetic (only results written in place of the tool); without results pending on the active branch, abandoned off it, unanswered where the active branch is not known."},
			fill: func(c *Column, l *Log, v call) { c.AppendWord(uint8(outcomeOf(l, v))) }},
		{Field: Field{"results", TypeInt32, false, nil, "How many events answer the call, on any branch."},
			fill: func(c *Column, _ *Log, v call) { c.AppendInt32(int32(len(v.ends))) }},
		firstColumn("result_row", "The first event that answers the call, by row.")},
	shared("file", "offset", "length", "line", "pointer"))

var resultColumns = slices.Concat(
	shared("log", "conversation", "row", "id", "kind", "type", "label", "call_id", "action_id", "tool", "failed", "synthetic", "time", "text"),
	[]column[call]{onBranchColumn,
		{Field: Field{"actions", TypeInt32, false, nil, "How many actions the event answers: 0 is a result without a call."},
			fill: func(c *Column, _ *Log, v call) { c.AppendInt32(int32(len(v.ends))) }},
		firstColumn("action_row", "The first action that the event answers, by row.")},
	shared("file", "offset", "length", "line", "pointer"))

var onBranchColumn = column[call]{Field: Field{"on_branch", TypeBool, true, nil, "The event is on the active branch. Null where that is not known."},
	fill: func(c *Column, _ *Log, v call) {
		if v.where.OnBranch == nil {
			c.AppendNull()
		} else {
			c.AppendBool(v.where.OnBranch[v.row])
		}
	}}

func firstColumn(name, doc string) column[call] {
	return column[call]{Field: Field{name, TypeInt32, true, nil, doc}, fill: func(c *Column, _ *Log, v call) {
		if len(v.ends) == 0 {
			c.AppendNull()
		} else {
			c.AppendInt32(v.ends[0])
		}
	}}
}

func outcomeOf(l *Log, v call) outcome {
	best := outcomeUnanswered
	for _, r := range v.ends {
		o := outcomeAnswered
		switch {
		case l.Synthetic(int(r)) != NotSynthetic:
			o = outcomeSynthetic
		case l.Kind(int(r)) == KindReject:
			o = outcomeRejected
		case l.Kind(int(r)) == KindError || l.Has(int(r), FlagFailed):
			o = outcomeFailed
		}
		best = min(best, o)
	}
	switch {
	case best != outcomeUnanswered || v.where.OnBranch == nil:
		return best
	case v.where.OnBranch[v.row]:
		return outcomePending
	}
	return outcomeAbandoned
}

// CallFrame is the calls frame of the whole log. It panics when a row of k is
// not one of l's.
func (l *Log) CallFrame(k Linkage) *Frame {
	return frameOf("calls", callsDoc, callColumns, extrasOf(l.HasText(), false), l, l.callRows(&k))
}

// ResultFrame is the results frame of the whole log. It panics when a row of k
// is not one of l's.
func (l *Log) ResultFrame(k Linkage) *Frame {
	return frameOf("results", resultsDoc, resultColumns, extrasOf(l.HasText(), false), l, l.resultRows(&k))
}

// CallFrames are the calls frame piece by piece, as Frames is that of the events.
func (l *Log) CallFrames(k Linkage) iter.Seq2[*Frame, error] {
	return l.callPieces("calls", callsDoc, callColumns, func() []call { return l.callRows(&k) })
}

// ResultFrames are the results frame piece by piece.
func (l *Log) ResultFrames(k Linkage) iter.Seq2[*Frame, error] {
	return l.callPieces("results", resultsDoc, resultColumns, func() []call { return l.resultRows(&k) })
}

func (l *Log) callPieces(name, doc string, cols []column[call], all func() []call) iter.Seq2[*Frame, error] {
	return func(yield func(*Frame, error) bool) {
		rows := all()
		for lo := 0; lo < len(rows); {
			hi := pieceEnd(l, lo, len(rows), func(i int) int { return rows[i].row })
			f := frameOf(name, doc, cols, extrasOf(l.HasText(), false), l, rows[lo:hi])
			if err := l.TextError(); err != nil {
				yield(nil, err)
				return
			}
			if !yield(f, nil) {
				return
			}
			lo = hi
		}
	}
}

func (l *Log) callRows(k *Linkage) []call {
	ends := make([][]int32, l.Len())
	for _, p := range k.sorted() {
		ends[p.Action] = append(ends[p.Action], p.Result)
	}
	return l.calls(k, ends, func(k Kind) bool { return k == KindAction })
}

func (l *Log) resultRows(k *Linkage) []call {
	ends := make([][]int32, l.Len())
	for _, p := range k.sorted() {
		ends[p.Result] = append(ends[p.Result], p.Action)
	}
	return l.calls(k, ends, Kind.AnswersCall)
}

func (l *Log) calls(k *Linkage, ends [][]int32, wanted func(Kind) bool) []call {
	var rows []call
	for i := range l.Len() {
		if wanted(l.Kind(i)) {
			rows = append(rows, call{i, ends[i], k})
		}
	}
	return rows
}

// sorted are the links by action, then result, each once.
func (k Linkage) sorted() []Link {
	s := slices.Clone(k.Links)
	slices.SortFunc(s, func(a, b Link) int {
		return cmp.Or(cmp.Compare(a.Action, b.Action), cmp.Compare(a.Result, b.Result))
	})
	return slices.Compact(s)
}
