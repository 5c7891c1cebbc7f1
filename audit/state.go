package audit

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
)

var stateLogMismatch = &Rule{
	ID: "ST004", Name: "state-log-mismatch", Severity: Warning, Needs: []*Need{needState},
	Doc: Doc{
		Summary:    "a state that contradicts its log",
		Why:        "the state is written later than the events and on its own: where the two disagree a crash or a foreign hand lies between them, and what the state says is not what happened",
		Fix:        "trust the log, and set the state after it",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/conversation/state.py, impl/local_conversation.py",
		Invariants: []string{"F11", "F12", "F16", "T06", "X02", "X03", "X07", "X09", "X10"},
		Bad: []string{`
state status=finished head=f1  // want state-log-mismatch:warning
sys s1
msg m1 ^
fail f1 ^ label=KeyError
`, `
state status=waiting_for_confirmation head=b1  // want state-log-mismatch:warning
sys s1
msg m1 ^
bot b1 ^
`, `
state status=idle head=b1 last=m9 blocked=a9  // want state-log-mismatch state-log-mismatch
sys s1
msg m1 ^
bot b1 ^
`, `
state status=idle head=m1 empty=true  // want state-log-mismatch:warning
sys s1
msg m1 ^
`, `
state status=idle head=o1 blocked=a1 blockedmsg=m9  // want state-log-mismatch:warning state-log-mismatch:warning
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1
`, `
state status=idle head=m1 id=0a1b2c3d-0a1b-4a1b-8a1b-0a1b2c3d4e5f  // want state-log-mismatch:warning state-log-mismatch:warning
meta id=1a1b2c3d0a1b4a1b8a1b0a1b2c3d4e5f generation=0
sys s1
msg m1 ^
`},
		Good: []string{`
state status=finished head=b1 last=m1
sys s1
msg m1 ^
bot b1 ^
`, `
state status=waiting_for_confirmation head=a1 last=m1
sys s1
msg m1 ^
act a1 ^  // want action-orphan:info
`},
	},
	Run: func(p *Pass) {
		told := map[string]bool{}
		for _, check := range stateChecks {
			if field, what, at := check(p); what != "" && !told[field] {
				told[field] = true
				x := Finding{Row: -1, Field: field, Location: p.stateLocation(), Message: what}
				if at >= 0 {
					x.Related = p.places([]int32{at}, "what the log says")
				}
				p.report(x)
			}
		}
	},
}

// stateChecks compare one field of the state each. They return what is wrong,
// "" when nothing is, and the row that shows it, -1 when none does.
var stateChecks = [...]func(*Pass) (field, what string, at int32){
	statusAgainstTail, statusAgainstUpdates, waitingForNothing, headAndEmpty, lastUser, blockedActions, blockedMessages, directoryName, metaName, leaseGeneration, persistenceDir,
}

func statusAgainstTail(p *Pass) (string, string, int32) {
	if p.status() != "finished" || len(p.path) == 0 || p.last < 0 || !p.onBranch[p.last] { // a moved head leaves the status as it is
		return "", "", -1
	}
	end := p.path[len(p.path)-1]
	for _, row := range slices.Backward(p.path) {
		if k := p.Log.Kind(int(row)); k == event.KindMessage || k == event.KindAction || k.AnswersCall() || p.runError(row) {
			end = row
			break
		}
	}
	what := ""
	switch k := p.Log.Kind(int(end)); {
	case p.lossBetween(end, int32(p.Log.Len())) >= 0:
		return "", "", -1
	case p.runError(end):
		what = "an error of the run"
	case k == event.KindAction && p.Log.Has(int(end), event.FlagExecutable):
		what = "an action without a result"
	case k == event.KindMessage && p.word(p.Log.Source(int(end))) == "user" && !slices.Contains(p.Log.State.BlockedMessage, p.id(end)):
		what = "a message of the user"
	default:
		return "", "", -1
	}
	return "status", fmt.Sprintf("the status is \"finished\" and the branch ends in %s, %q", what, p.id(end)), end
}

// runError reports whether a row says that the run failed.
func (p *Pass) runError(row int32) bool {
	return p.Log.Kind(int(row)) == event.KindState && p.advances(row)
}

// statusAgainstUpdates compares with the newest status the log records.
func statusAgainstUpdates(p *Pass) (string, string, int32) {
	if p.status() == "" || p.status() == "idle" { // a server records a change to idle: idle without one is a state made anew, as a fork's is
		return "", "", -1
	}
	for i := p.Log.Len() - 1; i >= 0; i-- {
		if p.Log.Kind(i) != event.KindState || p.advances(int32(i)) || p.word(p.Log.Label(i)) != "execution_status" {
			continue
		}
		if v := p.word(p.Log.Value(i)); v != "" && v != p.status() && p.quietAfter(int32(i)) {
			return "status", fmt.Sprintf("the status is %q and the last update in the log sets %q", p.status(), v), int32(i)
		}
		return "", "", -1
	}
	return "", "", -1
}

// quietAfter reports whether no event that can change the status follows a row.
func (p *Pass) quietAfter(row int32) bool {
	for i := row + 1; int(i) < p.Log.Len(); i++ {
		if p.advances(i) {
			return false
		}
	}
	return true
}

