// Package genai reads what a span or a log record of OpenTelemetry says about
// a model's use: the operation, its ids, and the messages in any of the forms
// in which the semantic conventions and their followers have written them.
//
// It keeps nothing, tells nothing apart that two spans say alike, and leaves
// what it does not know.
//
// Source: open-telemetry/semantic-conventions v1.27 to v1.42
// (docs/gen-ai/gen-ai-spans.md, gen-ai-events.md), traceloop/openllmetry
// (indexed gen_ai.prompt.N), Arize-ai/openinference (llm.input_messages.N),
// opentelemetry-proto trace.proto in its JSON form.
package genai
