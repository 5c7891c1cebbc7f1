package replay

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"strconv"
	"strings"
	"unsafe"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// Digest is a SHA-256.
type Digest [sha256.Size]byte

func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// Field is one value of a message, or one fact of a condensation, in short: a
// word as it is, anything else as its length in bytes, a colon and its CRC-32.
// It tells where to look; what proves a change is the chain.
type Field struct{ Name, Value string }

// form is what a checkpoint knows of an item.
type form struct {
	digest Digest // of the item's own message in the canonical form
	text   string // its fields
	flags  itemFlag
}

// itemFlag is what decides whether neighbours become one message.
type itemFlag uint8

const (
	plainUser itemFlag = 1 << iota
	hasContent
)

// former makes forms. It belongs to one goroutine.
type former struct {
	items   *project.Items
	records event.Bodies // of rows whose message is not made
	raw     []byte
	json    []byte
	fields  fieldWriter
}

func newFormer(r *project.Reading) *former { return &former{items: r.PassingItems()} }

// make makes the form of an item. An error that the version would raise is a
// form of its own; any other says why the record could not be had.
func (f *former) make(i project.Item) (form, error) {
	m, err := f.items.Message(i)
	var raised *project.Error
	if errors.As(err, &raised) {
		return form{digest: sha256.Sum256([]byte("raises " + raised.Kind.String())), text: "raises=" + raised.Kind.String()}, nil
	}
	if err != nil {
		return form{}, err
	}
	f.json = m.AppendJSON(f.json[:0])
	f.fields.reset()
	eachValue(&m, &f.fields)
	out := form{digest: sha256.Sum256(f.json), text: f.fields.text()}
	if m.Plain() {
		out.flags |= plainUser
	}
	if len(m.Content) > 0 {
		out.flags |= hasContent
	}
	return out, nil
}

// mostFields bounds a line; what is beyond it is one field.
const mostFields = 24

// fieldWriter writes fields as they stand in a line.
type fieldWriter struct {
	buf  []byte
	n    int
	last int // where the last field that may stand begins
}

func (w *fieldWriter) reset() { w.buf, w.n, w.last = w.buf[:0], 0, 0 }

func (w *fieldWriter) give(prefix string, i int, member, value string) {
	if w.n++; w.n == mostFields {
		w.last = len(w.buf)
	}
	if w.n > 1 {
		w.buf = append(w.buf, ' ')
	}
	w.buf = append(w.buf, prefix...)
	if i >= 0 {
		w.buf = append(strconv.AppendInt(append(w.buf, '['), int64(i), 10), ']')
	}
	w.buf = append(append(w.buf, member...), '=')
	if isWord(prefix, member, value) {
		w.buf = append(w.buf, value...)
	} else {
		w.buf = appendShort(w.buf, value)
	}
}

// text is what was written. Where that is too much the last field stands for
// the rest of the line.
func (w *fieldWriter) text() string {
	if w.n <= mostFields {
		return string(w.buf)
	}
	return string(w.buf[:w.last]) + " more=" + short(string(w.buf[w.last+1:]))
}

// short is the short form of a value.
func short(s string) string { return string(appendShort(nil, s)) }

func appendShort(b []byte, s string) []byte {
	b = append(strconv.AppendInt(b, int64(len(s)), 10), ':')
	sum := crc32.ChecksumIEEE(unsafe.Slice(unsafe.StringData(s), len(s))) // which only reads
	return hex.AppendEncode(b, []byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)})
}

// isWord reports whether a value stands in a line as it is: roles, the names
// of tools and the like, as long as they look like words.
func isWord(prefix, member, value string) bool {
	switch {
	case prefix == "role", prefix == "name", member == ".name", member == ".origin", member == ".cache_prompt":
	default:
		return false
	}
	if value == "" || len(value) > 64 {
		return false
	}
	for i := range len(value) {
		if c := value[i]; (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '-' {
			return false
		}
	}
	return true
}

// valueFinder finds the whole value of one field.
type valueFinder struct {
	field, value string
	found        bool
}

func (f *valueFinder) give(prefix string, i int, member, value string) {
	name := prefix + member
	if i >= 0 {
		name = prefix + "[" + strconv.Itoa(i) + "]" + member
	}
	if name == f.field {
		f.value, f.found = value, true
	}
}

// valueOf is the whole value of a field, false when the message has none.
func valueOf(m *project.Message, field string) (string, bool) {
	f := valueFinder{field: field}
	eachValue(m, &f)
	return f.value, f.found
}

// values takes the values of a message one by one. The name of a value is a
// prefix, an index in brackets unless it is negative, and a member.
type values interface {
	give(prefix string, i int, member, value string)
}

func optional(v values, prefix string, i int, member string, value *string) {
	if value != nil {
		v.give(prefix, i, member, *value)
	}
}

// eachValue gives every value of a message, in the order of the canonical form.
func eachValue(m *project.Message, v values) {
	v.give("role", -1, "", m.Role)
	for i, p := range m.Content {
		if p.Cache {
			v.give("content", i, ".cache_prompt", "true")
		}
		if p.Image {
			v.give("content", i, ".image_urls", strings.Join(p.URLs, "\n"))
		} else {
			v.give("content", i, ".text", p.Text)
		}
	}
	for i := range m.ToolCalls {
		c := &m.ToolCalls[i]
		v.give("tool_calls", i, ".id", c.ID)
		optional(v, "tool_calls", i, ".responses_item_id", c.ItemID)
		v.give("tool_calls", i, ".name", c.Name)
		v.give("tool_calls", i, ".arguments", c.Arguments)
		v.give("tool_calls", i, ".origin", c.Origin)
	}
	optional(v, "tool_call_id", -1, "", m.CallID)
	optional(v, "name", -1, "", m.Name)
	optional(v, "reasoning_content", -1, "", m.Reasoning)
	eachThought(m, v)
}

func eachThought(m *project.Message, v values) {
	for i, b := range m.Thinking {
		member := ".thinking"
		if b.Redacted {
			member = ".data"
		}
		v.give("thinking_blocks", i, member, b.Text)
		optional(v, "thinking_blocks", i, ".signature", b.Signature)
	}
	if r := m.ReasonItem; r != nil {
		const name = "responses_reasoning_item"
		optional(v, name, -1, ".id", r.ID)
		v.give(name, -1, ".summary", strings.Join(r.Summary, "\n"))
		if r.Content != nil {
			v.give(name, -1, ".content", strings.Join(r.Content, "\n"))
		}
		optional(v, name, -1, ".encrypted_content", r.Encrypted)
		optional(v, name, -1, ".status", r.Status)
	}
}
