package event

import (
	"math"
	"strconv"
	"unsafe"
)

// Table holds the events of one log in columns. Row i of every column speaks
// of the i-th event in append order. A Table never changes once built and may
// be read from many goroutines. Strings it returns share its memory.
type Table struct {
	ids, names *pool

	id, parent, response, call, wireCall, action []ID
	parentRef                                    []ParentRef
	kind                                         []Kind
	typ, source, role, tool, wireTool            []Name
	label, value                                 []Name
	time                                         []int64
	timeText                                     bytesColumn
	synthetic                                    []Synthetic
	flags                                        []Flag
	forgets                                      []ID
	forgetsEnd                                   []int32
	summaryOffset                                map[int32]int64
	tokensIn, tokensOut                          []int64 // nil when no row says
	cost                                         []float64
	args, text                                   *bulkColumn // nil when text is not kept
	vowed                                        bool        // strings are UTF-8, see Builder.Vow
	file, line, item                             []int32
	offset, length                               []int64
	pointer                                      []Name
	refused                                      map[int32][]Refusal
	grants                                       map[int32][]Name
	secrets                                      map[int32][]Secret
	calls                                        map[int32][]ID
	intent                                       []uint64
}

// bytesColumn is a nullable column of byte strings.
type bytesColumn struct {
	data []byte
	ends []int
	null []bool
}

func (c *bytesColumn) add(b []byte) {
	c.data = append(c.data, b...)
	c.ends = append(c.ends, len(c.data))
	c.null = append(c.null, b == nil)
}

func (c *bytesColumn) get(i int) (string, bool) {
	if c == nil || c.null[i] {
		return "", false
	}
	start := 0
	if i > 0 {
		start = c.ends[i-1]
	}
	b := c.data[start:c.ends[i]]
	return unsafe.String(unsafe.SliceData(b), len(b)), true
}

// Len is the number of events.
func (t *Table) Len() int { return len(t.kind) }

// IDs is one more than the greatest ID in use: the length of a slice indexed by ID.
func (t *Table) IDs() int { return t.ids.len() + 1 }

// Names is one more than the greatest Name in use: the length of a slice indexed by Name.
func (t *Table) Names() int { return t.names.len() + 1 }

// IDString is the identifier's text, "" for null.
func (t *Table) IDString(id ID) string { return t.ids.get(int32(id)) }

// NameString is the name's text, "" for null.
func (t *Table) NameString(n Name) string { return t.names.get(int32(n)) }

// FindID returns the ID of s, 0 when no row uses it.
func (t *Table) FindID(s string) ID { return ID(t.ids.find(unsafeBytes(s))) }

// FindName returns the Name of s, 0 when no row uses it.
func (t *Table) FindName(s string) Name { return Name(t.names.find(unsafeBytes(s))) }

// The columns, by row. See Row for their meaning.

func (t *Table) ID(i int) ID               { return t.id[i] }
func (t *Table) Parent(i int) ID           { return t.parent[i] }
func (t *Table) ParentRef(i int) ParentRef { return t.parentRef[i] }
func (t *Table) Kind(i int) Kind           { return t.kind[i] }
func (t *Table) Type(i int) Name           { return t.typ[i] }
func (t *Table) Source(i int) Name         { return t.source[i] }
func (t *Table) Role(i int) Name           { return t.role[i] }
func (t *Table) ResponseID(i int) ID       { return t.response[i] }
func (t *Table) CallID(i int) ID           { return t.call[i] }
func (t *Table) WireCallID(i int) ID       { return t.wireCall[i] }
func (t *Table) ActionID(i int) ID         { return t.action[i] }
func (t *Table) Tool(i int) Name           { return t.tool[i] }
func (t *Table) WireTool(i int) Name       { return t.wireTool[i] }
func (t *Table) Label(i int) Name          { return t.label[i] }
func (t *Table) Value(i int) Name          { return t.value[i] }
func (t *Table) Synthetic(i int) Synthetic { return t.synthetic[i] }

// Has reports whether row i carries all of the flags.
func (t *Table) Has(i int, f Flag) bool { return t.flags[i]&f == f }

// Flags returns every flag of row i.
func (t *Table) Flags(i int) Flag { return t.flags[i] }

// Time is the recorded time in microseconds, NoTime when null.
func (t *Table) Time(i int) int64 { return t.time[i] }

// TimeText is the time as recorded, false when null.
func (t *Table) TimeText(i int) (string, bool) { return t.timeText.get(i) }

// Forgets are the events that condensation i drops, in recorded order. The
// slice belongs to the table.
func (t *Table) Forgets(i int) []ID {
	start := int32(0)
	if i > 0 {
		start = t.forgetsEnd[i-1]
	}
	return t.forgets[start:t.forgetsEnd[i]:t.forgetsEnd[i]]
}

