package audit

// Rules returns the catalogue in order. Left out on purpose: whether the times
// of results and of state updates ascend (they are those of creation, not of
// place), and whether a kind of observation fits its tool (tools are open to
// everybody).
func Rules() []*Rule {
	return []*Rule{
		// the bytes
		recordTorn, recordEmpty, recordGlued, recordNUL, encodingInvalid, jsonNonstandard, containerDamaged,
		// the files
		indexGap, sequenceReused, fileNameMismatch,
		// the records
		unknownKind, schemaViolation, duplicateEventID, recordsReplayed, historyEmpty, subtrajectoryMissing, foreignRecord,
		// the tree
		parentMissing, parentCycle, parentAfterChild, historyStranded, parentUnstamped, unexpectedFork,
		// the calls of one response
		batchSplit, thoughtRepeated, reasoningRepeated, argumentsMalformed,
		// actions and results
		actionOrphan, resultOrphan, resultDuplicate, resultUnlinked, resultBeforeCall, identityMismatch, callIDReused, resultNotAdjacent,
		// condensations
		condensationNoop, condensationOffset, condensationUnanswered, condensationSplitsPair, condensationSplitsLoop,
		// what a provider takes
		reasoningDamaged, reasoningUnpaired, roleSequence,
		// the snapshot
		headInvalid, headStale, stateMissing, stateLogMismatch,
		// what OpenHands V0 stores and sends
		cacheDivergent, sequenceGap, causeInvalid, batchIncomplete, projectionMismatch,
		// times
		clockMixed, clockDisorder,
	}
}
