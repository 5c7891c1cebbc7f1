package notation

import "github.com/traj-dev/traj/event"

// word is what an event word stands for.
type word struct {
	name              string
	kind              event.Kind
	typ, source, role string
}

var words = []word{
	{"sys", event.KindSystem, "SystemPromptEvent", "agent", "system"},
	{"msg", event.KindMessage, "MessageEvent", "user", "user"},
	{"bot", event.KindMessage, "MessageEvent", "agent", "assistant"},
	{"env", event.KindMessage, "MessageEvent", "environment", "user"},
	{"act", event.KindAction, "ActionEvent", "agent", "assistant"},
	{"obs", event.KindResult, "ObservationEvent", "environment", "tool"},
	{"err", event.KindError, "AgentErrorEvent", "agent", "tool"},
	{"rej", event.KindReject, "UserRejectObservation", "environment", "tool"},
	{"cond", event.KindCondensation, "Condensation", "environment", ""},
	{"creq", event.KindCondensationRequest, "CondensationRequest", "environment", ""},
	{"state", event.KindState, "ConversationStateUpdateEvent", "environment", ""},
	{"fail", event.KindState, "ConversationErrorEvent", "environment", ""},
	{"pause", event.KindPause, "PauseEvent", "user", ""},
	{"intr", event.KindPause, "InterruptEvent", "user", ""},
	{"hook", event.KindHook, "HookExecutionEvent", "hook", ""},
	{"stream", event.KindStream, "StreamingDeltaEvent", "agent", ""},
	{"card", event.KindToolCard, "ACPToolCallEvent", "agent", ""},
	{"log", event.KindLog, "LLMCompletionLogEvent", "environment", ""},
	{"other", event.KindOther, "CustomEvent", "agent", ""},
}

func wordNamed(s string) (word, bool) {
	for _, w := range words {
		if w.name == s {
			return w, true
		}
	}
	return word{}, false
}

// flag is a word that sets flags of a row.
type flag struct {
	name string
	bit  event.Flag
}

var flags = []flag{
	{"thinking", event.FlagThinking},
	{"thought", event.FlagThought},
	{"reasoning", event.FlagReasoning},
	{"notexec", event.FlagNotExecutable},
	{"exec", event.FlagExecutable},
	{"failed", event.FlagFailed},
	{"badargs", event.FlagArgsMalformed},
	{"summary", event.FlagSummary},
	{"finish", event.FlagFinish},
	{"empty", event.FlagEmpty},
	{"blocked", event.FlagBlocked},
	{"made", event.FlagIDMade},
	{"hollow", event.FlagThinkingEmpty},
	{"unsigned", event.FlagUnsigned},
	{"badsig", event.FlagBadSignature},
	{"item", event.FlagReasoningItem},
	{"responses", event.FlagResponsesCall},
	{"spaced", event.FlagSpaced},
	{"redacted", event.FlagRedacted},
	{"cached", event.FlagCacheMark},
	{"otherargs", event.FlagArgsDiffer},
	{"appraised", event.FlagAppraised},
	{"otherrisk", event.FlagRiskDiffers},
	{"nothing", event.FlagNoParts},
	{"pieces", event.FlagManyParts},
	{"framework", event.FlagFramework},
	{"hidden", event.FlagHidden},
	{"otherclass", event.FlagMisclassified},
	{"sidechain", event.FlagSidechain},
}

func flagNamed(s string) (event.Flag, bool) {
	for _, f := range flags {
		if f.name == s {
			return f.bit, true
		}
	}
	return 0, false
}

// Flags lists the flag words in order.
func Flags() []string {
	var out []string
	for _, f := range flags {
		out = append(out, f.name)
	}
	return out
}
