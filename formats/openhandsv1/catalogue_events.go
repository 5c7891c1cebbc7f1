package openhandsv1

import "github.com/traj-dev/traj/event"

// The events: openhands.sdk.event. Fields stand in upstream's order, which is
// the order of refusals.

var sources = word("agent", "user", "environment", "hook") // hook since 1.13.0

const rootMarker = "__root__" // openhands.sdk.event.types, ROOT_PARENT_ID

// newEvent is a class of event: source must be given when sourced.
func newEvent(name, since string, row rowKind, sourced bool, fields ...field) *model {
	common := []field{
		may("id", typ{shape: shapeText, not: rootMarker}).as(colID),
		may("timestamp", text).as(colTime),
		may("source", sources).as(colSource),
		may("parent_id", orNull(text)).from("1.31.0").as(colParent)}
	common[2].required = sourced
	return &model{name: name, since: since, row: &row, fields: append(common, fields...), forbid: true, kinded: true}
}

var toolName, toolCallID = need("tool_name", text).as(colTool), need("tool_call_id", text).as(colCall)

var systemPromptEvent = newEvent("SystemPromptEvent", "", rowKind{event.KindSystem, "system", (*Decoder).system}, false,
	need("system_prompt", object(textContent)).as(colContent),
	need("tools", list(oneOf(tools))).as(colTools),
	may("dynamic_context", orNull(object(textContent))).from("1.11.3").as(colDynamic))

var messageEvent = newEvent("MessageEvent", "", rowKind{event.KindMessage, "", (*Decoder).message}, true,
	need("llm_message", object(message)),
	may("llm_response_id", orNull(text)).as(colResponse),
	may("activated_skills", list(text)).as(colSkills),
	may("extended_content", list(object(textContent))).as(colExtended),
	may("sender", orNull(text)).from("1.2.0"),
	may("critic_result", orNull(object(criticResult))).from("1.9.0"))

var actionEvent = newEvent("ActionEvent", "", rowKind{event.KindAction, "assistant", (*Decoder).action}, false,
	need("thought", sequence(object(textContent))).as(colThought),
	may("reasoning_content", orNull(text)).as(colReasoning),
	may("thinking_blocks", list(either(thinkingBlock, redactedBlock))).as(colThinking),
	may("responses_reasoning_item", orNull(object(reasoningItem))).as(colItem),
	may("action", orNull(oneOf(actions))).as(colAction),
	toolName, toolCallID,
	need("tool_call", object(messageToolCall)).as(colToolCall),
	need("llm_response_id", text).as(colResponse),
	may("security_risk", enum("UNKNOWN", "LOW", "MEDIUM", "HIGH")).as(colValue),
	may("critic_result", orNull(object(criticResult))).from("1.9.0").as(colCritic),
	may("summary", orNull(text)).from("1.8.0").as(colNote))

var observationEvent = newEvent("ObservationEvent", "", rowKind{event.KindResult, "tool", (*Decoder).result}, false,
	toolName, toolCallID,
	need("observation", oneOf(observations)).as(colObservation),
	need("action_id", text).as(colActionID),
	may("extended_content", list(object(textContent))).from("1.34.0").as(colExtended))

var userRejectObservation = newEvent("UserRejectObservation", "", rowKind{event.KindReject, "tool", nil}, false,
	toolName, toolCallID,
	may("rejection_reason", text).as(colSays),
	may("rejection_source", word("user", "hook")).from("1.11.3").as(colLabel),
	need("action_id", text).as(colActionID))

var agentErrorEvent = newEvent("AgentErrorEvent", "", rowKind{event.KindError, "tool", (*Decoder).failure}, false,
	toolName, toolCallID,
	need("error", text).as(colSays),
	may("classification", orNull(object(errorClassification))).from("1.40.0").as(colClass))

var condensation = newEvent("Condensation", "", rowKind{event.KindCondensation, "", (*Decoder).condensation}, false,
	may("forgotten_event_ids", typ{shape: shapeSet, elem: &text}).as(colForgets),
	may("summary", orNull(text)).as(colSummary),
	may("summary_offset", orNull(atLeast(0, integer))).as(colOffset),
	need("llm_response_id", text).as(colResponse))

