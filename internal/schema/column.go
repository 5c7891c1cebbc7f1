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
	ColSays // an error, a reason, a fragment: what the event says as one string
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
