package replay

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/project"
)

// Digest is a SHA-256.
type Digest [sha256.Size]byte

func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// Field is one value of a message, or one fact of a condensation, in short: a
// word as it is, anything else as its length in bytes, a colon and the first
// eight hex digits of its SHA-256.
type Field struct{ Name, Value string }

// form is what a checkpoint knows of an item.
type form struct {
	digest Digest // of the item's own message in the canonical form
	fields []Field
}

// itemFlag is what decides whether neighbours become one message.
type itemFlag uint8

const (
	plainUser itemFlag = 1 << iota
	hasContent
)

// newForm makes the form of an item. An error that the version would raise is
// a form of its own; any other says why the record could not be had.
func newForm(items *project.Items, i project.Item) (form, itemFlag, error) {
	m, err := items.Message(i)
	var raised *project.Error
	if errors.As(err, &raised) {
		text := "raises " + raised.Kind.String()
		return form{sha256.Sum256([]byte(text)), []Field{{"raises", raised.Kind.String()}}}, 0, nil
	}
	if err != nil {
		return form{}, 0, err
	}
	list, _ := project.Wire(project.Neutral, []project.Message{m})
	f := form{digest: sha256.Sum256(list[1 : len(list)-1]), fields: fieldsOf(&m)}
	var flags itemFlag
	if m.Plain() {
		flags |= plainUser
	}
	if len(m.Content) > 0 {
		flags |= hasContent
	}
	return f, flags, nil
}

// mostFields bounds a line; what is beyond it is one field.
const mostFields = 24

// short is the short form of a value.
func short(s string) string {
	sum := sha256.Sum256([]byte(s))
	return strconv.Itoa(len(s)) + ":" + hex.EncodeToString(sum[:4])
}

// fieldsOf lists the values of a message in short, in the order of the
// canonical form.
func fieldsOf(m *project.Message) []Field {
	fields := make([]Field, 0, 4)
	eachValue(m, func(name, value string) {
		if !isWord(name, value) {
			value = short(value)
		}
		fields = append(fields, Field{name, value})
	})
	if len(fields) <= mostFields {
		return fields
	}
	var rest strings.Builder
	for _, f := range fields[mostFields-1:] {
		rest.WriteString(f.Name + "=" + f.Value + "\n")
	}
	return append(fields[:mostFields-1:mostFields-1], Field{"more", short(rest.String())})
}

// isWord reports whether a value stands in a line as it is: roles, the names
// of tools and the like, as long as they look like words.
func isWord(name, value string) bool {
	switch {
	case name == "role", name == "name", strings.HasSuffix(name, "].name"), strings.HasSuffix(name, "].origin"), strings.HasSuffix(name, "].cache_prompt"):
	default:
		return false
	}
	return value != "" && len(value) <= 64 && !strings.ContainsFunc(value, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-'
	})
}

// valueOf is the whole value of a field, false when the message has none.
func valueOf(m *project.Message, field string) (v string, ok bool) {
	eachValue(m, func(name, value string) {
		if name == field {
			v, ok = value, true
		}
	})
	return v, ok
}

// eachValue gives every value of a message under its name.
func eachValue(m *project.Message, give func(name, value string)) {
	optional := func(name string, value *string) {
		if value != nil {
			give(name, *value)
		}
	}
	give("role", m.Role)
	for i, p := range m.Content {
		name := "content[" + strconv.Itoa(i) + "]"
		if p.Cache {
			give(name+".cache_prompt", "true")
		}
		if p.Image {
			give(name+".image_urls", strings.Join(p.URLs, "\n"))
		} else {
			give(name+".text", p.Text)
		}
	}
	for i, c := range m.ToolCalls {
		name := "tool_calls[" + strconv.Itoa(i) + "]"
		give(name+".id", c.ID)
		optional(name+".responses_item_id", c.ItemID)
		give(name+".name", c.Name)
		give(name+".arguments", c.Arguments)
		give(name+".origin", c.Origin)
	}
	optional("tool_call_id", m.CallID)
	optional("name", m.Name)
	optional("reasoning_content", m.Reasoning)
	eachThought(m, give, optional)
}

func eachThought(m *project.Message, give func(name, value string), optional func(string, *string)) {
	for i, b := range m.Thinking {
		name := "thinking_blocks[" + strconv.Itoa(i) + "]"
		if b.Redacted {
			give(name+".data", b.Text)
		} else {
			give(name+".thinking", b.Text)
		}
		optional(name+".signature", b.Signature)
	}
	if r := m.ReasonItem; r != nil {
		const name = "responses_reasoning_item"
		optional(name+".id", r.ID)
		give(name+".summary", strings.Join(r.Summary, "\n"))
		if r.Content != nil {
			give(name+".content", strings.Join(r.Content, "\n"))
		}
		optional(name+".encrypted_content", r.Encrypted)
		optional(name+".status", r.Status)
	}
}
