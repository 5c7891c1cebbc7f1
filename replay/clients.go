package replay

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

// clients say what a resume of other upstreams does with an action, by the
// family of their profile.
var clients = map[string]func(*resumer, *Action) Resume{
	"pi":         (*resumer).ofPi,
	"gemini-cli": (*resumer).ofGeminiCLI,
	"langgraph":  (*resumer).ofLangGraph,
}

// ofPi: nothing is run again, and a call without a result is given one.
// Source: badlogic/pi-mono at 83378aa, packages/ai/src/providers/transform-messages.ts.
func (s *resumer) ofPi(a *Action) Resume {
	switch {
	case s.r.Log.Has(int(a.Row), event.FlagNotExecutable):
		return Resume{Drops, "pi sends no response again that was aborted or failed: the model does not know of the call"}
	case !a.OnBranch:
		return Resume{Strands, fmt.Sprintf("it lies on another branch than the head %s: pi does not see it", s.r.Head().ID)}
	case a.Outcome.Known():
		return Resume{Keeps, "pi has a result for it and runs nothing"}
	}
	return Resume{Keeps, "pi runs nothing again and gives the call the result \"No result provided\": the model may call it once more"}
}

// ofGeminiCLI: nothing is run again; what was not recorded with its call has no
// response in the history that is sent.
// Source: google-gemini/gemini-cli at 5411f11, packages/core/src/utils/sessionUtils.ts
// and historyHardening.ts.
func (s *resumer) ofGeminiCLI(a *Action) Resume {
	if a.Outcome.Known() {
		return Resume{Keeps, "Gemini CLI has a result for it and runs nothing"}
	}
	return Resume{Keeps, "Gemini CLI runs nothing again and sends the call without a response, or with one that says that it was lost: the model may call it once more"}
}

// ofLangGraph: the nodes that come next run when the thread is gone on with,
// those of the newest messages' calls among them.
// Source: langchain-ai/langgraph at f09cfe8, libs/langgraph/langgraph/types.py
// (StateSnapshot.next).
func (s *resumer) ofLangGraph(a *Action) Resume {
	end := s.threadEnd()
	switch waits := end.status == "interrupted" || end.status == "busy"; {
	case s.r.Log.Has(int(a.Row), event.FlagNotExecutable):
		return Resume{Keeps, "its arguments could not be read: no node of LangGraph runs it"}
	case a.Outcome.Known():
		return Resume{Keeps, "the state has a result for it"}
	case waits && s.place[a.Row] > 0 && s.r.Log.ResponseID(int(a.Row)) == end.response:
		why := "the thread stands before the node that runs the newest calls, and going on with it runs them"
		if end.status == "busy" {
			why += ", also what was begun before the process ended"
		}
		return Resume{ReExecutes, why}
	}
	return Resume{Keeps, "no node that comes next runs it, and the state keeps the call without a result"}
}

// threadEnd is how the newest state of a thread stands and the response that it
// ends with.
type threadEnd struct {
	status   string // "" where no state says
	response event.ID
}

func (s *resumer) threadEnd() *threadEnd {
	if s.thread != nil {
		return s.thread
	}
	l := s.r.Log
	s.thread = &threadEnd{}
	told := false
	for i := l.Len() - 1; i >= 0 && (!told || s.thread.response == 0); i-- {
		if !told && l.NameString(l.Type(i)) == "checkpoint" && l.NameString(l.Label(i)) == "status" {
			s.thread.status, told = l.NameString(l.Value(i)), true
		}
		if s.thread.response == 0 && !l.Has(i, event.FlagHidden) {
			s.thread.response = l.ResponseID(i)
		}
	}
	return s.thread
}