var condensationRequest = newEvent("CondensationRequest", "", rowKind{event.KindCondensationRequest, "", nil}, false)

var condensationSummary = newEvent("CondensationSummaryEvent", "", rowKind{event.KindMessage, "user", nil}, false,
	need("summary", text).as(colSays))

var pauseEvent = newEvent("PauseEvent", "", rowKind{event.KindPause, "", nil}, false)

var interruptEvent = newEvent("InterruptEvent", "1.23.0", rowKind{event.KindPause, "", nil}, false)

var stateUpdateEvent = newEvent("ConversationStateUpdateEvent", "", rowKind{event.KindState, "", nil}, false,
	may("key", text).as(colLabel), may("value", anything).as(colValue))

var conversationError = newEvent("ConversationErrorEvent", "1.1.0", rowKind{event.KindState, "", (*Decoder).runError}, true,
	need("code", text).as(colLabel),
	need("detail", text).as(colSays),
	may("classification", orNull(object(errorClassification))).from("1.40.0").as(colClass))

var hookExecutionEvent = newEvent("HookExecutionEvent", "1.13.0", rowKind{event.KindHook, "", (*Decoder).hook}, false,
	need("hook_event_type", word("PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "SessionEnd", "Stop")).as(colLabel),
	need("hook_command", text),
	may("tool_name", orNull(text)).as(colTool),
	need("success", boolean),
	may("blocked", boolean).as(colBlocked),
	need("exit_code", integer),
	may("stdout", text), may("stderr", text),
	may("reason", orNull(text)), may("additional_context", orNull(text)), may("error", orNull(text)),
	may("action_id", orNull(text)).as(colActionID),
	may("message_id", orNull(text)).as(colMessageID),
	may("hook_input", orNull(object0)))

var completionLogEvent = newEvent("LLMCompletionLogEvent", "1.3.0", rowKind{event.KindLog, "", (*Decoder).recording}, false,
	need("filename", text), need("log_data", text).as(colRecording), may("model_name", text), may("usage_id", text).as(colLabel))

var tokenEvent = newEvent("TokenEvent", "1.1.0", rowKind{event.KindLog, "", (*Decoder).tokens}, true,
	need("prompt_token_ids", list(integer)).as(colPrompt), need("response_token_ids", list(integer)).as(colCompletion))

var acpToolCallEvent = newEvent("ACPToolCallEvent", "1.12.0", rowKind{event.KindToolCard, "", nil}, false,
	toolCallID,
	need("title", text),
	may("status", orNull(text)).as(colLabel),
	may("tool_kind", orNull(text)).as(colTool),
	may("raw_input", anything), may("raw_output", anything),
	may("content", orNull(list(anything))).from("1.16.1"),
	may("is_error", boolean).as(colFailed))

var streamingDeltaEvent = newEvent("StreamingDeltaEvent", "1.18.1", rowKind{event.KindStream, "", nil}, false,
	may("content", orNull(text)).as(colSays), may("reasoning_content", orNull(text)).as(colReasoning))

// events are the classes that the SDK loads, in the order of its refusals.
var events = &family{name: "openhands.sdk.event.base.Event", class: "Event", loose: looseEvent, models: byKind(
	acpToolCallEvent, condensation, condensationRequest, condensationSummary, conversationError, stateUpdateEvent, hookExecutionEvent,
	completionLogEvent, actionEvent, messageEvent, agentErrorEvent, observationEvent, userRejectObservation, systemPromptEvent,
	streamingDeltaEvent, tokenEvent, interruptEvent, pauseEvent)}

// serverErrorEvent is sent by the agent server only; the SDK refuses it.
var serverErrorEvent = newEvent("ServerErrorEvent", "1.16.0", rowKind{event.KindState, "", nil}, true,
	need("code", text).as(colLabel), need("detail", text).as(colSays))

// looseEvent fills the row of an event whose kind nobody knows.
var looseEvent = newEvent("", "", rowKind{event.KindOther, "", nil}, false,
	toolName, toolCallID, may("action_id", text).as(colActionID), may("llm_response_id", text).as(colResponse),
	may("tool_call", object(messageToolCall)).as(colToolCall))
