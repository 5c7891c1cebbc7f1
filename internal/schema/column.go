package schema

// Column says where in a record a value of the neutral row stands. It is noted
// while the record is checked, for values outside of arrays only.
type Column uint8

// The columns.
const (
	ColNone Column = iota
	ColID
	ColTime
	ColSource
	ColParent
	ColTool
	ColCall
	ColToolCall
	ColWireCall
	ColWireTool
	ColArgs
	ColOrigin
	ColResponse
	ColActionID
	ColMessageID
	ColRole
	ColContent
	ColExtended
	ColDynamic
	ColThought
	ColThinking
	ColReasoning
	ColItem
	ColAction
	ColActionKind
	ColObservation
	ColObservationKind
	ColFailed
	ColError // what went wrong, of results before 1.0.0: a text, or whether anything did
	ColSays  // an error, a reason, a fragment: what the event says as one string
	ColLabel
	ColValue
	ColForgets
	ColSummary
	ColOffset
	ColBlocked
	ColPrompt
	ColCompletion
	ColCritic
	ColNote
	ColClass
	ColSkills
	ColTools
	ColRecording
	ColCount
)
