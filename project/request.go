package project

// Request is a history as a provider's interface takes it: what
// `traj project --as` prints, and what package audit holds against the
// provider's rules. Models, tools and limits are not in a log and not in it.
type Request struct {
	Form   Form
	System []Part // what stands beside the turns: system, instructions, systemInstruction
	Turns  []Turn // messages, input items or contents, in order
	Losses []Loss // what the form has no place for
}

// Turn is one element of a request's list. In OpenAI's Responses it is an item
// and has one block.
type Turn struct {
	Role    string // as the form names it: gemini says "model"; of an item that has none the one it is of
	ID      string // of the item, "" for none; in OpenAI's Responses only
	NoCalls bool   // the message says that it makes calls, and lists none; in chat completions only
	Row     int32  // the first event that it comes from, -1 for none
	Blocks  []Block
}

// Block is one piece of a turn. What it is of is said by Kind; of the other
// fields only those of that kind are set.
type Block struct {
	Kind      BlockKind
	Row       int32 // the event that it comes from
	Part      Part
	Thinking  Thinking
	Reasoning *ReasonItem
	Call      ToolCall
	Result    ResultBlock
	Own       Own
}

// ResultBlock is the answer to a call.
type ResultBlock struct {
	CallID *string // nil where the log names no call
	Name   string  // of the tool, "" when unknown
	Parts  []Part
	Own    []Own // parts that only the log's own form has
	Failed bool
	IDMade bool   // the log has no id for the call
	Raw    string // the answer as one JSON object, where the log has it so
}

// Own is a piece of content that only one provider's form has: a document, a
// call of a tool that the provider itself runs, its result.
type Own struct {
	Type   string // as the provider names it
	CallID string // of the call that it makes or answers, "" for none
	Raw    string // its JSON
}

// BlockKind is what a block is. The zero value is none.
type BlockKind uint8

// The kinds of blocks.
const (
	NoBlock        BlockKind = iota
	TextBlock                // Part
	ImageBlock               // Part
	ThinkingBlock            // Thinking: signed or redacted
	ReasoningBlock           // Reasoning: an item of OpenAI's Responses
	CallOfTool               // Call
	ResultOfCall             // Result
	OwnBlock                 // Own
)

// Loss is something of the log that a form cannot say.
type Loss struct {
	What string // a plural: "images in results"
	Rows []int32
}

// Has reports whether a block of that kind is in the turn.
func (t *Turn) Has(k BlockKind) bool {
	for i := range t.Blocks {
		if t.Blocks[i].Kind == k {
			return true
		}
	}
	return false
}

// Request is what a provider would be sent of a view. The error is an *Error
// where the version itself would raise one, as of Messages.
func (r *Reading) Request(v *View, form Form) (*Request, error) {
	ms, err := r.Profile.rules.pieces(r, v)
	if err != nil {
		return nil, err
	}
	return build(r, ms, form), nil
}

// RequestOf is what a provider would be sent of messages.
func RequestOf(ms []Message, form Form) *Request { return build(nil, ms, form) }

func build(r *Reading, ms []Message, form Form) *Request {
	b := &requestBuilder{form: form, r: r, out: &Request{Form: form}, lost: map[string]int{}}
	if form == OpenAIChatString {
		b.form, b.flat = OpenAIChat, true
	}
	b.native = r != nil && r.Profile.form == b.form
	for i := range ms {
		b.add(&ms[i])
	}
	return b.out
}

// AppendJSON appends the request as one compact JSON value: an array for chat
// completions, else an object.
func (q *Request) AppendJSON(dst []byte) []byte {
	w := jsonWriter{buf: dst}
	switch q.Form {
	case OpenAIChat, OpenAIChatString:
		w.chatRequest(q)
	case OpenAIResponses:
		w.itemsRequest(q)
	case Anthropic:
		w.anthropic(q)
	case Gemini:
		w.gemini(q)
	}
	return w.buf
}
