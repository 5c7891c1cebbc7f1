package event

import "math"

// Row is one event as values: what Builder.Append takes and Table.Row gives.
// Identifiers and names are interned in the same builder. The zero value of a
// field is null unless its comment says otherwise.
type Row struct {
	ID         ID        // the event's own id, as recorded in the record
	Parent     ID        // the parent's id, when ParentRef is ParentID
	ParentRef  ParentRef // how the parent is named
	Kind       Kind      // what the event is
	Type       Name      // upstream's own name of the kind, verbatim
	Source     Name      // who caused the event
	Role       Name      // the role it takes in a prompt
	Time       int64     // as recorded, microseconds since 1970 without regard to a zone; NoTime = null
	TimeText   []byte    // the recorded text of the time; nil = null
	ResponseID ID        // the model response the event comes from
	CallID     ID        // the tool call: of the call an action is, or of the call a result answers
	WireCallID ID        // the id inside the call object that a provider is sent, where recorded apart
	ActionID   ID        // the action a result points to, or the event a hook looked at
	Tool       Name      // the tool called
	WireTool   Name      // the tool's name inside the call object, where recorded apart
	Label      Name      // a state's key, an error's code, a hook's type, a tool card's status, an action's class, who rejected a call, whose recording a log is
	Value      Name      // a state's new value where it is a short word; the security risk of an action
	Synthetic  Synthetic // a result not written by the tool
	Flags      Flag      // yes/no facts

	Intent        uint64 // of an action, a hash of its arguments as the tool is given them; of a message of a model, one of its content; 0 = null
	Forgets       []ID   // the events a condensation drops, in recorded order; or those that the return of a delegate puts out of sight
	SummaryOffset int64  // where the summary goes in the view; meant only with FlagSummaryOffset

	Grants  []Name   // the tools that a system prompt offers, or the skills that a message activates; nil = null
	Secrets []Secret // where the record holds what looks like a secret

	Calls []ID // every call of the model response that an action comes from, where its record lists them; nil = null

	TokensIn, TokensOut int64   // -1 = null
	Cost                float64 // NaN = null

	Args []byte // canonical arguments; kept only when the builder keeps text
	Text []byte // shared text; kept only when the builder keeps text

	Pos     Pos       // where the bytes are
	Refused []Refusal // what the newest known schema would refuse in this record
}

// NoTime is the null of the time column.
const NoTime = math.MinInt64

// NewRow returns a row in which every column is null.
func NewRow() Row { return Row{Time: NoTime, TokensIn: -1, TokensOut: -1, Cost: math.NaN()} }

// Pos is where an event's record lies: a span of one input file. Offset is
// relative to the decompressed content of that file.
type Pos struct {
	File    int32  // index into Log.Files
	Offset  int64  // of the record's first byte
	Length  int64  // in bytes
	Line    int32  // from 1; 0 where the input has no lines
	Pointer string // RFC 6901, of the array or object that holds the record; "" in JSONL and one-document files
	Item    int32  // index within Pointer; -1 when Pointer is the record itself
}

// Secret is a place in a record that holds what looks like a secret. It never
// holds the secret.
type Secret struct {
	Path string // dot separated, from the record's top
	Kind SecretKind
}

func (s Secret) String() string { return s.Path + ": " + s.Kind.String() }

// SecretKind says what a secret looks like. The zero value is unknown.
type SecretKind uint8

// The kinds of secret.
const (
	SecretUnknown SecretKind = iota
	SecretPlain              // a readable value under a name that says that it is secret
	SecretToken              // an encrypted value, which the key of the server that made it opens
	secretCount
)

var secretStrings = [secretCount]string{"unknown", "plain", "token"}

func (k SecretKind) String() string {
	if k < secretCount {
		return secretStrings[k]
	}
	return "unknown"
}

// SecretKindNamed returns the kind with that name, false when there is none.
func SecretKindNamed(s string) (SecretKind, bool) { return named[SecretKind](secretStrings[:], s) }

// Refusal is one thing an upstream version would refuse in a record: the path
// in the record, dot separated as upstream prints it ("<root>" for the record
// as a whole), and the reason.
type Refusal struct{ Path, Reason string }

func (r Refusal) String() string { return r.Path + ": " + r.Reason }
