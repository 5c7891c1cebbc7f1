package event

import "iter"

// Log is one conversation: its events, the state beside them, and the account
// of the bytes it was read from. A Log never changes once loaded.
type Log struct {
	Name         string // as given on the command line; "archive.zip!member" within a container
	Conversation string // the conversation's own id, "" when the log does not say
	Format       string // the format's name, as formats lists it
	Evidence     string // which bytes told the format
	Shape        Shape  // how the conversation is held, which decides which rules apply
	*Table
	State  *State // the snapshot beside the events; nil when the shape has none
	Meta   *Meta  // a server's record beside the events; nil when there is none
	Files  []File // every input file, ordered by name, event files by index
	Hints  []Hint // what tells the upstream version
	Bodies Bodies // the records' bytes

	// Parts are the rows of a log that is read while they are taken, each part a
	// log of some rows with nothing of the account; the Table is then empty. A
	// part is good until the next one is asked for; what is in its frames stays.
	// After an error there are no more.
	Parts iter.Seq2[*Log, error]
	First int32 // the row of the whole log that row 0 of a part is

	SHA256 string   // of the content, see formats.Options; "" unless it was asked for
	Unit   int      // which of the units of the inputs it lies in, where they were read unit by unit
	Claims []Claim  // what the log says of itself, in the order recorded
	Refs   []Ref    // other logs that it names, in the order recorded
	Models []string // the models that its responses are from, as recorded, sorted; nil where it does not say
}

// Shape is how a conversation is held. The zero value is unknown.
type Shape uint8

// The shapes. Only ShapeDirectory and ShapeEvents have file names that bear an
// index and an id; only ShapeDirectory has a state.
const (
	ShapeUnknown   Shape = iota
	ShapeDirectory       // a persisted conversation: state and event files
	ShapeEvents          // event files without the state
	ShapeStream          // records in append order in one file
	ShapeExport          // one file per event, ordered by time, not by append
	ShapePages           // pages of a server's answer
	ShapeHistory         // a history inside a row of benchmark output
	shapeCount
)

var shapeStrings = [shapeCount]string{"unknown", "directory", "events", "stream", "export", "pages", "history"}

func (s Shape) String() string {
	if s < shapeCount {
		return shapeStrings[s]
	}
	return "unknown"
}

// ShapeNamed returns the shape with that name, false when there is none.
func ShapeNamed(s string) (Shape, bool) { return named[Shape](shapeStrings[:], s) }

// NamesEvents reports whether each event lies in a file of its own whose name
// bears its index and id.
func (s Shape) NamesEvents() bool { return s == ShapeDirectory || s == ShapeEvents }

// Bodies gives the bytes of records. It may read the input again and may be
// used from many goroutines. It never returns more than the record.
type Bodies interface {
	// Body returns the record of row i. It may use buf's memory.
	Body(i int, buf []byte) ([]byte, error)
}

// Ahead is b for one goroutine that asks for records mostly in the order in which
// they lie: what it gives is good until it is asked for the next.
func Ahead(b Bodies) Bodies {
	if a, ok := b.(interface{ Ahead() Bodies }); ok {
		return a.Ahead()
	}
	return b
}

// State is what a log's snapshot says: recognised fields typed, nil where it
// does not say. Raw is the whole snapshot.
type State struct {
	File           int32 // index into Log.Files, -1 when the file is missing
	Problem        DamageReason
	ID             *string
	Status         *string // upstream's execution status, verbatim
	Head           *string // the event the log says it ends at
	HeadEmpty      *bool   // the log says that it stands before its first event
	Dir            *string // where the writer kept the conversation
	LastUser       *string // id of the newest message of a user
	AgentClass     *string
	BlockedActions []string // ids, sorted
	BlockedMessage []string // ids, sorted
	Tools          []string // names of the tools that the agent is given, as recorded; nil when it does not say
	Skills         []string // skills that the conversation activated, in recorded order
	Policy         *string  // class of the rule that says which actions a user must confirm
	Analyzer       *string  // class of what tells the security risk of actions
	Condenser      *string  // class of what condenses the view
	KeepFirst      *int64   // how many events at the start of the view the condenser keeps
	MaxIterations  *int64   // how many responses a run may take
	NativeCalls    *bool    // the model takes tool calls as such, not as text
	AgentUsage     *string  // the name of the usage that the agent's own model is counted under
	Usages         []Usage  // by name
	Inflight       *string  // id of the user's message that another agent is at work on
	LastPrompt     *string  // id of the user's message that another agent took last
	Secrets        []Secret // where the snapshot holds what looks like a secret
	Keys           []string // top-level keys, sorted
	Raw            []byte
	Refused        []Refusal // what upstream would refuse in the snapshot
}

// Usage is what a snapshot counts for one use of a model.
type Usage struct {
	Name                    string
	Cost, CostSum           float64  // the total, and the sum of what makes it up; NaN when it does not say
	TokensIn, TokensInSum   int64    // prompt tokens, the same way; -1 when it does not say
	TokensOut, TokensOutSum int64    // completion tokens
	Responses               []string // ids of the responses counted, in recorded order
}

