package replay

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

// mostEvidence bounds the facts named beside an action.
const mostEvidence = 24

// mostBatch bounds the calls of a response that are looked at.
const mostBatch = 256

// tell adds a fact about a row of the log, -1 for none.
func (s *sheet) tell(o *Orphan, row int32, format string, args ...any) {
	if len(o.Evidence) == mostEvidence {
		return
	}
	e := Evidence{Row: row, Note: fmt.Sprintf(format, args...)}
	if row >= 0 {
		e.ID = s.r.EventID(row)
	}
	o.Evidence = append(o.Evidence, e)
}

// evidence gathers what the log has for and against an action.
func (s *sheet) evidence(o *Orphan) {
	s.resultEvidence(o)
	s.hookEvidence(o)
	for _, t := range o.Twins {
		s.twinEvidence(o, t)
	}
	s.batchEvidence(o)
	s.laterEvidence(o)
	s.lossEvidence(o)
	s.stateEvidence(o)
}

// wrote says who wrote an error in place of the tool.
func wrote(by event.Synthetic) string {
	who := "the framework"
	switch by {
	case event.SyntheticRestart:
		who = "a restart"
	case event.SyntheticInterrupt:
		who = "an interrupt"
	case event.SyntheticCancel:
		who = "a cancellation"
	}
	return who + " wrote an error in place of the tool: it proves nothing about what the tool did"
}

func (s *sheet) resultEvidence(o *Orphan) {
	if o.Outcome == Synthetic {
		s.tell(o, o.Result, "%s", wrote(o.By))
	}
	for _, row := range o.Late {
		s.tell(o, row, "a real result came after it on the same branch: %s; the model is shown the first one only", resultOutcome(s.r, row))
	}
	for _, row := range o.Again {
		s.tell(o, row, "a further real result on the same branch: the tool ran more than once")
	}
	for _, row := range o.Elsewhere {
		s.elsewhere(o, row)
	}
	for _, row := range s.answers.Rows(s.r.Log.CallID(int(o.Row))) {
		if len(o.Evidence) == mostEvidence {
			return
		}
		switch a := s.r.Action(row); {
		case a >= 0 && a != o.Row:
			s.tell(o, row, "a result has its call id and answers another action, by its action id")
		case a < 0:
			s.tell(o, row, "a result has its call id and belongs to another response")
		}
	}
}

func (s *sheet) elsewhere(o *Orphan, row int32) {
	where := "on a sibling branch"
	switch {
	case s.in[row] < 0:
		where = "where no path leads"
	case s.below(row, o.Row):
		where = "before the action itself"
	}
	switch out := resultOutcome(s.r, row); out {
	case Synthetic:
		s.tell(o, row, "%s: %s", where, wrote(s.r.Log.Synthetic(int(row))))
	case Rejected:
		s.tell(o, row, "a refusal stands %s", where)
	default:
		s.tell(o, row, "a real result stands %s (%s): the tool did run", where, out)
	}
}

func (s *sheet) hookEvidence(o *Orphan) {
	id := s.r.Log.Table.ID(int(o.Row))
	for _, row := range s.hooks.Rows(id) {
		kind := s.r.Log.NameString(s.r.Log.Label(int(row)))
		switch {
		case kind == "PostToolUse":
			s.tell(o, row, "the hook after the tool ran: the tool had returned")
		case s.r.Log.Has(int(row), event.FlagBlocked):
			s.tell(o, row, "a hook blocked the call: the tool was not to run")
		}
	}
}

func (s *sheet) twinEvidence(o *Orphan, t Twin) {
	when, where := "later", "on another branch"
	if t.Before {
		when = "before"
	}
	if t.SameBranch {
		where = "on the same branch"
	}
	s.tell(o, t.Row, "the same tool was called with the same arguments %s, %s: %s", when, where, t.Outcome)
}

