package genai

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Messages are found in each of the forms, and in one of them only.
func TestMessages(t *testing.T) {
	said := func(out bool, role, text string) Message {
		return Message{out, role, []Part{{Kind: PartText, Type: "text", Text: text}}}
	}
	for name, c := range map[string]struct {
		in   string
		want []Message
	}{
		"a list that a limit cut off": {`{"attributes":[{"key":"gen_ai.input.messages","value":{"stringValue":"[{\"role\":\"us"}}]}`,
			[]Message{{false, "user", []Part{{Kind: PartOther, Type: "text", Text: `[{"role":"us`}}}}},
		"content in place of parts": {`{"attributes":[{"key":"gen_ai.output.messages","value":{"stringValue":"[{\"role\":\"assistant\",\"content\":\"yes\"}]"}}]}`,
			[]Message{said(true, "assistant", "yes")}},
		"plain text": {`{"attributes":[{"key":"gen_ai.completion","value":{"stringValue":"yes"}},{"key":"gen_ai.prompt","value":{"stringValue":"well?"}}]}`,
			[]Message{said(false, "user", "well?"), said(true, "assistant", "yes")}},
		"content of an event as one text": {`{"events":[{"name":"gen_ai.choice","attributes":[{"key":"gen_ai.event.content","value":{"stringValue":"{\"message\":{\"content\":\"yes\"}}"}}]},` +
			`{"name":"gen_ai.user.message","attributes":[{"key":"gen_ai.event.content","value":{"stringValue":"{\"content\":\"well?\"}"}}]}]}`,
			[]Message{said(false, "user", "well?"), said(true, "assistant", "yes")}},
		"details of an inference": {`{"events":[{"name":"gen_ai.client.inference.operation.details","attributes":[{"key":"gen_ai.output.messages","value":{"arrayValue":{"values":[` +
			`{"kvlistValue":{"values":[{"key":"role","value":{"stringValue":"assistant"}},{"key":"parts","value":{"arrayValue":{"values":[{"kvlistValue":{"values":[` +
			`{"key":"type","value":{"stringValue":"text"}},{"key":"content","value":{"stringValue":"yes"}}]}}]}}}]}}]}}}]}]}`,
			[]Message{said(true, "assistant", "yes")}},
		"blocks of Anthropic's": {`{"attributes":[{"key":"gen_ai.input.messages","value":{"stringValue":"[{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"c\",\"content\":\"ok\"}]}]"}}]}`,
			[]Message{{false, "user", []Part{{Kind: PartResponse, Type: "tool_result", ID: "c", Text: "ok"}}}}},
		"nothing": {`{"attributes":[{"key":"http.method","value":{"stringValue":"GET"}}]}`, nil},
	} {
		s := Decode([]byte(c.in))
		if diff := cmp.Diff(c.want, s.Messages()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Numbers come as numbers and as texts, codes as numbers and as names.
func TestDecode(t *testing.T) {
	s := Decode([]byte(`{"spanId":"a","startTimeUnixNano":12,"endTimeUnixNano":"13","status":{"code":"STATUS_CODE_ERROR"},"attributes":[{"key":"n","value":{"intValue":7}},{"key":"m","value":{"intValue":"8"}}],"name":3}`))
	if s.Start != 12 || s.End != 13 || !s.Failed() || s.Count("n") != 7 || s.Count("x", "m") != 8 || s.SpanID != "a" {
		t.Errorf("%+v", s)
	}
}
