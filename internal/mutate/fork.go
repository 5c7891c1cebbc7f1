package mutate

// fork is a new conversation with the events of this one: all of them, or
// those on the way to one.
func (s *session) fork() *session {
	p := s.p
	p.version, p.upgrade = s.version(), 0
	f := newSession(s.dice, p)
	f.now, f.forkOf, f.policy = s.now.Add(1), s, s.policy
	f.head, f.root = s.head, s.root
	f.calls = s.calls
	f.skills = append(f.skills, s.skills...)
	f.log = append(f.log, s.log...)
	if s.status == "waiting_for_confirmation" || s.since(treeSince) && s.chance(50) {
		f.slice()
	}
	return f
}

// slice keeps what leads to some event at which nothing is under way.
func (s *session) slice() {
	var at []*entry
	for _, e := range s.log {
		if s.whole(e) {
			at = append(at, e)
		}
	}
	e := pick(s.r, at...)
	s.head, s.root, s.forkAt = e, false, e.id
	s.log = path(e)
}

// subAgent is a conversation of an agent that this one called.
func (s *session) subAgent() {
	p := newPlan(s.dice)
	p.version, p.upgrade, p.server, p.acp, p.turns, p.depth = s.version(), 0, false, false, 1, s.p.depth+1
	sub := newSession(s.dice, p)
	sub.now = s.now
	sub.run()
	s.now = sub.now
	l := sub.directory()
	for _, f := range l.Files {
		s.files = append(s.files, File{"subagents/" + l.Name + "/" + f.Name, f.Data})
	}
}
