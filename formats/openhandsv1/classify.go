package openhandsv1

import (
	"slices"
	"strings"
)

// failure is a kind of failure with the codes of exceptions, or the words in
// their texts, that tell it.
type failure struct {
	kind  string
	signs []string
}

// What tells the kind of a failure, in the order in which it is asked: codes
// that are clear by themselves, then texts, then codes that stand for anything.
// Source: openhands-sdk event/error_classification.py, v1.43.1.
var (
	clearCodes = [...]failure{
		{"auth", []string{"LLMAuthenticationError", "ACPAuthRequired"}},
		{"rate_limit", []string{"LLMRateLimitError"}},
		{"quota", []string{"MaxBudgetReached"}},
		{"config", []string{"LLMBadRequestError", "ACPInitError", "ACPSpawnError", "ACPPromptError", "NotFoundError", "LibTmuxException"}},
		{"agent_action", []string{"LLMContextWindowExceedError", "LLMMalformedConversationHistoryError", "MaxIterationsReached", "ConversationOwnershipLostError"}},
		{"internal", []string{"KeyError", "AssertionError", "PydanticSerializationError", "AttributeError", "TypeError"}},
	}
	failureTexts = [...]failure{
		{"auth", []string{"invalid api key", "incorrect api key", "authentication required", "invalid bearer token", "invalid proxy server token",
			"unauthorized", "error code: 401", `status": 401`, "token_not_found", "api key is missing"}},
		{"quota", []string{"weekly usage limit", "daily quota", "session usage limit", "insufficient balance", "more credits", "budget has been exceeded"}},
		{"rate_limit", []string{"rate limit", "error code: 429", `status": 429`}},
		{"config", []string{"provider not provided", "no models loaded", "does not support thinking", "model is no longer available", "model not found",
			"invalid params", "inactive_service", "powershell is not available"}},
		{"transient", []string{"timeout", "connection error", "connection closed", "service temporarily unavailable", "bad gateway", "cloudflare",
			"cannot connect", "name or service not known", "error code: 5"}},
		{"internal", []string{"on_token callback", "duplicate tool names", "list_tools", "on_tools_changed", "surrogates not allowed"}},
	}
	vagueCodes = failure{"transient", []string{"LLMServiceUnavailableError", "LLMTimeoutError", "ReadTimeout", "LLMNoResponseError", "MCPTimeoutError",
		"BadGatewayError", "HTTPStatusError", "RequestError", "CloudflareError", "OpenAIError", "APIError", "BaseLLMException", "AnthropicError",
		"OpenRouterException", "OllamaError"}}
)

// classify is the kind of failure that upstream makes of an error's code and detail.
func classify(code, detail string) string {
	for _, f := range clearCodes {
		if slices.Contains(f.signs, code) {
			return f.kind
		}
	}
	text := strings.ToLower(detail)
	for _, f := range failureTexts {
		if slices.ContainsFunc(f.signs, func(s string) bool { return strings.Contains(text, s) }) {
			return f.kind
		}
	}
	if slices.Contains(vagueCodes.signs, code) {
		return vagueCodes.kind
	}
	return "unknown"
}
