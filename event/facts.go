package event

import "slices"

// Facts are what a reader finds out about records at a cost of its own: who
// does not ask for some need not wait for them. What is left out is null, or
// false, in the columns that rest on it.
type Facts uint8

// The facts.
const (
	FactArgs    Facts = 1 << iota // the arguments of calls, whether they are sound and what runs; what tells contents apart
	FactText                      // what the events say
	FactMarks                     // secrets, and what else may stand at any place of a record
	FactRefused                   // what the newest schema refuses
	FactDates                     // what dates the writer: the hints of a log, and no column
	AllFacts    Facts = 1<<iota - 1
)

// FactsOf are the facts on which columns of the events frame rest, by their
// names; nil is all columns.
func FactsOf(columns []string) Facts {
	var f Facts
	for _, c := range eventColumns {
		if columns == nil || slices.Contains(columns, c.Name) {
			f |= c.rests
		}
	}
	return f
}

// on says on which facts a column rests.
func (c column[T]) on(f Facts) column[T] {
	c.rests = f
	return c
}
