package mutate

import (
	"slices"
	"strings"
)

// The releases that a plan knows, by their minor numbers, and what came when.
const (
	treeSince = 31
	newest    = 43
)

var releases = []int{5, 7, 10, 14, 20, 22, 26, 31, 34, 37, 41, newest, newest, newest, newest, newest, newest}

func dialectOf(version int) dialect {
	return dialect{spaced: version <= 7, ascii: version < 7}
}

// thought is how a model shows its reasoning.
type thought uint8

const (
	noThought   thought = iota
	plainText           // reasoning content
	signed              // thinking blocks
	reasonItems         // reasoning items of the Responses API
)

// plan is what kind of conversation is to be made.
type plan struct {
	version  int  // the minor number of the release that writes
	upgrade  int  // from this event on the newest release writes, 0 never
	server   bool // an agent server keeps the conversation
	acp      bool // another agent does the work
	hooks    bool
	confirm  bool // actions are asked for
	analyzer bool // risks are judged
	record   bool // completions are recorded
	thought  thought
	condense int // the most events of a view, 0 without a condenser
	keep     int // the first events that are never condensed
	turns    int
	depth    int // of conversations below others
}

func newPlan(d dice) plan {
	r := d.r
	p := plan{version: pick(r, releases...), server: r.IntN(2) == 0, turns: 1 + r.IntN(5)}
	if p.version < treeSince && p.version > 7 && r.IntN(2) == 0 {
		p.upgrade = 3 + r.IntN(20)
	}
	p.acp = p.version >= 26 && r.IntN(8) == 0
	p.hooks = p.version >= 14 && !p.acp && r.IntN(4) == 0
	p.confirm = !p.acp && r.IntN(5) == 0
	p.analyzer = !p.acp && r.IntN(3) == 0
	p.record = p.server && r.IntN(3) == 0
	p.thought = thought(r.IntN(4))
	if p.version >= 14 && !p.acp && r.IntN(2) == 0 {
		p.condense, p.keep = 10+r.IntN(20), 1+r.IntN(3)
	}
	return p
}

// Generate returns the conversations that a seed makes, one or, where one was
// forked from the other, two. Nothing in them is wrong.
func Generate(seed uint64) []*Log {
	d := newDice(seed)
	s := newSession(d, newPlan(d))
	s.run()
	out := []*Log{s.directory()}
	if (s.since(treeSince) || s.since(20)) && !s.p.acp && s.chance(12) {
		f := s.fork()
		if s.chance(70) {
			f.resume()
		}
		out = append(out, f.directory())
	}
	return out
}

// run makes the whole conversation.
func (s *session) run() {
	s.begin()
	for turn := range s.p.turns {
		if turn > 0 && s.chance(25) {
			s.navigate()
		}
		s.turn(turn == s.p.turns-1)
	}
	s.finish()
}

// resume goes on with a conversation that has a history.
func (s *session) resume() {
	s.turn(true)
	s.finish()
}

// directory is the conversation as files.
func (s *session) directory() *Log {
	l := &Log{Name: strings.ReplaceAll(s.id, "-", "")}
	l.Files = append(l.Files, File{stateFile, s.state()})
	for i, e := range s.log {
		l.Files = append(l.Files, File{eventFile(i, e.id), e.data})
	}
	if s.p.server {
		l.Files = append(l.Files, File{"meta.json", s.meta()}, File{"owner_lease.json", s.lease()}, File{eventFolder + ".eventlog.lock", nil})
	}
	l.Files = append(l.Files, slices.Clone(s.files)...)
	return l
}
