package formats

// aboutOtlp says what is read of otlp.
func aboutOtlp() About {
	return About{
		Holders:   "exporters of OpenTelemetry: requests of spans and logs in OTLP's JSON",
		Detection: "resourceSpans or resourceLogs with GenAI attributes",
		Versions:  "semantic conventions 1.27 to 1.42, span events of messages, OpenInference's and OpenLLMetry's keys",
		Columns: []Mapping{
			{"spanId, parentSpanId", "id, parent"},
			{"gen_ai.operation.name", "type, kind"},
			{"gen_ai.response.id", "response_id"},
			{"gen_ai.tool.call.id, tool.name, arguments", "call_id, tool, args"},
			{"gen_ai.usage.*", "tokens_in, tokens_out"},
			{"status, error.type", "flags"},
		},
		Sources: []string{
			"open-telemetry/semantic-conventions docs/gen-ai by version",
			"Arize-ai/openinference",
		},
		Limits: []string{
			"messages that an exporter cut at its length limit cannot be read",
			"spans that were sampled out are told of as missing parents",
		},
	}
}