// Meta is what a server's record of the conversation says, nil where it does not say.
type Meta struct {
	File       int32   // index into Log.Files
	ID         *string // the conversation's id
	ForkedFrom *string // the conversation it was forked from
	Policy     *string // class of the rule that says which actions a user must confirm
	Iterations *int64  // how many responses a run may take
	Generation *int64  // how often the conversation changed its owner, from the lease
	Expires    *int64  // when the lease ends unless it is renewed, in microseconds since 1970
	Owner      *string // who holds the lease
}

// FileRole says what an input file is to a log.
type FileRole uint8

// The roles of files.
const (
	RoleUnknown     FileRole = iota
	RoleEvent                // one event
	RoleEvents               // many events
	RoleState                // the snapshot
	RoleMeta                 // a server's record of the conversation
	RoleLease                // a server's lock or lease
	RoleObservation          // a tool's full output
	RoleSub                  // a conversation of a sub-agent, a log of its own
	RoleOther                // anything else: counted, not read
	RoleCopy                 // events that stand in files of their own as well
	fileRoleCount
)

var fileRoleStrings = [fileRoleCount]string{"unknown", "event", "events", "state", "meta", "lease", "observation", "sub", "other", "copy"}

func (r FileRole) String() string {
	if r < fileRoleCount {
		return fileRoleStrings[r]
	}
	return "unknown"
}

// File is one input file of a log.
type File struct {
	Name   string // as given on the command line and joined with "/"; a member of an archive is "export.zip!member"
	Role   FileRole
	Index  int64  // the index in an event file's name, -1 when it has none that upstream reads
	ID     string // the id in an event file's name, "" when it has none that upstream reads
	Row    int32  // the event of an event file, -1 when there is none
	Start  int64  // where this log's part of the file begins: not 0 only where one file holds several logs
	Line   int32  // the line of Start, from 1; 0 where the input has no lines
	Size   int64  // in bytes, decompressed; of this log's part where one file holds several logs
	Rows   int64  // bytes that belong to rows
	Space  int64  // bytes of white space, separators and envelope that carry nothing
	Damage []Damage

	Differs []Difference // where a file of copies is not what it copies
}

// Difference is a place where a file that repeats events does not agree with
// them.
type Difference struct {
	ID     string // of the event; "" where it is about the file
	Row    int32  // of the event; -1 when there is none
	Dead   bool   // upstream never reads the file
	Detail string
}

// Damage is a span of an input that is not a sound record.
type Damage struct {
	Reason DamageReason
	Offset int64 // of the first byte
	Length int64 // in bytes; 0 for a file that is empty
	Line   int32 // from 1, 0 where the input has no lines
	Inside bool  // the bytes belong to a row all the same, and count as the row's
	Tail   bool  // nothing but white space follows in the file
	Before int32 // the first row after it, Len() at the end; inside a record its first row, -1 when it gave none
	Detail string
}

// DamageReason says what is wrong with a span of bytes.
type DamageReason uint8

// The reasons.
const (
	DamageNone          DamageReason = iota
	DamageMissing                    // a file that should be there is not
	DamageEmpty                      // a file without bytes
	DamageTorn                       // a record that ends too early
	DamageGlued                      // two records where one should be
	DamageNUL                        // a run of NUL bytes
	DamageUTF8                       // bytes that are not UTF-8
	DamageSurrogate                  // an escape of half a surrogate pair
	DamageJSON                       // not JSON
	DamageNotObject                  // JSON, but not an object
	DamageUnknownRecord              // an object the format has no place for
	DamageContainer                  // an archive or compressed stream that breaks off
	DamageBOM                        // a byte order mark
	DamageDuplicateKey               // an object that names a key twice
	DamageNonstandard                // JSON with NaN, Infinity or other extensions
	DamageDepth                      // nested deeper than upstream reads
	DamageTooLarge                   // larger than the reader's limit
	DamageUnreadable                 // the file could not be read
	damageCount
)

var damageStrings = [damageCount]string{"", "missing", "empty", "torn", "glued", "nul", "utf8", "surrogate", "json", "not-object", "unknown-record",
	"container", "bom", "duplicate-key", "nonstandard", "depth", "too-large", "unreadable"}

func (d DamageReason) String() string {
	if d < damageCount {
		return damageStrings[d]
	}
	return "unknown"
}

// DamageNamed returns the reason with that name, false when there is none.
func DamageNamed(s string) (DamageReason, bool) { return named[DamageReason](damageStrings[:], s) }

// Hint is one fact about the upstream version that wrote a log.
type Hint struct {
	AtLeast string // the oldest version that writes so, "" when unbounded
	Below   string // the first version that no longer does, "" when unbounded
	Why     string // what was seen
	Row     int32  // where, -1 for the state
}
