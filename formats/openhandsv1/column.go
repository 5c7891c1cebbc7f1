package openhandsv1

import "github.com/traj-dev/traj/event"

// column says where in a record a value of the row stands. It is noted while
// the record is checked, for values outside of arrays only.
type column uint8

const (
	colNone column = iota
	colID
	colTime
	colSource
	colParent
	colTool
	colCall
	colToolCall
	colWireCall
	colWireTool
	colArgs
	colOrigin
	colResponse
	colActionID
	colMessageID
	colRole
	colContent
	colExtended
	colDynamic
	colThought
	colThinking
	colReasoning
	colItem
	colAction
	colActionKind
	colObservation
	colObservationKind
	colFailed
	colSays // an error, a reason, a fragment: what the event says as one string
	colLabel
	colValue
	colForgets
	colSummary
	colOffset
	colBlocked
	colPrompt
	colCompletion
	colCritic
	colNote
	colClass
	colSkills
	colTools
	colRecording
	colCount
)

// rowKind is what the events of a model are in the neutral model.
type rowKind struct {
	kind event.Kind
	role string
	fill func(d *Decoder, r *event.Row) // what the columns' own names do not say
}