func waitingForNothing(p *Pass) (string, string, int32) {
	if p.status() != "waiting_for_confirmation" || len(p.path) == 0 || len(p.Whole.Pending(p.path)) > 0 {
		return "", "", -1
	}
	return "status", "the status is \"waiting_for_confirmation\" and no action of the branch waits for a result", -1
}

func headAndEmpty(p *Pass) (string, string, int32) {
	s := p.Log.State
	if s.HeadEmpty == nil || !*s.HeadEmpty || s.Head == nil {
		return "", "", -1
	}
	return "head", fmt.Sprintf("the state says that the log stands before its first event and names the head %q", *s.Head), -1
}

func lastUser(p *Pass) (string, string, int32) {
	s := p.Log.State
	if s.LastUser == nil || p.Log.Len() == 0 || p.headLoss >= 0 || len(p.losses) > 0 {
		return "", "", -1
	}
	newest := int32(-1)
	for i := range p.Log.Len() {
		if p.Log.Kind(i) == event.KindMessage && p.word(p.Log.Source(i)) == "user" {
			newest = int32(i)
		}
	}
	if row := p.byID.First(p.Log.FindID(*s.LastUser)); row < 0 {
		return "last_user", fmt.Sprintf("the newest message of the user is said to be %q, which is no event of the log", *s.LastUser), newest
	} else if newest >= 0 && p.id(newest) != *s.LastUser && row < newest {
		return "last_user", fmt.Sprintf("the newest message of the user is said to be %q and is %q", *s.LastUser, p.id(newest)), newest
	}
	return "", "", -1
}

func blockedActions(p *Pass) (string, string, int32) {
	for _, id := range p.Log.State.BlockedActions {
		if row := p.byID.First(p.Log.FindID(id)); row < 0 || p.Log.Kind(int(row)) != event.KindAction {
			return "blocked_actions", fmt.Sprintf("the action %q is said to be blocked and is no action of the log", id), -1
		} else if r := p.resultsOf(row); len(r) > 0 {
			return "blocked_actions", fmt.Sprintf("the action %q is said to be blocked and has a result, %q", id, p.id(r[0])), r[0]
		}
	}
	return "", "", -1
}

// blockedMessages looks for blocks of messages that the log does not have: a
// hook that adds to a message gives it a new id, and its block is not heeded.
func blockedMessages(p *Pass) (string, string, int32) {
	for _, id := range p.Log.State.BlockedMessage {
		if row := p.byID.First(p.Log.FindID(id)); row < 0 && len(p.losses) == 0 {
			return "blocked_messages", fmt.Sprintf("the message %q is said to be blocked and is no event of the log: the block has no effect", id), -1
		}
	}
	return "", "", -1
}

// metaName compares the conversation's id with that of the server's record.
func metaName(p *Pass) (string, string, int32) {
	m := p.Log.Meta
	if s := p.Log.State; m != nil && m.ID != nil && s.ID != nil && conversation(*m.ID) != conversation(*s.ID) {
		return "meta", fmt.Sprintf("the conversation is %q and the server's record beside it is of %q", *s.ID, *m.ID), -1
	}
	return "", "", -1
}

// leaseGeneration looks at how often the conversation is said to have changed
// its owner: the first owner counts.
func leaseGeneration(p *Pass) (string, string, int32) {
	if m := p.Log.Meta; m != nil && m.Generation != nil && *m.Generation < 1 {
		return "lease", fmt.Sprintf("the lease says that the conversation was owned %d times", *m.Generation), -1
	}
	return "", "", -1
}

// directoryName compares the conversation's id with the directory it lies in.
func directoryName(p *Pass) (string, string, int32) {
	dir := p.directory()
	if s := p.Log.State; s.ID != nil && isHex32(dir) && conversation(*s.ID) != dir {
		return "id", fmt.Sprintf("the conversation is %q and its directory is called %q: a resume refuses it", *s.ID, dir), -1
	}
	return "", "", -1
}

func persistenceDir(p *Pass) (string, string, int32) {
	s, dir := p.Log.State, p.directory()
	if s.ID != nil && conversation(*s.ID) != dir {
		return "", "", -1 // directoryName tells it
	}
	if s.Dir == nil || !isHex32(dir) || !isHex32(lastElement(*s.Dir)) || lastElement(*s.Dir) == dir {
		return "", "", -1
	}
	return "dir", fmt.Sprintf("the state says it was kept in %q and lies in %q", lastElement(*s.Dir), dir), -1
}

// directory is the name of the directory that holds the state, "" when unknown.
func (p *Pass) directory() string {
	if s := p.Log.State; p.Log.Shape == event.ShapeDirectory && s.File >= 0 && int(s.File) < len(p.Log.Files) {
		return lastElement(path.Dir(strings.ReplaceAll(p.Log.Files[s.File].Name, "!", "/")))
	}
	return ""
}

// lastElement is the last element of a path of any system.
func lastElement(s string) string {
	s = strings.TrimRight(s, `/\`)
	return strings.ToLower(s[strings.LastIndexAny(s, `/\`)+1:])
}

func isHex32(s string) bool {
	return len(s) == 32 && strings.Trim(s, "0123456789abcdef") == ""
}