// SummaryOffset is where condensation i puts its summary, false when null.
func (t *Table) SummaryOffset(i int) (int64, bool) {
	v, ok := t.summaryOffset[int32(i)]
	return v, ok
}

// Grants are the tools that system prompt i offers, or the skills that message
// i activates; nil when null. The slice belongs to the table.
func (t *Table) Grants(i int) []Name { return t.grants[int32(i)] }

// Calls are the calls of the model response that action i comes from, as its
// record lists them; nil when null. The slice belongs to the table.
func (t *Table) Calls(i int) []ID { return t.calls[int32(i)] }

// Secrets are the places of row i that hold what looks like a secret. The
// slice belongs to the table.
func (t *Table) Secrets(i int) []Secret { return t.secrets[int32(i)] }

// HasSecrets reports whether any row has secrets.
func (t *Table) HasSecrets() bool { return len(t.secrets) > 0 }

// Intent is a hash of the arguments that the tool of action i is given, or of
// what message i of a model says, 0 when null: two calls of one tool with the
// same arguments have the same. It is no proof of that: it is short, and made to
// be quick.
func (t *Table) Intent(i int) uint64 { return t.intent[i] }

// Tokens are the prompt and completion tokens that row i declares, -1 for null.
func (t *Table) Tokens(i int) (in, out int64) {
	if t.tokensIn == nil {
		return -1, -1
	}
	return t.tokensIn[i], t.tokensOut[i]
}

// Cost is the cost that row i declares, NaN for null.
func (t *Table) Cost(i int) float64 {
	if t.cost == nil {
		return math.NaN()
	}
	return t.cost[i]
}

// Args is the canonical argument text of call i; false when null or not kept.
func (t *Table) Args(i int) (string, bool) { return t.args.get(i) }

// Text is the shared text of row i; false when null or not kept.
func (t *Table) Text(i int) (string, bool) { return t.text.get(i) }

// TextError is the first error of reading args or text again that are not kept
// in memory; what could not be read is null.
func (t *Table) TextError() error {
	if err := t.args.failure(); err != nil {
		return err
	}
	return t.text.failure()
}

// HasText reports whether the table was built with args and text.
func (t *Table) HasText() bool { return t.text != nil }

// Pos is where row i was read.
func (t *Table) Pos(i int) Pos {
	return Pos{t.file[i], t.offset[i], t.length[i], t.line[i], t.NameString(t.pointer[i]), t.item[i]}
}

// Pointer is the RFC 6901 pointer of row i within its document, "" in JSONL
// and for a document that is one event.
func (t *Table) Pointer(i int) string {
	if t.item[i] < 0 {
		return t.NameString(t.pointer[i])
	}
	return t.NameString(t.pointer[i]) + "/" + strconv.Itoa(int(t.item[i]))
}

// Refused is what the newest known schema of the format would refuse in row i.
func (t *Table) Refused(i int) []Refusal { return t.refused[int32(i)] }

// AnyRefused reports whether Refused has anything to say of any row.
func (t *Table) AnyRefused() bool { return len(t.refused) > 0 }

// Row returns row i as values. Its Text and Args are copies.
func (t *Table) Row(i int) Row {
	r := NewRow()
	r.ID, r.Parent, r.ParentRef, r.Kind = t.id[i], t.parent[i], t.parentRef[i], t.kind[i]
	r.Type, r.Source, r.Role, r.Tool = t.typ[i], t.source[i], t.role[i], t.tool[i]
	r.Time, r.ResponseID, r.CallID, r.WireCallID = t.time[i], t.response[i], t.call[i], t.wireCall[i]
	r.ActionID, r.WireTool, r.Label, r.Value = t.action[i], t.wireTool[i], t.label[i], t.value[i]
	r.Synthetic, r.Flags, r.Forgets = t.synthetic[i], t.flags[i], t.Forgets(i)
	r.SummaryOffset = t.summaryOffset[int32(i)]
	r.TokensIn, r.TokensOut = t.Tokens(i)
	r.Cost, r.Intent = t.Cost(i), t.intent[i]
	r.TimeText, r.Args, r.Text = copyOf(t.timeText.get(i)), copyOf(t.args.get(i)), copyOf(t.text.get(i))
	r.Pos, r.Refused = t.Pos(i), t.Refused(i)
	r.Grants, r.Secrets, r.Calls = t.Grants(i), t.Secrets(i), t.Calls(i)
	return r
}

func copyOf(s string, ok bool) []byte {
	if !ok {
		return nil
	}
	return append([]byte{}, s...)
}
