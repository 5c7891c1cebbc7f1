package completions

import (
	"errors"
	"fmt"

	"github.com/traj-dev/traj/internal/jsontape"
)

// Completion is the recording of one call.
type Completion struct {
	Name         string // of the file, as given and joined with "/"
	Response     string // the id of the response, "" when there is none
	Failed       bool   // the call ended in an error
	Responses    bool   // made through OpenAI's Responses: Messages are its input items
	Converted    bool   // the calls were sent as text; Messages is what they were before that
	Pointer      string // RFC 6901, where Messages lies in the recording
	Messages     []byte // a JSON array
	Instructions []byte // a JSON value, nil when there is none; of Responses only
	Calls        []Call // of tools, that the response makes
}

// Call is a call of a tool in a recorded response, as the provider gave it.
type Call struct{ ID, Tool, Arguments string }

// ErrNot says that something is no recording of a call.
var ErrNot = errors.New("is no recording of a model call")

// Parse reads one recording. It keeps none of data. The error is or wraps
// ErrNot when data is none.
func Parse(name string, data []byte) (*Completion, error) {
	var t jsontape.Tape
	end, bad := t.Parse(data)
	if bad != nil {
		return nil, fmt.Errorf("%w: %s", ErrNot, bad.Msg)
	}
	for _, c := range data[end:] {
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return nil, fmt.Errorf("%w: more follows the first value", ErrNot)
		}
	}
	top := document{&t, data}
	response, failure := top.of("response", jsontape.Object), top.of("error", jsontape.Object)
	if !top.told() || response < 0 && failure < 0 {
		return nil, ErrNot
	}
	c := &Completion{Name: name, Failed: response < 0}
	if response >= 0 {
		if id := t.Key(data, response, "id"); id >= 0 {
			c.Response = string(t.Bytes(data, id, nil))
		}
		top.answer(c, response)
	}
	if err := top.prompt(c); err != nil {
		return nil, err
	}
	return c, nil
}

// document is a parsed recording.
type document struct {
	t    *jsontape.Tape
	data []byte
}

// of is the value of a top-level member of that kind, -1 when there is none.
func (d document) of(key string, kind jsontape.Kind) int {
	if i := d.t.Key(d.data, 0, key); i >= 0 && d.t.Tokens[i].Kind == kind {
		return i
	}
	return -1
}

// told reports whether a member stands there that recordings have and other
// documents with messages and a response do not.
func (d document) told() bool {
	for _, key := range []string{"latency_sec", "context_window", "cost"} {
		if d.of(key, jsontape.Number) >= 0 {
			return true
		}
	}
	return d.of("kwargs", jsontape.Object) >= 0
}

// before are the members that hold the messages as they were before calls were
// turned into text, V1's name and V0's.
var before = [...]string{"raw_messages", "fncall_messages"}

// prompt finds what was sent.
func (d document) prompt(c *Completion) error {
	for _, key := range before {
		if i := d.of(key, jsontape.Array); i >= 0 {
			c.Converted = true
			d.take(c, key, i)
			return nil
		}
	}
	if i := d.of("messages", jsontape.Array); i >= 0 {
		d.take(c, "messages", i)
		return nil
	}
	if i := d.of("input", jsontape.Array); i >= 0 {
		c.Responses = true
		d.take(c, "input", i)
		if k := d.t.Key(d.data, 0, "instructions"); k >= 0 {
			c.Instructions = append(c.Instructions, d.t.Raw(d.data, k)...)
		}
		return nil
	}
	return ErrNot
}

func (d document) take(c *Completion, key string, i int) {
	c.Pointer = "/" + key
	c.Messages = append(c.Messages, d.t.Raw(d.data, i)...)
}
