package mutate

import (
	"fmt"
	"time"
)

const rootParent = "__root__"

// entry is one event of a session.
type entry struct {
	id, kind, source string
	at               time.Time
	version          int    // of the writer
	parent           string // as recorded, "" unset
	up               *entry // the parent in effect
	body             object // without what every event has
	response, call   string
	thinking         bool     // an action with signed thinking
	valid            bool     // an action that can be run
	forgets          []string // what a condensation drops
	offset           int      // where its summary goes
	summary          bool     // it has one
	data             []byte
}

// session is a conversation under way, as the writer keeps it.
type session struct {
	dice
	p    plan
	id   string
	now  time.Time
	log  []*entry
	head *entry
	root bool // the head was moved to before the first event

	status   string
	policy   string
	calls    int     // so far: no two ask for the same
	waiting  []*call // calls that wait for the user's word
	lastUser string
	skills   []string
	stats    map[string]*usage
	files    []File // what lies beside state and events
	forkOf   *session
	forkAt   string
}

func newSession(d dice, p plan) *session {
	r, s := d.r, &session{dice: d, p: p, status: "idle", policy: "NeverConfirm", stats: map[string]*usage{}}
	s.id = s.uuid()
	s.now = time.Date(2025, time.Month(1+r.IntN(12)), 1+r.IntN(28), 8+r.IntN(9), r.IntN(60), r.IntN(60), r.IntN(1e6)*1000, time.UTC)
	if p.confirm {
		s.policy = pick(r, "AlwaysConfirm", "ConfirmRisky")
	}
	return s
}

// tick lets time pass.
func (s *session) tick(most time.Duration) {
	s.now = s.now.Add(1 + time.Duration(s.r.Int64N(int64(most))))
}

// version is that of the writer of the next event.
func (s *session) version() int {
	if s.p.upgrade > 0 && len(s.log) >= s.p.upgrade {
		return newest
	}
	return s.p.version
}

// since reports whether the writer has what came with a release.
func (s *session) since(minor int) bool { return s.version() >= minor }

// event makes an event, created now and not yet stored.
func (s *session) event(kind, source string, body ...member) *entry {
	return &entry{id: s.uuid(), kind: kind, source: source, at: s.now, body: body}
}

// stamp gives an event its parent: the head as it is now.
func (s *session) stamp(e *entry) *entry {
	e.version = s.version()
	if e.version < treeSince {
		if n := len(s.log); n > 0 {
			e.up = s.log[n-1]
		}
		return e
	}
	switch e.up = s.leaf(); {
	case e.up != nil:
		e.parent = e.up.id
	case len(s.log) > 0:
		e.parent = rootParent
	}
	return e
}

// leaf is the head that the writer finds: the stored one, or after a log
// without parents its last event that is no artifact.
func (s *session) leaf() *entry {
	if s.head != nil || s.root {
		return s.head
	}
	for i := len(s.log) - 1; i >= 0; i-- {
		if k := s.log[i].kind; k != stateUpdate && k != "ConversationErrorEvent" {
			return s.log[i]
		}
	}
	return nil
}

// store appends a stamped event.
func (s *session) store(e *entry) *entry {
	if e.version < treeSince && len(s.log) > 0 {
		e.up = s.log[len(s.log)-1]
	}
	e.data = e.encode()
	s.log = append(s.log, e)
	if e.kind != stateUpdate && e.version >= treeSince {
		s.head, s.root = e, false
	}
	return e
}

// add makes, stamps and stores an event.
func (s *session) add(kind, source string, body ...member) *entry {
	s.tick(900 * time.Millisecond)
	return s.store(s.stamp(s.event(kind, source, body...)))
}

// tip is the event at which the conversation stands, nil before the first.
func (s *session) tip() *entry {
	if s.version() < treeSince && len(s.log) > 0 {
		return s.log[len(s.log)-1]
	}
	return s.leaf()
}

// path is the way from the root to an event.
func path(e *entry) []*entry {
	var out []*entry
	for ; e != nil; e = e.up {
		out = append(out, e)
	}
	for i, k := 0, len(out)-1; i < k; i, k = i+1, k-1 {
		out[i], out[k] = out[k], out[i]
	}
	return out
}

// encode writes the event as its version does.
func (e *entry) encode() []byte {
	head := object{{"id", e.id}, {"timestamp", clock(e.at)}, {"source", e.source}}
	if e.parent != "" {
		head = append(head, member{"parent_id", e.parent})
	}
	d := dialectOf(e.version)
	if d.spaced {
		return d.text(append(append(object{{"kind", e.kind}}, head...), e.body...))
	}
	return d.text(append(append(head, e.body...), member{"kind", e.kind}))
}

// class is a nested object of a class, whose kind stands where its version puts it.
func (s *session) class(kind string, o object) object {
	if dialectOf(s.version()).spaced {
		return append(object{{"kind", kind}}, o...)
	}
	return append(o[:len(o):len(o)], member{"kind", kind})
}

// clock is a time as upstream writes it: local, without a fraction when it is zero.
func clock(t time.Time) string {
	if us := t.Nanosecond() / 1000; us != 0 {
		return fmt.Sprintf("%s.%06d", t.Format("2006-01-02T15:04:05"), us)
	}
	return t.Format("2006-01-02T15:04:05")
}
