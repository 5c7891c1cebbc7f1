package mutate

import "slices"

// Mutator is a known defect.
type Mutator struct {
	Name string
	Doc  string // the defect, in one line
	// Raises are the rules that must speak, each by its name and, where it is
	// the same on every log, the gravest severity: "record-torn:error". No other
	// rule may say warning or above that it did not say before.
	Raises []string
	edit   func(*draft) bool
}

// Apply returns a copy of l with the defect in it, at a place that the seed
// chooses; false where the log has no place for it.
func (m *Mutator) Apply(l *Log, seed uint64) (*Log, bool) {
	d := newDraft(l, seed)
	if d.early() || !m.edit(d) || d.strange {
		return nil, false
	}
	return d.log(), true
}

// Mutators lists the defects, by what they are defects of.
func Mutators() []*Mutator {
	return slices.Concat(
		recordMutators(),
		fileMutators(),
		schemaMutators(),
		writingMutators(),
		copyMutators(),
		treeMutators(),
		batchMutators(),
		callMutators(),
		resultMutators(),
		identityMutators(),
		hookMutators(),
		cardMutators(),
		restartMutators(),
		condensationMutators(),
		providerMutators(),
		promptMutators(),
		headMutators(),
		stateMutators(),
		statusMutators(),
		accountMutators(),
		timeMutators(),
		secretMutators(),
	)
}
