package replay

import (
	"fmt"
	"path"
	"strings"

	"github.com/traj-dev/traj/event"
)

func lineConversation(s *stateView) StateLine {
	l := StateLine{Fact: "conversation id"}
	plain := func(v *string) *Saying {
		if v == nil {
			return nil
		}
		return &Saying{Value: strings.ToLower(strings.ReplaceAll(*v, "-", "")), Row: -1}
	}
	l.Says[OwnerSnapshot], l.Says[OwnerRecord] = plain(s.state.ID), plain(s.meta.ID)
	if dir := s.directory(); isHex32(dir) {
		l.Says[OwnerEvents] = &Saying{Value: dir, Row: -1}
	}
	l.compare()
	if l.Verdict == Differ {
		l.Note = "a resume refuses a conversation in a directory of another name"
	}
	return l
}

func lineDirectory(s *stateView) StateLine {
	l := StateLine{Fact: "directory"}
	if s.state.Dir != nil {
		l.Says[OwnerSnapshot] = &Saying{Value: lastElement(*s.state.Dir), Row: -1}
	}
	if dir := s.directory(); dir != "" {
		l.Says[OwnerEvents] = &Saying{Value: dir, Row: -1}
	}
	l.compare()
	if l.Verdict == Differ {
		l.Note = "it was moved or copied since it was written"
	}
	return l
}

// directory is the name of the directory that the conversation lies in, ""
// where its files have none.
func (s *stateView) directory() string {
	l := s.r.Log
	if l.Shape != event.ShapeDirectory || l.State == nil || l.State.File < 0 || int(l.State.File) >= len(l.Files) {
		return ""
	}
	dir := lastElement(path.Dir(strings.ReplaceAll(l.Files[l.State.File].Name, "!", "/")))
	if dir == "." {
		return ""
	}
	return dir
}

