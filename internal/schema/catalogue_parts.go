package schema

import "sync"

// The parts of events: openhands.sdk.llm.message, critic.result,
// event.error_classification.

// enable_truncation was left out of 1.11.1, and dropped unread from 1.11.5 on.
var textContent = sync.OnceValue(func() *Model {
	return forbidding(newModel("TextContent", "", "",
		may("cache_prompt", boolean), may("type", word("text")), need("text", text),
		may("enable_truncation", boolean).from("1.6.0").gone("1.11.1").ignored("1.11.5")))
})

// forbidding makes m refuse names that it does not know.
func forbidding(m *Model) *Model { m.forbid = true; return m }

var imageContent = sync.OnceValue(func() *Model {
	return newModel("ImageContent", "", "",
		may("cache_prompt", boolean), may("type", word("image")), need("image_urls", list(text)))
})

var thinkingBlock = sync.OnceValue(func() *Model {
	return newModel("ThinkingBlock", "", "",
		may("type", word("thinking")), need("thinking", text), may("signature", orNullSince("1.7.0", "ThinkingBlock.signature null", text)).neededUntil("1.7.0"))
})

var redactedBlock = sync.OnceValue(func() *Model {
	return newModel("RedactedThinkingBlock", "", "",
		may("type", word("redacted_thinking")), need("data", text))
})

var reasoningItem = sync.OnceValue(func() *Model {
	return newModel("ReasoningItemModel", "", "",
		may("id", orNull(text)), may("summary", list(text)), may("content", orNull(list(text))),
		may("encrypted_content", orNull(text)), may("status", orNull(text)))
})

var messageToolCall = sync.OnceValue(func() *Model {
	return newModel("MessageToolCall", "", "",
		need("id", text).as(ColWireCall),
		may("responses_item_id", orNull(text)).from("1.18.1"),
		need("name", text).as(ColWireTool),
		need("arguments", text).as(ColArgs),
		need("origin", word("completion", "responses")).as(ColOrigin),
		may("function", anything).gone("1.0.0a1")) // a call as providers are sent it
})

// message accepts for its content, besides a sequence, a string and null.
var message = sync.OnceValue(func() *Model {
	return newModel("Message", "", "",
		need("role", word("user", "system", "assistant", "tool")).as(ColRole),
		may("content", orNull(orText(sequence(either(textContent(), imageContent()))))).as(ColContent),
		may("tool_calls", orNull(list(object(messageToolCall())))),
		may("tool_call_id", orNull(text)),
		may("name", orNull(text)),
		may("reasoning_content", orNull(text)).as(ColReasoning),
		may("thinking_blocks", sequence(either(thinkingBlock(), redactedBlock()))).as(ColThinking),
		may("responses_reasoning_item", orNull(object(reasoningItem()))).as(ColItem),
		may("cache_enabled", boolean).gone("1.10.0"),
		may("vision_enabled", boolean).gone("1.10.0"),
		may("function_calling_enabled", boolean).gone("1.10.0"),
		may("force_string_serializer", boolean).gone("1.10.0"),
		may("send_reasoning_content", boolean).from("1.1.0").gone("1.10.0"))
})

// orText also accepts a string, as one text item.
func orText(t typ) typ { t.text = true; return t }

var criticResult = sync.OnceValue(func() *Model {
	return newModel("CriticResult", "", "",
		need("score", atLeast(0, atMost(1, float))), need("message", orNull(text)), may("metadata", orNull(object0)).from("1.9.0"))
})

var errorClassification = sync.OnceValue(func() *Model {
	return forbidding(newModel("ErrorClassification", "", "",
		need("kind", enum("auth", "quota", "rate_limit", "config", "transient", "agent_action", "internal", "unknown")),
		need("retryable", boolean), may("user_action", word("none", "retry", "settings")), may("error_id", orNull(text))))
})
