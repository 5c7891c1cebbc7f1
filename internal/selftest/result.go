package selftest

import "slices"

// Result is what a run has shown.
type Result struct {
	Logs    int       // as they are
	Sound   int       // of them, those of which nothing of warning or above is said
	Planted int       // logs that defects were planted in
	Control int       // of them, those that are sound without
	Left    []Left    // logs that were not
	Defects []*Defect // in the order of the matrix
	Rules   []*Rule   // in the order of the catalogue
}

// Result gives what the run has shown so far.
func (r *Run) Result() *Result {
	out := &Result{Logs: r.logs, Sound: r.sound, Planted: len(r.planted), Left: r.left, Defects: r.defects, Rules: r.order}
	for _, sound := range r.planted {
		if sound {
			out.Control++
		}
	}
	return out
}

// Failed reports whether a rule missed its defect or spoke of another's in a
// sound log.
func (r *Result) Failed() bool {
	return slices.ContainsFunc(r.Rules, func(x *Rule) bool { return len(x.Missed)+len(x.Wrong) > 0 })
}

// fewest is how many logs a corpus has: of fewer, one log would be a half.
const fewest = 5

// Loud are the rules that speak in more than half of the logs of a corpus as
// they are: they tell nothing about one log.
func (r *Result) Loud() []*Rule {
	var out []*Rule
	for _, x := range r.Rules {
		if r.Logs >= fewest && 2*x.Spoke > r.Logs {
			out = append(out, x)
		}
	}
	return out
}

// Told counts the rules that told every defect of theirs that was planted, and
// those that had one.
func (r *Result) Told() (told, of int) {
	for _, x := range r.Rules {
		if x.Planted > 0 {
			of++
		}
		if x.Planted > 0 && len(x.Missed) == 0 {
			told++
		}
	}
	return told, of
}

// Verdict is what is to be said of a rule: why nothing was planted for it, or
// what came of it.
func (x *Rule) Verdict() string {
	switch {
	case len(x.Missed) > 0:
		return "missed"
	case len(x.Wrong) > 0:
		return "wrong"
	case x.Told > 0:
		return "told"
	case x.Planted > 0:
		return "unsure"
	case x.Defects > 0:
		return "no place"
	}
	return "no defect"
}
