package mutate

import "strings"

// fileMutators are defects of files and their names.
func fileMutators() []*Mutator {
	return []*Mutator{
		{"index-gap", "an event file that is missing in the middle", []string{"index-gap:error"}, missingFile},
		{"index-jump", "the later event files numbered ten too high", []string{"index-gap:error"}, jumpIndex},
		{"index-twice", "two event files with one index, as appending after a gap leaves them", []string{"sequence-reused:error"}, doubleIndex},
		{"index-of-six-digits", "the end of an old version's log, numbered beyond what that version reads", []string{"index-gap:warning", "index-out-of-reach:warning"}, sixDigits},
		{"name-of-other-id", "a file name with another id than its event's", []string{"file-name-mismatch:error"}, func(d *draft) bool {
			return d.rename(func(r *record) string { return eventFile(r.n, d.uuid()) })
		}},
		{"name-not-read", "a file name that the loader does not take", []string{"file-name-mismatch:error"}, func(d *draft) bool {
			return d.rename(func(r *record) string { return eventFile(r.n, "step-zero") })
		}},
		{"history-gone", "a conversation of which only the state is left", []string{"history-empty"}, func(d *draft) bool {
			d.rows = nil
			return d.state != nil
		}},
		{"sub-agent-gone", "a sub-agent's result without the sub-agent's log", []string{"subtrajectory-missing:info"}, forgetSub},
		{"state-gone", "a server's conversation without its state", []string{"state-missing:warning"}, func(d *draft) bool {
			ok := d.settled() && !d.headMoved() && d.holds("meta.json")
			d.state = nil
			return ok
		}},
	}
}

func missingFile(d *draft) bool {
	r := d.any(d.quiet)
	if d.lines || r == nil {
		return false
	}
	for _, x := range d.rows[r.n+1:] {
		x.moved = true
	}
	d.rows = append(d.rows[:r.n], d.rows[r.n+1:]...)
	return true
}

func jumpIndex(d *draft) bool {
	if d.lines || len(d.rows) < 3 || !d.calm() {
		return false
	}
	from := 1 + d.r.IntN(len(d.rows)-1)
	for _, x := range d.rows[from:] {
		x.name, x.moved = eventFile(x.n+10, x.id), true
	}
	return true
}

// doubleIndex numbers the last event as the one before it, where their names
// keep their order.
func doubleIndex(d *draft) bool {
	n := len(d.rows)
	if d.lines || n < 4 || d.rows[n-1].id < d.rows[n-2].id {
		return false
	}
	d.rows[n-1].name, d.rows[n-1].moved = eventFile(n-2, d.rows[n-1].id), true
	return true
}

// sixDigits makes a log of an old version the end of a long one.
func sixDigits(d *draft) bool {
	if d.lines || d.tree || len(d.rows) < 4 || !d.rows[0].dialect().spaced || !d.calm() || d.condensed() || d.tip().is("ActionEvent") || len(d.rest) > 0 || d.failed() {
		return false
	}
	d.state, d.first = nil, 99_998
	for i, r := range d.rows {
		r.name, r.moved = eventFile(d.first+i, r.id), true
	}
	return true
}

func (d *draft) rename(name func(*record) string) bool {
	r := d.any(d.quiet)
	if d.lines || r == nil {
		return false
	}
	r.name, r.moved = name(r), true
	return true
}

func (d *draft) holds(prefix string) bool {
	for _, f := range d.rest {
		if strings.HasPrefix(f.Name, prefix) {
			return true
		}
	}
	return false
}

func forgetSub(d *draft) bool {
	ok := d.holds("subagents/")
	for i := len(d.rest) - 1; i >= 0; i-- {
		if strings.HasPrefix(d.rest[i].Name, "subagents/") {
			d.rest = append(d.rest[:i], d.rest[i+1:]...)
		}
	}
	return ok
}
