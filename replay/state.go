package replay

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// Owner is who says something about a conversation beside the others: each of
// the four is written by itself, and may be older than another.
type Owner uint8

// The owners.
const (
	OwnerSnapshot Owner = iota // base_state.json
	OwnerRecord                // meta.json, of a server
	OwnerLease                 // owner_lease.json, of a server
	OwnerEvents                // the events, and the directory they lie in
	OwnerCount
)

var ownerStrings = [OwnerCount]string{"base_state.json", "meta.json", "lease", "events"}

func (o Owner) String() string {
	if o < OwnerCount {
		return ownerStrings[o]
	}
	return "unknown"
}

// Agreement is whether the owners of a line say the same.
type Agreement uint8

// The agreements.
const (
	NotSaid Agreement = iota // by fewer than two, or by none so that it could be compared
	Agree
	Differ
	agreementCount
)

var agreementStrings = [agreementCount]string{"not said", "agree", "differ"}

func (v Agreement) String() string {
	if v < agreementCount {
		return agreementStrings[v]
	}
	return "unknown"
}

// Saying is what one owner says. The zero value is nothing.
type Saying struct {
	Value   string
	Row     int32 // the event that says it; meant only where Event is set
	Event   string
	Derived bool // nobody wrote it down: it is worked out from the events
}

// StateLine is one fact and what each owner says of it.
type StateLine struct {
	Fact    string
	Says    [OwnerCount]*Saying // nil where the owner does not say
	Verdict Agreement
	Note    string // what the verdict rests on, "" when the values tell it
}

// StateTable holds the state of a conversation against its log.
type StateTable struct {
	Lines []StateLine
	Stops [3]Stop // the model said done, the loop stopped, acceptance
}

// Differs is how many lines differ.
func (t *StateTable) Differs() int {
	n := 0
	for i := range t.Lines {
		if t.Lines[i].Verdict == Differ {
			n++
		}
	}
	return n
}

// StateOptions are what a log cannot tell.
type StateOptions struct {
	Now int64 // the time to judge a lease by, in microseconds since 1970; event.NoTime = not judged
}

// StateAgainstLog puts what the snapshot, the server's record, the lease and
// the events say of a conversation side by side.
func StateAgainstLog(r *project.Reading, o StateOptions) *StateTable {
	s := newStateView(r)
	t := &StateTable{}
	for _, line := range []func(*stateView) StateLine{
		lineConversation, lineDirectory, lineStatus, lineHead, lineLastUser, linePending, linePolicy, lineIterations, lineResponses, lineCost, lineGeneration, lineExpiry,
	} {
		t.Lines = append(t.Lines, line(s))
	}
	t.Lines = append(t.Lines, s.lineLease(o.Now))
	t.Stops = s.stops()
	return t
}

// stateView is what the lines look at.
type stateView struct {
	r       *project.Reading
	state   *event.State // empty when there is none that can be read
	meta    *event.Meta  // empty when there is none
	path    []int32      // the active branch; nil when it is broken
	broken  bool
	pending []int32
	last    int32 // the last event that became the head, -1
	user    int32 // the newest message of a user, -1
	update  int32 // the newest recorded change of the status, -1
}

func newStateView(r *project.Reading) *stateView {
	s := &stateView{r: r, state: &event.State{}, meta: &event.Meta{}, last: -1, user: -1, update: -1}
	if st := r.Log.State; st != nil && st.Problem == event.DamageNone {
		s.state = st
	}
	if r.Log.Meta != nil {
		s.meta = r.Log.Meta
	}
	path, e := r.ActivePath()
	if s.broken = e != nil; !s.broken {
		s.path, s.pending = path, r.Pending(path)
	}
	for _, row := range r.Seq {
		switch {
		case r.Advances(row):
			s.last = row
		case s.isStatus(row):
			s.update = row
		}
		if s.isUser(row) {
			s.user = row
		}
	}
	return s
}

func (s *stateView) word(n event.Name) string { return s.r.Log.NameString(n) }

func (s *stateView) isUser(row int32) bool {
	return s.r.Log.Kind(int(row)) == event.KindMessage && s.word(s.r.Log.Source(int(row))) == "user"
}

// isStatus reports whether a row is a recorded change of the status.
func (s *stateView) isStatus(row int32) bool {
	l, i := s.r.Log, int(row)
	return l.Kind(i) == event.KindState && !s.r.Advances(row) && s.word(l.Label(i)) == "execution_status" && l.Value(i) != 0
}

// runError reports whether a row says that a run failed.
func (s *stateView) runError(row int32) bool {
	return s.r.Log.Kind(int(row)) == event.KindState && s.r.Advances(row)
}

func (s *stateView) status() string {
	if s.state.Status == nil {
		return ""
	}
	return *s.state.Status
}

// said is what an owner wrote down, nil for nothing.
func said(v *string) *Saying {
	if v == nil {
		return nil
	}
	return &Saying{Value: *v, Row: -1}
}

func saidNumber(v *int64) *Saying {
	if v == nil {
		return nil
	}
	return &Saying{Value: fmt.Sprint(*v), Row: -1}
}

// shown is what an event says, or what follows from it.
func (s *stateView) shown(row int32, value string, derived bool) *Saying {
	return &Saying{Value: value, Row: row, Event: s.r.EventID(row), Derived: derived}
}

// compare judges a line by the equality of its values.
func (l *StateLine) compare() {
	var first *Saying
	for _, x := range l.Says {
		switch {
		case x == nil:
		case first == nil:
			first = x
		case x.Value != first.Value:
			l.Verdict = Differ
			return
		default:
			l.Verdict = Agree
		}
	}
}
