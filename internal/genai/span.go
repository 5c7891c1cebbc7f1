package genai

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Span is a span, or a log record that tells of a message.
type Span struct {
	TraceID      string `json:"traceId"`
	SpanID       string `json:"spanId"`
	ParentSpanID string `json:"parentSpanId"`
	Name         string
	Start        Nano `json:"startTimeUnixNano"`
	End          Nano `json:"endTimeUnixNano"`
	Time         Nano `json:"timeUnixNano"`
	Observed     Nano `json:"observedTimeUnixNano"`
	Attributes   []Attr
	Events       []Event
	Status       struct {
		Code    json.RawMessage
		Message string
	}
	EventName string `json:"eventName"`
	Body      *Any
}

// Event is what happened within a span.
type Event struct {
	Name       string
	Time       Nano `json:"timeUnixNano"`
	Attributes []Attr
}

// Attr is one attribute.
type Attr struct {
	Key   string
	Value Any
}

// Any is a value of any type; one of its fields is set.
type Any struct {
	String *string                  `json:"stringValue"`
	Int    json.RawMessage          `json:"intValue"`
	Double json.RawMessage          `json:"doubleValue"`
	Bool   *bool                    `json:"boolValue"`
	Bytes  *string                  `json:"bytesValue"`
	Array  *struct{ Values []Any }  `json:"arrayValue"`
	List   *struct{ Values []Attr } `json:"kvlistValue"`
}

// Nano is a time in nanoseconds since 1970, 0 where there is none. Writers give
// it as a string or as a number.
type Nano int64

// UnmarshalJSON takes both forms, and nothing else for 0.
func (n *Nano) UnmarshalJSON(b []byte) error {
	i, err := strconv.ParseInt(strings.Trim(string(b), `"`), 10, 64)
	if err != nil || i < 0 {
		i = 0
	}
	*n = Nano(i)
	return nil
}

// Decode reads a span or a log record. What is of another type than it should
// be is absent.
func Decode(data []byte) Span {
	var s Span
	_ = json.Unmarshal(data, &s) // goes on behind a member of the wrong type, and stops at what is no JSON
	return s
}

// Text is an attribute's text, "" where it has none.
func (s *Span) Text(key string) string { return textOf(s.Attributes, key) }

func textOf(attrs []Attr, key string) string {
	for i := len(attrs) - 1; i >= 0; i-- {
		if attrs[i].Key == key {
			return attrs[i].Value.Text()
		}
	}
	return ""
}

// Count is a whole number of an attribute, -1 where there is none.
func (s *Span) Count(keys ...string) int64 {
	for _, key := range keys {
		if n, err := strconv.ParseInt(s.Text(key), 10, 64); err == nil && n >= 0 {
			return n
		}
	}
	return -1
}

// Operation is what a span stands for: an operation of the conventions, or
// what its followers call it. "" where it is not about a model.
func (s *Span) Operation() string {
	if op := s.Text("gen_ai.operation.name"); op != "" {
		return op
	}
	switch strings.ToLower(s.Text("openinference.span.kind") + s.Text("traceloop.span.kind")) {
	case "llm":
		return "chat"
	case "tool":
		return "execute_tool"
	case "agent":
		return "invoke_agent"
	case "workflow", "chain", "task":
		return "invoke_workflow"
	}
	switch {
	case s.Text("gen_ai.tool.name") != "" || s.Text("gen_ai.tool.call.id") != "":
		return "execute_tool"
	case s.Text("llm.request.type") != "" || s.Text("gen_ai.system") != "" || s.Text("gen_ai.provider.name") != "" || s.Text("gen_ai.request.model") != "":
		return "chat"
	}
	return ""
}

// Failed reports whether a span says of itself that it failed.
func (s *Span) Failed() bool {
	code := strings.Trim(string(s.Status.Code), `"`)
	return code == "2" || code == "STATUS_CODE_ERROR" || s.Text("error.type") != ""
}

// Text is a value as text: a string's content, a number or a truth value as
// written, everything else as JSON.
func (a *Any) Text() string {
	switch {
	case a.String != nil:
		return *a.String
	case a.Int != nil:
		return strings.Trim(string(a.Int), `"`)
	case a.Double != nil:
		return strings.Trim(string(a.Double), `"`)
	case a.Array != nil || a.List != nil || a.Bool != nil || a.Bytes != nil:
		return string(a.json())
	}
	return ""
}

// json is a value as plain JSON. Values are no deeper than encoding/json reads.
func (a *Any) json() []byte {
	out, err := json.Marshal(a.plain())
	if err != nil {
		return []byte("null")
	}
	return out
}

func (a *Any) plain() any {
	switch {
	case a.String != nil:
		return *a.String
	case a.Int != nil:
		return json.Number(strings.Trim(string(a.Int), `"`))
	case a.Double != nil:
		return json.RawMessage(a.Double)
	case a.Bool != nil:
		return *a.Bool
	case a.Bytes != nil:
		return *a.Bytes
	case a.Array != nil:
		out := make([]any, len(a.Array.Values))
		for i := range a.Array.Values {
			out[i] = a.Array.Values[i].plain()
		}
		return out
	case a.List != nil:
		out := make(map[string]any, len(a.List.Values))
		for i := range a.List.Values {
			out[a.List.Values[i].Key] = a.List.Values[i].Value.plain()
		}
		return out
	}
	return nil
}

// Arguments are those of the call that a tool's span ran, as written.
func (s *Span) Arguments() string {
	return first(s.Text("gen_ai.tool.call.arguments"), s.Text("gen_ai.tool.arguments"), s.Text("tool.parameters"), s.Text("input.value"), s.Text("traceloop.entity.input"))
}

// Result is what the call of a tool's span gave, as written.
func (s *Span) Result() string {
	out := first(s.Text("gen_ai.tool.call.result"), s.Text("output.value"), s.Text("traceloop.entity.output"))
	if out == "" && s.Failed() {
		return first(s.Status.Message, s.Text("error.type"))
	}
	return out
}
