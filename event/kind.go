package event

// Kind says what an event is, in the neutral model. The zero value is unknown.
type Kind uint8

// The kinds of event. A reader maps each upstream type to one of them and
// keeps upstream's own name in the type column.
const (
	KindUnknown             Kind = iota
	KindMessage                  // text of a user, the model or the framework
	KindSystem                   // the system prompt, with the tools
	KindAction                   // one tool call of a model response
	KindResult                   // what a tool returned
	KindError                    // a result that stands for a failure of the call
	KindReject                   // a result that stands for a refusal to run the call
	KindCondensation             // events are forgotten, maybe for a summary
	KindCondensationRequest      // a condensation is asked for
	KindState                    // a snapshot or change of the agent's state
	KindPause                    // the run was paused or interrupted
	KindHook                     // a hook ran
	KindStream                   // a fragment of a message on its way
	KindToolCard                 // progress of a tool run by another agent
	KindLog                      // accounting and recordings: never in a prompt
	KindOther                    // a type the reader does not know
	kindCount
)

var kindStrings = [kindCount]string{
	KindUnknown:             "unknown",
	KindMessage:             "message",
	KindSystem:              "system",
	KindAction:              "action",
	KindResult:              "result",
	KindError:               "error",
	KindReject:              "reject",
	KindCondensation:        "condensation",
	KindCondensationRequest: "condensation_request",
	KindState:               "state",
	KindPause:               "pause",
	KindHook:                "hook",
	KindStream:              "stream",
	KindToolCard:            "tool_card",
	KindLog:                 "log",
	KindOther:               "other",
}

// String returns the name used in every output.
func (k Kind) String() string {
	if k < kindCount {
		return kindStrings[k]
	}
	return "unknown"
}

// KindNamed returns the kind with that name, false when there is none.
func KindNamed(s string) (Kind, bool) { return named[Kind](kindStrings[:], s) }

// AnswersCall reports whether events of kind k answer a tool call:
// result, error and reject.
func (k Kind) AnswersCall() bool { return k == KindResult || k == KindError || k == KindReject }

// ParentRef says how an event names its parent.
type ParentRef uint8

// The ways to name a parent.
const (
	ParentUnset ParentRef = iota // no parent recorded: what that means is the profile's to say
	ParentRoot                   // explicitly a root
	ParentID                     // an event id, in the parent column
	parentRefCount
)

var parentRefStrings = [parentRefCount]string{"unset", "root", "id"}

func (p ParentRef) String() string {
	if p < parentRefCount {
		return parentRefStrings[p]
	}
	return "unset"
}

// ParentRefNamed returns the ParentRef with that name, false when there is none.
func ParentRefNamed(s string) (ParentRef, bool) { return named[ParentRef](parentRefStrings[:], s) }

// Synthetic tells which recovery or interrupt wrote a result in place of the
// tool: such a result proves nothing about what the tool did.
type Synthetic uint8

// The writers of synthetic results.
const (
	NotSynthetic       Synthetic = iota
	SyntheticRestart             // written at restart after a crash
	SyntheticInterrupt           // written when the run was interrupted or paused
	SyntheticCancel              // written when the call was cancelled
	SyntheticRefused             // the framework never ran the call: unknown tool, invalid arguments
	syntheticCount
)

var syntheticStrings = [syntheticCount]string{"", "restart", "interrupt", "cancel", "refused"}

func (s Synthetic) String() string {
	if s < syntheticCount {
		return syntheticStrings[s]
	}
	return ""
}

// SyntheticNamed returns the Synthetic with that name, false when there is none.
func SyntheticNamed(s string) (Synthetic, bool) { return named[Synthetic](syntheticStrings[:], s) }

// Flag is a set of yes/no facts about a row.
type Flag uint32

// The flags. Each is false where the log does not say.
const (
	FlagThinking      Flag = 1 << iota // carries signed or redacted thinking blocks
	FlagThought                        // carries text of the model beside the call
	FlagReasoning                      // carries reasoning content or a reasoning item
	FlagNotExecutable                  // an action that could not be validated: nothing to run
	FlagExecutable                     // an action that can be run
	FlagFailed                         // a result that says of itself that it is an error
	FlagArgsMalformed                  // the call's arguments, or a recording within the event, are not one JSON object
	FlagSummary                        // a condensation that carries a summary
	FlagSummaryOffset                  // a condensation that says where the summary goes
	FlagFinish                         // an action that ends the run
	FlagEmpty                          // a message without any content
	FlagBlocked                        // a hook run that blocked what it looked at
	FlagIDMade                         // the record had no id: the id column is null
	FlagThinkingEmpty                  // a thinking block without text and without a signature, or redacted without data
	FlagUnsigned                       // a thinking block with text and without a signature
	FlagBadSignature                   // a thinking block whose signature is not base64
	FlagReasoningItem                  // carries a reasoning item of the Responses API
	FlagResponsesCall                  // a call made through the Responses API
	FlagSpaced                         // the record is written with a space after each comma
	FlagRedacted                       // asterisks stand in the record in place of a secret
	FlagCacheMark                      // a part of the record is marked for prompt caching
	FlagArgsDiffer                     // an action that runs something else than its call's arguments say
	FlagAppraised                      // an action with a summary or a critic's verdict
	FlagRiskDiffers                    // an action whose security risk is not the one that its arguments give
	FlagNoParts                        // a result that gives the model nothing
	FlagManyParts                      // a result that gives the model several pieces
	FlagFramework                      // a message that the framework wrote in the model's or a user's place
	FlagMisclassified                  // an error whose class is not that of its code and text
	FlagHidden                         // kept out of every prompt, by the record's own word or its writer's rule
	FlagSidechain                      // belongs to a sub-agent whose events stand among those of the main chain
)

func named[T ~uint8](names []string, s string) (T, bool) {
	for i, n := range names {
		if n == s {
			return T(i), true
		}
	}
	return 0, false
}