// batchEvidence looks at the other calls of the response.
func (s *sheet) batchEvidence(o *Orphan) {
	done, all, finish := 0, 0, int32(-1)
	batch := s.responses.Rows(s.r.Log.ResponseID(int(o.Row)))
	if len(batch) > mostBatch {
		return // no batch has so many: the id is used over and over
	}
	for _, row := range batch {
		if row == o.Row {
			continue
		}
		all++
		if s.r.Log.Has(int(row), event.FlagFinish) && s.below(row, o.Row) {
			finish = row
		}
		for _, res := range s.r.Results(row) {
			if s.below(o.Row, res) && resultOutcome(s.r, res) != Synthetic {
				done++
				break
			}
		}
	}
	if o.Outcome == Discarded {
		s.tell(o, finish, "the call stands after the one that ended the run in the same response: the version keeps such calls and does not run them in that run")
		return
	}
	if done > 0 {
		s.tell(o, -1, "of the %d other calls of its response %d have results below it: results are written when the whole batch has ended, so this tool had ended too", all, done)
	} else if all > 0 {
		s.tell(o, -1, "of the %d other calls of its response none has a result below it: results are written when the whole batch has ended", all)
	}
}

// laterEvidence finds the first turn below the action: who wrote it went on.
func (s *sheet) laterEvidence(o *Orphan) {
	response := s.r.Log.ResponseID(int(o.Row))
	const reach = mostBatch
	for n, row := 0, s.onlyBelow(o, o.Row); row >= 0 && n < reach; n, row = n+1, s.onlyBelow(o, row) {
		l, i := s.r.Log, int(row)
		k := l.Kind(i)
		if k != event.KindMessage && k != event.KindAction || response != 0 && l.ResponseID(i) == response {
			continue
		}
		what := "a message"
		if k == event.KindAction {
			what = "a call of " + l.NameString(l.Tool(i))
		}
		s.tell(o, row, "the conversation goes on after it on its branch with %s", what)
		return
	}
}

// onlyBelow is the next event below a row on the action's branch, -1 when the
// branch ends or parts.
func (s *sheet) onlyBelow(o *Orphan, row int32) int32 {
	next := int32(-1)
	if !s.r.Profile.HasTree() {
		if k := s.order[row] + 1; int(k) < len(s.r.Seq) {
			return s.r.Seq[k]
		}
		return -1
	}
	for _, c := range s.r.Tree.Children(int(row)) {
		switch {
		case !s.r.Advances(c) || !s.r.Readable(c):
		case o.OnBranch && s.r.OnBranch(c):
			return c
		case o.OnBranch:
		case next >= 0:
			return -1
		default:
			next = c
		}
	}
	return next
}

// lossEvidence names a damaged place after the action in which its result may
// have stood.
func (s *sheet) lossEvidence(o *Orphan) {
	for i := range s.r.Log.Files {
		f := &s.r.Log.Files[i]
		for _, d := range f.Damage {
			switch {
			case f.Role == event.RoleEvent && f.Row < 0 && f.Index > s.indexOf(o.Row):
				s.tell(o, -1, "%s holds no event that can be read (%s): it may have been its result", f.Name, d.Reason)
				return
			case f.Role == event.RoleEvents && !d.Inside && d.Before > o.Row:
				s.tell(o, -1, "%s has bytes after it that are no event (%s): they may have been its result", f.Name, d.Reason)
				return
			}
		}
	}
}

func (s *sheet) indexOf(row int32) int64 {
	if f := s.r.Log.Pos(int(row)).File; int(f) < len(s.r.Log.Files) {
		return s.r.Log.Files[f].Index
	}
	return -1
}

// stateEvidence says what the snapshot has to say.
func (s *sheet) stateEvidence(o *Orphan) {
	if o.Resume.Does != ReExecutes {
		return
	}
	switch st := s.resume.status(); st {
	case "waiting_for_confirmation":
		s.tell(o, -1, "the state waits for confirmation: either nobody has confirmed, or the process died while it ran, for the state is written only when the step ends")
	case "":
	default:
		s.tell(o, -1, "the state says %s", st)
	}
}
