package project

// ErrorKind is what an upstream version would raise.
type ErrorKind uint8

// The kinds of error.
const (
	ErrorNone       ErrorKind = iota
	UnknownEvent              // an id on the way that no event of the log has
	Cycle                     // the parents form a cycle
	UnreadableEvent           // a record the version refuses
	SharedText                // a later call of a response carries text of its own
	UnpairedResult            // a result in the view without an open call before it: no manipulation indices
	NoMessages                // the profile makes no messages
	NamelessResult            // a tool message that answers a call and names no tool: not writable for chat
	NoView                    // a condensation puts its summary at an offset that no list has
	UnsavedText               // a text that is cut for the model and cannot be saved whole where its record says
	errorCount
)

var errorStrings = [errorCount]string{"", "unknown-event", "cycle", "unreadable-event", "shared-text", "unpaired-result", "no-messages", "nameless-result", "no-view", "unsaved-text"}

func (k ErrorKind) String() string {
	if k < errorCount {
		return errorStrings[k]
	}
	return "unknown"
}

// Error is what an upstream version would raise on a log. It is a result of a
// projection, not a failure of traj.
type Error struct {
	Kind    ErrorKind
	Message string // one line
	Row     int32  // the event it is about, -1 when no row is
	ID      string // the id it is about, "" when none is
}

func (e *Error) Error() string { return e.Kind.String() + ": " + e.Message }
