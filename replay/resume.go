package replay

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// Does is what a resume does with an action.
type Does uint8

// What a resume does.
const (
	DoesUnknown Does = iota
	ReExecutes       // the action is run again, before the model is asked
	Drops            // the action is not in the prompt: the model does not know of it
	Strands          // the action lies where the resume does not look
	Keeps            // the action and what answers it are in the prompt; nothing is run
	doesCount
)

var doesStrings = [doesCount]string{"unknown", "re-executes", "drops", "strands", "keeps"}

func (d Does) String() string {
	if d < doesCount {
		return doesStrings[d]
	}
	return "unknown"
}

// Resume is what a resume under the log's profile would do with an action.
type Resume struct {
	Does Does
	Why  string
}

// resumer knows what a resume of a log does.
type resumer struct {
	r       *project.Reading
	err     *project.Error
	pending []int32
	place   map[int32]int              // by row: its place in pending, from 1
	dropped map[int32]project.Property // by row
	thread  *threadEnd                 // of a LangGraph thread, once it is asked for
}

func newResumer(r *project.Reading) resumer {
	s := resumer{r: r, place: map[int32]int{}, dropped: map[int32]project.Property{}}
	path, e := r.ActivePath()
	if s.err = e; e != nil {
		return s
	}
	s.pending = r.Pending(path)
	for k, row := range s.pending {
		s.place[row] = k + 1
	}
	for _, e := range r.Rebuild(path).Enforcements {
		for _, i := range e.Dropped {
			if !i.Summary {
				s.dropped[i.Row] = e.Property
			}
		}
	}
	return s
}

func (s *resumer) of(a *Action) Resume {
	name := s.r.Profile.Name
	switch p := s.dropped[a.Row]; {
	case s.err != nil:
		return Resume{Strands, fmt.Sprintf("%s cannot go on from this log (%s: %s): until that is repaired nothing is run", name, s.err.Kind, s.err.Message)}
	case !s.r.Profile.OpenHandsV1():
		return s.ofOthers(a)
	case s.place[a.Row] > 0:
		return Resume{ReExecutes, s.whyAgain(a)}
	case !a.OnBranch:
		return Resume{Strands, s.whyStranded(a)}
	case p != project.NoProperty:
		return Resume{Drops, fmt.Sprintf("%s does not run it again and drops it from the prompt (%s): the model does not know that it was called", name, p)}
	case a.Outcome == Synthetic:
		return Resume{Keeps, fmt.Sprintf("%s takes the error in place of a result: it runs nothing, shows the model that text, and the model may call again", name)}
	}
	if a.Outcome.Known() {
		return Resume{Keeps, fmt.Sprintf("%s has a result for it on the branch and runs nothing", name)}
	}
	return Resume{Keeps, fmt.Sprintf("%s takes an event of another call for its result: it runs nothing and goes on after it", name)}
}

// ofOthers is of for versions of other upstreams than OpenHands V1.
func (s *resumer) ofOthers(a *Action) Resume {
	name := s.r.Profile.Name
	switch {
	case clients[s.r.Profile.Family] != nil:
		return clients[s.r.Profile.Family](s, a)
	case s.r.Profile.Family != "openhands-v0":
		return Resume{DoesUnknown, fmt.Sprintf("what a resume of %s does with it is not known", name)}
	case a.Outcome == Synthetic:
		return Resume{Keeps, fmt.Sprintf("%s takes the error in place of a result: it runs nothing and shows the model that text, also where the real result comes later", name)}
	case a.Outcome.Known():
		return Resume{Keeps, fmt.Sprintf("%s has a result for it and runs nothing", name)}
	}
	return Resume{Drops, fmt.Sprintf("%s keeps no pending action over a restart: it runs nothing again, and sends no response of which a call has no result", name)}
}

func (s *resumer) whyAgain(a *Action) string {
	why := fmt.Sprintf("%s runs every action of the branch that has no result before it asks the model", s.r.Profile.Name)
	if n := len(s.pending); n > 1 {
		why += fmt.Sprintf("; this is number %d of %d", s.place[a.Row], n)
	}
	if st := s.status(); st == "running" && s.place[a.Row] == 1 && s.r.Profile.OpenHandsV1() {
		why += "; an agent-server, which finds the status running, writes a restart error for it instead and runs nothing"
	}
	return why
}

func (s *resumer) whyStranded(a *Action) string {
	h := s.r.Head()
	switch {
	case h.Empty:
		return "the log stands before its first event: the resume begins anew, and the model knows of nothing"
	case h.Row >= 0 && s.r.Tree.IsAncestor(int(h.Row), int(a.Row)):
		return fmt.Sprintf("it lies beyond the saved head %s, which is written only when a step ends: the resume goes on from there, does not see the action, and the model may call it again", h.ID)
	}
	return fmt.Sprintf("it lies on another branch than the head %s: the resume does not see it, and the model does not know of it", h.ID)
}

func (s *resumer) status() string {
	if st := s.r.Log.State; st != nil && st.Problem == event.DamageNone && st.Status != nil {
		return *st.Status
	}
	return ""
}
