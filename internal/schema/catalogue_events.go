package schema

import (
	"slices"
	"sync"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// The events: openhands.sdk.event. Fields stand in upstream's order, which is
// the order of refusals.

var sources = lastSince("1.13.0", "the source hook", word("agent", "user", "environment", "hook"))

// Root is the parent of an event that starts a branch; no event has it for an
// id. Source: openhands.sdk.event.types, ROOT_PARENT_ID.
const Root = "__root__"

// inTree dates what came with the tree of events.
var inTree = &Dating{What: "parent_id", Window: since("1.31.0")}

// newEvent is a class of event; a nil from is every release. Its source must be
// given when sourced.
func newEvent(name, from string, kind event.Kind, role string, sourced bool, fields ...field) *Model {
	common := []field{
		may("id", typ{shape: shapeText, not: Root, keeps: inTree}).as(ColID),
		may("timestamp", text).as(ColTime),
		may("source", sources).as(ColSource),
		{name: "parent_id", typ: orNull(text), dating: inTree, col: ColParent}}
	common[2].required = sourced
	m := newModel(name, from, "", append(common, fields...)...)
	m.Kind, m.Role, m.forbid, m.kinded = kind, role, true, true
	return m
}

var toolName, toolCallID = need("tool_name", text).as(ColTool), need("tool_call_id", text).as(ColCall)

var systemPromptEvent = sync.OnceValue(func() *Model {
	return newEvent("SystemPromptEvent", "", event.KindSystem, "system", false,
		need("system_prompt", object(textContent())).as(ColContent),
		need("tools", list(oneOf(tools()))).before("1.7.0", list(object(toolParam())), "tools without kind", "tools with their kinds").as(ColTools),
		may("dynamic_context", orNull(object(textContent()))).from("1.11.3").as(ColDynamic))
})

var messageEvent = sync.OnceValue(func() *Model {
	return newEvent("MessageEvent", "", event.KindMessage, "", true,
		need("llm_message", object(message())),
		may("llm_response_id", orNull(text)).from("1.0.0").as(ColResponse),
		may("activated_skills", list(text)).from("1.0.0a5").as(ColSkills),
		may("activated_microagents", list(text)).gone("1.0.0a5"),
		may("extended_content", list(object(textContent()))).as(ColExtended),
		may("sender", orNull(text)).from("1.2.0"),
		may("critic_result", orNull(object(criticResult()))).from("1.9.0"))
})

var actionEvent = sync.OnceValue(func() *Model {
	return newEvent("ActionEvent", "", event.KindAction, "assistant", false,
		need("thought", sequence(object(textContent()))).as(ColThought),
		may("reasoning_content", orNull(text)).as(ColReasoning),
		may("thinking_blocks", list(either(thinkingBlock(), redactedBlock()))).as(ColThinking),
		may("responses_reasoning_item", orNull(object(reasoningItem()))).as(ColItem),
		may("action", orNull(oneOf(actions()))).as(ColAction),
		toolName, toolCallID,
		need("tool_call", object(messageToolCall())).as(ColToolCall),
		need("llm_response_id", text).as(ColResponse),
		may("security_risk", enum("UNKNOWN", "LOW", "MEDIUM", "HIGH")).as(ColValue),
		may("critic_result", orNull(object(criticResult()))).from("1.9.0").as(ColCritic),
		may("summary", orNull(text)).from("1.8.0").as(ColNote))
})

var observationEvent = sync.OnceValue(func() *Model {
	return newEvent("ObservationEvent", "", event.KindResult, "tool", false,
		toolName, toolCallID,
		need("observation", oneOf(observations())).as(ColObservation),
		need("action_id", text).as(ColActionID),
		may("extended_content", list(object(textContent()))).from("1.34.0").as(ColExtended))
})

var userRejectObservation = sync.OnceValue(func() *Model {
	return newEvent("UserRejectObservation", "", event.KindReject, "tool", false,
		toolName, toolCallID,
		may("rejection_reason", text).as(ColSays),
		may("rejection_source", word("user", "hook")).from("1.11.3").as(ColLabel),
		need("action_id", text).as(ColActionID))
})

var agentErrorEvent = sync.OnceValue(func() *Model {
	return newEvent("AgentErrorEvent", "", event.KindError, "tool", false,
		toolName, toolCallID,
		need("error", text).as(ColSays),
		may("classification", orNull(object(errorClassification()))).from("1.40.0").as(ColClass))
})

var condensation = sync.OnceValue(func() *Model {
	return newEvent("Condensation", "", event.KindCondensation, "", false,
		may("forgotten_event_ids", typ{shape: shapeSet, elem: &text}).as(ColForgets),
		may("summary", orNull(text)).as(ColSummary),
		may("summary_offset", orNull(atLeast(0, integer))).as(ColOffset),
		need("llm_response_id", text).from("1.0.0").as(ColResponse))
})

var condensationRequest = sync.OnceValue(func() *Model {
	return newEvent("CondensationRequest", "", event.KindCondensationRequest, "", false)
})

var condensationSummary = sync.OnceValue(func() *Model {
	return newEvent("CondensationSummaryEvent", "", event.KindMessage, "user", false,
		need("summary", text).as(ColSays))
})

var pauseEvent = sync.OnceValue(func() *Model {
	return newEvent("PauseEvent", "", event.KindPause, "", false)
})

var interruptEvent = sync.OnceValue(func() *Model {
	return newEvent("InterruptEvent", "1.23.0", event.KindPause, "", false)
})

var stateUpdateEvent = sync.OnceValue(func() *Model {
	return newEvent("ConversationStateUpdateEvent", "", event.KindState, "", false,
		may("key", text).as(ColLabel), may("value", anything).as(ColValue))
})

var conversationError = sync.OnceValue(func() *Model {
	return newEvent("ConversationErrorEvent", "1.1.0", event.KindState, "", true,
		need("code", text).as(ColLabel),
		need("detail", text).as(ColSays),
		may("classification", orNull(object(errorClassification()))).from("1.40.0").as(ColClass))
})

var hookExecutionEvent = sync.OnceValue(func() *Model {
	return newEvent("HookExecutionEvent", "1.13.0", event.KindHook, "", false,
		need("hook_event_type", word("PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "SessionEnd", "Stop")).as(ColLabel),
		need("hook_command", text),
		may("tool_name", orNull(text)).as(ColTool),
		need("success", boolean),
		may("blocked", boolean).as(ColBlocked),
		need("exit_code", integer),
		may("stdout", text), may("stderr", text),
		may("reason", orNull(text)), may("additional_context", orNull(text)), may("error", orNull(text)),
		may("action_id", orNull(text)).as(ColActionID),
		may("message_id", orNull(text)).as(ColMessageID),
		may("hook_input", orNull(object0)))
})

var completionLogEvent = sync.OnceValue(func() *Model {
	return newEvent("LLMCompletionLogEvent", "1.3.0", event.KindLog, "", false,
		need("filename", text), need("log_data", text).as(ColRecording), may("model_name", text), may("usage_id", text).as(ColLabel))
})

var tokenEvent = sync.OnceValue(func() *Model {
	return newEvent("TokenEvent", "1.1.0", event.KindLog, "", true,
		need("prompt_token_ids", list(integer)).as(ColPrompt), need("response_token_ids", list(integer)).as(ColCompletion))
})

var acpToolCallEvent = sync.OnceValue(func() *Model {
	return newEvent("ACPToolCallEvent", "1.12.0", event.KindToolCard, "", false,
		toolCallID,
		need("title", text),
		may("status", orNull(text)).as(ColLabel),
		may("tool_kind", orNull(text)).as(ColTool),
		may("raw_input", anything), may("raw_output", anything),
		may("content", orNull(list(anything))).from("1.16.1"),
		may("is_error", boolean).as(ColFailed))
})

var streamingDeltaEvent = sync.OnceValue(func() *Model {
	return newEvent("StreamingDeltaEvent", "1.18.1", event.KindStream, "", false,
		may("content", orNull(text)).as(ColSays), may("reasoning_content", orNull(text)).as(ColReasoning))
})

// events are the classes that the SDK loads, in the order of its refusals.
var events = sync.OnceValue(func() *family {
	return &family{name: "openhands.sdk.event.base.Event", class: "Event", loose: looseEvent(), models: byKind(
		acpToolCallEvent(), condensation(), condensationRequest(), condensationSummary(), conversationError(), stateUpdateEvent(), hookExecutionEvent(),
		completionLogEvent(), actionEvent(), messageEvent(), agentErrorEvent(), observationEvent(), userRejectObservation(), systemPromptEvent(),
		streamingDeltaEvent(), tokenEvent(), interruptEvent(), pauseEvent())}
})

// serverErrorEvent is sent by the agent server only; the SDK refuses it.
var serverErrorEvent = sync.OnceValue(func() *Model {
	return newEvent("ServerErrorEvent", "1.16.0", event.KindState, "", true,
		need("code", text).as(ColLabel), need("detail", text).as(ColSays))
})

// looseEvent fills the row of an event whose kind nobody knows.
var looseEvent = sync.OnceValue(func() *Model {
	return newEvent("", "", event.KindOther, "", false,
		toolName, toolCallID, may("action_id", text).as(ColActionID), may("llm_response_id", text).as(ColResponse),
		may("tool_call", object(messageToolCall())).as(ColToolCall))
})

// KnowsEvent reports whether a kind of event is one of the newest release's, or
// one that its server sends.
func KnowsEvent(kind string) bool {
	return events().models[kind] != nil || kind == serverErrorEvent().Name
}

// IsSource reports whether token i of t is a word for who caused an event.
func IsSource(data []byte, t *jsontape.Tape, i int) bool {
	return slices.ContainsFunc(sources.words, func(w string) bool { return t.Equal(data, i, w) })
}

// Knows reports whether some release of w has a kind of event, action,
// observation or tool; the kind "" is that of a tool without one.
func Knows(kind string, w Window) bool {
	if kind == "" {
		_, ok := w.Meet(until("1.7.0"))
		return ok
	}
	for _, f := range [...]*family{events(), actions(), observations(), tools()} {
		m := f.models[kind]
		if m == nil {
			m = f.gone[kind]
		}
		if m == nil {
			continue
		}
		if m.dating == nil {
			return true
		}
		_, ok := w.Meet(m.dating.Window)
		return ok
	}
	return false
}