// lastElement is the last element of a path of any system.
func lastElement(s string) string {
	s = strings.TrimRight(s, `/\`)
	return strings.ToLower(s[strings.LastIndexAny(s, `/\`)+1:])
}

func isHex32(s string) bool { return len(s) == 32 && strings.Trim(s, "0123456789abcdef") == "" }

// lineStatus compares the saved status with the last one that the events
// record, or, where they record none, with what they end in.
func lineStatus(s *stateView) StateLine {
	l := StateLine{Fact: "execution status"}
	l.Says[OwnerSnapshot] = said(s.state.Status)
	if s.update >= 0 {
		v := s.word(s.r.Log.Value(int(s.update)))
		l.Says[OwnerEvents] = s.shown(s.update, v, false)
		l.compare()
		if l.Verdict == Differ && s.last > s.update {
			l.Verdict, l.Note = NotSaid, "events follow that may have changed it and do not record it"
		}
		return l
	}
	v, row := s.ending()
	if row < 0 {
		return l
	}
	l.Says[OwnerEvents] = s.shown(row, v, true)
	if l.Says[OwnerSnapshot] != nil {
		l.Verdict, l.Note = s.judgeEnding(v)
	}
	return l
}

// ending is the status that the branch ends in and the event that shows it, -1
// when nothing does.
func (s *stateView) ending() (string, int32) {
	for k := len(s.path) - 1; k >= 0; k-- {
		row := s.path[k]
		l, i := s.r.Log, int(row)
		switch kind := l.Kind(i); {
		case s.runError(row), l.Synthetic(i) == event.SyntheticRestart:
			return "error", row
		case kind == event.KindPause:
			return "paused", row
		case kind.AnswersCall():
			if a := s.r.Action(row); a >= 0 && l.Has(int(a), event.FlagFinish) && kind == event.KindResult {
				return "finished", row
			}
			return "within a run", row
		case kind == event.KindAction:
			return "open action", row
		case kind == event.KindMessage && s.isUser(row):
			return "user message", row
		case kind == event.KindMessage && s.word(l.Source(i)) == "agent":
			return "finished", row
		}
	}
	return "", -1
}

// judgeEnding holds the saved status against what the branch ends in.
func (s *stateView) judgeEnding(ends string) (Agreement, string) {
	status := s.status()
	switch {
	case status == ends:
		return Agree, ""
	case status == "running":
		return NotSaid, "a log at rest does not run: its process died, or it was copied within a step"
	case status == "finished" && (ends == "error" || ends == "open action" || ends == "user message" || ends == "within a run"):
		return Differ, "the state says that the run ended, and the branch does not end so"
	case (status == "error" || status == "paused") && ends == "finished":
		return Differ, "no event tells of it"
	case status == "waiting_for_confirmation" && ends == "open action":
		return Agree, ""
	}
	return NotSaid, "the one does not exclude the other"
}

func lineHead(s *stateView) StateLine {
	l := StateLine{Fact: "head"}
	if s.state.HeadEmpty != nil && *s.state.HeadEmpty {
		l.Says[OwnerSnapshot] = &Saying{Value: "before the first event", Row: -1}
	} else {
		l.Says[OwnerSnapshot] = said(s.state.Head)
	}
	if s.last >= 0 {
		id := s.r.EventID(s.last)
		l.Says[OwnerEvents] = s.shown(s.last, id, true)
	}
	l.compare()
	switch head := s.r.Head(); {
	case l.Verdict != Differ:
	case head.Err != nil || head.Row < 0 && !head.Empty:
		l.Note = "the saved head is no event that a resume finds"
	default:
		l.Note = fmt.Sprintf("%d later events are not on its branch: the process died within a step, or somebody went back", s.left(head.Row))
	}
	return l
}

// left is how many events that become the head lie behind a row and off the
// active branch.
func (s *stateView) left(head int32) int {
	n := 0
	for _, row := range s.r.Seq {
		if row > head && s.r.Advances(row) && !s.r.OnBranch(row) {
			n++
		}
	}
	return n
}

func lineLastUser(s *stateView) StateLine {
	l := StateLine{Fact: "last user message"}
	l.Says[OwnerSnapshot] = said(s.state.LastUser)
	if s.user >= 0 {
		l.Says[OwnerEvents] = s.shown(s.user, s.r.EventID(s.user), true)
	}
	l.compare()
	return l
}

// linePending holds whether the state waits for the user against the actions of
// the branch that have no result.
func linePending(s *stateView) StateLine {
	l := StateLine{Fact: "pending actions"}
	n, status := len(s.pending), s.status()
	if !s.broken {
		l.Says[OwnerEvents] = &Saying{Value: fmt.Sprint(n), Row: -1, Derived: true}
		if n > 0 {
			l.Says[OwnerEvents] = s.shown(s.pending[0], fmt.Sprint(n), true)
		}
	}
	if status == "" {
		return l
	}
	waits := status == "waiting_for_confirmation"
	value := "not waiting"
	switch {
	case waits:
		value = "waiting"
	case status == "running":
		value = "running"
	}
	l.Says[OwnerSnapshot] = &Saying{Value: value, Row: -1, Derived: !waits}
	switch {
	case s.broken:
	case waits == (n > 0) || status == "running" && n > 0:
		l.Verdict = Agree
	case waits:
		l.Verdict, l.Note = Differ, "the state waits for confirmation, and the branch has nothing to confirm"
	default:
		l.Verdict, l.Note = Differ, "the branch has actions without a result, and the state does not wait for them: a resume runs them again"
	}
	return l
}

func linePolicy(s *stateView) StateLine {
	l := StateLine{Fact: "confirmation policy"}
	l.Says[OwnerSnapshot], l.Says[OwnerRecord] = said(s.state.Policy), said(s.meta.Policy)
	l.compare()
	return l
}

// lineIterations holds the limit of a run against the responses since the last
// message of the user.
func lineIterations(s *stateView) StateLine {
	l := StateLine{Fact: "responses of the run"}
	limit := s.state.MaxIterations
	l.Says[OwnerSnapshot], l.Says[OwnerRecord] = saidLimit(limit), saidLimit(s.meta.Iterations)
	if s.broken {
		return l
	}
	n, reached := s.sinceUser()
	l.Says[OwnerEvents] = &Saying{Value: fmt.Sprint(n), Row: -1, Derived: true}
	switch {
	case limit != nil && s.meta.Iterations != nil && *limit != *s.meta.Iterations:
		l.Verdict, l.Note = Differ, "two limits"
	case limit == nil:
	case int64(n) > *limit:
		l.Verdict, l.Note = Differ, "more than the limit: in several runs, or under another one"
	default:
		l.Verdict = Agree
	}
	if reached >= 0 {
		l.Says[OwnerEvents] = s.shown(reached, fmt.Sprintf("%d, the limit was reached", n), false)
	}
	return l
}

func saidLimit(n *int64) *Saying {
	if n == nil {
		return nil
	}
	return &Saying{Value: fmt.Sprintf("at most %d", *n), Row: -1}
}

// sinceUser counts the responses on the branch since the last message of the
// user, and finds the error that says that the limit was reached, -1.
func (s *stateView) sinceUser() (n int, reached int32) {
	reached = -1
	last := event.ID(0)
	for _, row := range s.path {
		l, i := s.r.Log, int(row)
		switch k := l.Kind(i); {
		case s.isUser(row):
			n, last, reached = 0, 0, -1
		case s.runError(row) && s.word(l.Label(i)) == "MaxIterationsReached":
			reached = row
		case (k == event.KindAction || k == event.KindMessage) && l.ResponseID(i) != 0 && l.ResponseID(i) != last:
			last = l.ResponseID(i)
			n++
		}
	}
	return n, reached
}
