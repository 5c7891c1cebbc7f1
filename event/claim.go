package event

import "math"

// Claim is something that a log says of itself beside its events, with what
// its reader found instead, where the two can be held against each other.
type Claim struct {
	Kind    ClaimKind
	Field   string // the member, dot separated from the document's top
	Pointer string // RFC 6901, of the member in its file
	Offset  int64  // of the member in its file
	File    int32  // index into Log.Files
	Row     int32  // the event it is about, -1 for the log as a whole

	Text        string  // the word that is recorded, or what it is about
	Says, Found float64 // of a total: the figure recorded, and what the events amount to
	Least       bool    // what was found may lack something: the figure may be larger
}

// Counted is Found, NaN where nothing was found of what may be lacking: that is not
// that it is nothing.
func (c *Claim) Counted() float64 {
	if c.Least && c.Found == 0 {
		return math.NaN()
	}
	return c.Found
}

// ClaimKind says what a claim is about. The zero value is unknown.
type ClaimKind uint8

// The kinds of claim.
const (
	ClaimUnknown ClaimKind = iota
	ClaimTotal             // a figure about the events
	ClaimRunning           // a status that only a run under way has
	ClaimHollow            // a history without events, while they are told of elsewhere in the log
	ClaimPrompt            // a recorded prompt that holds what came after it
	claimCount
)

var claimStrings = [claimCount]string{"unknown", "total", "running", "hollow", "prompt"}

func (k ClaimKind) String() string {
	if k < claimCount {
		return claimStrings[k]
	}
	return "unknown"
}

// ClaimKindNamed returns the kind with that name, false when there is none.
func ClaimKindNamed(s string) (ClaimKind, bool) { return named[ClaimKind](claimStrings[:], s) }

// Ref is another log that a log names: one of a sub-agent, or the one that goes
// on where this ends. A reader looks for it among what it was given, and opens
// nothing else.
type Ref struct {
	Next    bool   // the log that goes on, else one of a sub-agent
	Row     int32  // the event that names it, -1 for the log as a whole
	Target  string // its id or its path, as recorded
	Pointer string // RFC 6901, of the name in its file
	Path    bool   // the target is a path
	Also    string // another path at which it may lie, "" for none
	Asked   bool   // it was looked for
	Found   bool
}
