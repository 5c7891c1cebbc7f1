package replay

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/project"
)

// Rewriting is something that is known to happen to a prompt between the log
// and the wire.
type Rewriting uint8

// The rewritings.
const (
	UserMerge          Rewriting = iota // messages of the user joined, or not
	CallsAsText                         // the calls sent as text; compared is what they were before
	StringForm                          // content sent as one string
	Caching                             // marks for prompt caching
	ImagesInlined                       // an image sent as data in place of its address, or otherwise encoded
	ImagesWithheld                      // images left out for a model without vision
	Truncation                          // long text of a tool cut
	EmptyContent                        // empty texts left out, or nothing written in another way
	ReasoningWithheld                   // reasoning or thinking not sent back
	ProviderKeys                        // members that a client library adds
	ArgumentsRespelled                  // arguments of a call that are the same JSON value in other bytes
	rewritingCount
)

var rewritingStrings = [rewritingCount]string{"user-merge", "calls-as-text", "string-form", "caching", "images-inlined", "images-withheld",
	"truncation", "empty-content", "reasoning-withheld", "provider-keys", "arguments-respelled"}

func (w Rewriting) String() string {
	if w < rewritingCount {
		return rewritingStrings[w]
	}
	return "unknown"
}

// PromptDifference is the first place at which a recorded prompt is not what
// the log gives.
type PromptDifference struct {
	Message  int     // index in the recording, of input items for Responses; -1 for the prompt as a whole
	Pointer  string  // RFC 6901, in the recording
	Recorded *string // JSON; nil when it has nothing there
	Log      *string // JSON; nil when the log gives nothing there
}

// parsedPrompt is a recorded prompt as values.
type parsedPrompt struct {
	messages     []any
	instructions any
}

func parsePrompt(r *RecordedPrompt) (*parsedPrompt, *PromptDifference) {
	p := &parsedPrompt{}
	if err := decode(r.Messages, &p.messages); err != nil {
		return nil, &PromptDifference{Message: -1, Pointer: r.Pointer}
	}
	if r.Instructions != nil {
		if err := decode(r.Instructions, &p.instructions); err != nil {
			return nil, &PromptDifference{Message: -1, Pointer: "/instructions"}
		}
	}
	return p, nil
}

// decode keeps numbers as they are written.
func decode(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return d.Decode(v)
}

// promptMatcher compares one prompt and remembers what explains differences
// that it passed over.
type promptMatcher struct{ did map[Rewriting]bool }

func (m *promptMatcher) prompt(r *RecordedPrompt, rec *parsedPrompt, ms []project.Message) (*PromptDifference, *project.Error) {
	if r.Responses {
		return m.responses(r, rec, ms)
	}
	list, e := wire(project.OpenAIChat, ms)
	if e != nil {
		return nil, e
	}
	text, e := wire(project.OpenAIChatString, ms)
	if e != nil {
		return nil, e
	}
	was, is := numbered(rec.messages), numbered(list)
	for k := range is {
		is[k].text, _ = text[k].(map[string]any)
		is[k].source = &ms[k]
	}
	if len(was) != len(is) {
		a, b := joinUsers(was), joinUsers(is)
		if len(a) != len(was) || len(b) != len(is) {
			m.did[UserMerge] = true
			was, is = a, b
		}
	}
	for k := range max(len(was), len(is)) {
		switch {
		case k >= len(was):
			return &PromptDifference{Message: len(rec.messages), Pointer: r.Pointer + "/" + strconv.Itoa(len(rec.messages)), Log: written(is[k].value)}, nil
		case k >= len(is):
			return &PromptDifference{Message: was[k].index, Pointer: r.Pointer + "/" + strconv.Itoa(was[k].index), Recorded: written(was[k].value)}, nil
		}
		if d := m.chat(was[k], is[k]); d != nil {
			d.Message = was[k].index
			d.Pointer = r.Pointer + "/" + strconv.Itoa(was[k].index) + d.Pointer
			return d, nil
		}
	}
	return nil, nil
}

func wire(form project.Form, ms []project.Message) ([]any, *project.Error) {
	data, e := project.Wire(form, ms)
	if e != nil {
		return nil, e
	}
	var out []any
	if err := decode(data, &out); err != nil {
		return nil, &project.Error{Kind: project.NoMessages, Message: err.Error(), Row: -1}
	}
	return out, nil
}

// chatMessage is one message of either side.
type chatMessage struct {
	index  int
	value  map[string]any   // nil when it is no object
	text   map[string]any   // of the log: with content as one string
	source *project.Message // of the log, nil once messages are joined
}

func numbered(list []any) []chatMessage {
	out := make([]chatMessage, len(list))
	for i, v := range list {
		out[i].index = i
		out[i].value, _ = v.(map[string]any)
	}
	return out
}

// joinUsers makes one message of plain messages of the user that follow each
// other.
func joinUsers(ms []chatMessage) []chatMessage {
	var out []chatMessage
	for _, m := range ms {
		n := len(out)
		if n == 0 || !plainUserOf(m.value) || !plainUserOf(out[n-1].value) {
			out = append(out, m)
			continue
		}
		last := &out[n-1]
		last.value, last.text, last.source = joined(last.value, m.value), joined(last.text, m.text), nil
	}
	return out
}

func plainUserOf(v map[string]any) bool {
	return v["role"] == "user" && v["tool_calls"] == nil && v["tool_call_id"] == nil && v["name"] == nil
}

func joined(a, b map[string]any) map[string]any {
	if a == nil || b == nil {
		return nil
	}
	out := maps.Clone(a)
	x, isText := a["content"].(string)
	y, isToo := b["content"].(string)
	if isText && isToo {
		out["content"] = x + "\n" + y
	} else {
		out["content"] = slices.Concat(parts(a["content"]), parts(b["content"]))
	}
	return out
}

// parts is content as a list.
func parts(content any) []any {
	switch v := content.(type) {
	case []any:
		return v
	case string:
		return []any{map[string]any{"type": "text", "text": v}}
	}
	return nil
}

func written(v any) *string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil
	}
	s := strings.TrimSuffix(b.String(), "\n")
	return &s
}

// differ is a difference at a pointer within a message.
func differ(pointer string, rec, log any) *PromptDifference {
	d := &PromptDifference{Pointer: pointer}
	if rec != nil {
		d.Recorded = written(rec)
	}
	if log != nil {
		d.Log = written(log)
	}
	return d
}

// keys are the members of either object, sorted.
func keys(a, b map[string]any) []string {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]any{}
	}
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}

func same(a, b any) bool { return reflect.DeepEqual(a, b) }

// token escapes a member's name for a pointer.
func token(key string) string {
	return "/" + strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}
