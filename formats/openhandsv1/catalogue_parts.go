package openhandsv1

// The parts of events: openhands.sdk.llm.message, critic.result,
// event.error_classification.

var textContent = &model{name: "TextContent", forbid: true, dropped: []string{"enable_truncation"}, fields: []field{
	may("cache_prompt", boolean), may("type", word("text")), need("text", text)}}

var imageContent = &model{name: "ImageContent", fields: []field{
	may("cache_prompt", boolean), may("type", word("image")), need("image_urls", list(text))}}

var thinkingBlock = &model{name: "ThinkingBlock", fields: []field{
	may("type", word("thinking")), need("thinking", text), may("signature", orNull(text))}}

var redactedBlock = &model{name: "RedactedThinkingBlock", fields: []field{
	may("type", word("redacted_thinking")), need("data", text)}}

var reasoningItem = &model{name: "ReasoningItemModel", fields: []field{
	may("id", orNull(text)), may("summary", list(text)), may("content", orNull(list(text))),
	may("encrypted_content", orNull(text)), may("status", orNull(text))}}

var messageToolCall = &model{name: "MessageToolCall", fields: []field{
	need("id", text).as(colWireCall),
	may("responses_item_id", orNull(text)).from("1.18.1"),
	need("name", text).as(colWireTool),
	need("arguments", text).as(colArgs),
	need("origin", word("completion", "responses")).as(colOrigin)}}

// message accepts for its content, besides a sequence, a string and null.
var message = &model{name: "Message",
	dropped: []string{"cache_enabled", "vision_enabled", "function_calling_enabled", "force_string_serializer", "send_reasoning_content"},
	fields: []field{
		need("role", word("user", "system", "assistant", "tool")).as(colRole),
		may("content", orNull(orText(sequence(either(textContent, imageContent))))).as(colContent),
		may("tool_calls", orNull(list(object(messageToolCall)))),
		may("tool_call_id", orNull(text)),
		may("name", orNull(text)),
		may("reasoning_content", orNull(text)).as(colReasoning),
		may("thinking_blocks", sequence(either(thinkingBlock, redactedBlock))).as(colThinking),
		may("responses_reasoning_item", orNull(object(reasoningItem))).as(colItem)}}

// orText also accepts a string, as one text item.
func orText(t typ) typ { t.text = true; return t }

var criticResult = &model{name: "CriticResult", fields: []field{
	need("score", atLeast(0, atMost(1, float))), need("message", orNull(text)), may("metadata", orNull(object0)).from("1.9.0")}}

var errorClassification = &model{name: "ErrorClassification", since: "1.40.0", forbid: true, fields: []field{
	need("kind", enum("auth", "quota", "rate_limit", "config", "transient", "agent_action", "internal", "unknown")),
	need("retryable", boolean), may("user_action", word("none", "retry", "settings")), may("error_id", orNull(text))}}
