package audit

// Rules returns the catalogue in order. Left out on purpose: whether the times
// of results and of state updates ascend, for they are those of creation, not
// of place.
func Rules() []*Rule {
	return []*Rule{
		// the bytes
		recordTorn, recordEmpty, recordGlued, recordNUL, encodingInvalid, jsonNonstandard, containerDamaged,
		// the files
		indexGap, sequenceReused, fileNameMismatch, indexOutOfReach, dialectMixed,
		// the records
		unknownKind, schemaViolation, sourceMismatch, roleMismatch, responseUnexpected, cacheMark, classDiffers, idForm,
		duplicateEventID, recordsReplayed, historyEmpty, subtrajectoryMissing, subtrajectoryUnlinked, foreignRecord,
		// the tree
		parentMissing, parentCycle, parentAfterChild, historyStranded, parentUnstamped, unexpectedFork, stateHasChild, parentIsSidechain,
		// the calls of one response
		batchSplit, thoughtRepeated, reasoningRepeated, argumentsMalformed, argumentsDiffer, riskDiffers, refusedAppraised,
		responseShared, batchNotNative, idEmpty,
		// actions and results
		actionOrphan, resultOrphan, resultDuplicate, resultUnlinked, resultBeforeCall, identityMismatch, callIDReused, resultNotAdjacent,
		callUnanswered, observationMisfit, toolNotOffered, rejectWithoutHook, hookDangling, blockedActionRan, cardSequence, cardStatus, cardFinish,
		// crashes, restarts, interrupts
		runIncomplete, resultSynthetic, recoveryUnexplained, resultDispatched, actionRepeated,
		// condensations and the view
		condensationNoop, condensationOffset, condensationUnanswered, condensationSplitsPair, condensationSplitsLoop,
		condensationResets, condensationSmall, condensationRagged, forgottenTwice, memoryLost, usersMerged,
		// what a provider takes
		reasoningDamaged, reasoningUnpaired, roleSequence, promptLate, promptRepeated, promptMissing, contentEmpty, outputCount,
		// what one provider takes, by the request that is made of a branch
		anthropicUnanswered, anthropicUnasked, anthropicServerPair, anthropicIDRepeated, anthropicResultRepeated, anthropicTextAfterCall,
		anthropicResultsLate, anthropicEmpty, anthropicUnsigned, anthropicThinkingMissing, anthropicIDForm, anthropicRole, anthropicPrefill, anthropicInput,
		chatUnanswered, chatUnasked, chatResultRepeated, chatIDLong, chatContent, chatCalls,
		responsesUnasked, responsesUnanswered, responsesReasoning, responsesItemRepeated, responsesUnstored, responsesIDForm, responsesLimit, responsesNotAdjacent,
		geminiCallPlace, geminiResponsePlace, geminiCount, geminiSignature, geminiTurns, geminiOrder, geminiSignatureForeign,
		// the snapshot
		headInvalid, headStale, stateMissing, stateLogMismatch, statusUnexplained, statusJump, statsMismatch, responseUnaccounted, responseLost,
		countMismatch, confirmationBypassed, iterationsExceeded, skillsMismatch, promptInflight, recordingUnlinked, tokensUncounted,
		// what OpenHands V0 stores and sends
		cacheDivergent, sequenceGap, causeInvalid, batchIncomplete, projectionMismatch,
		// what sessions of pi and recordings of Gemini CLI hold
		headerMissing, responseBrokenOff, condensationCutMissing, rewindTargetMissing,
		// times
		clockMixed, clockDisorder, timeInvalid, orderUnknown,
		// secrets
		secretExposed,
	}
}
