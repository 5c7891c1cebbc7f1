package replay

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sort"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// Status is what is known of an operation outside the log.
type Status uint8

// The statuses.
const (
	StatusUnknown Status = iota
	Proposed             // asked for, and not begun
	Executing            // begun, and not ended
	Confirmed            // done, and somebody vouches for it
	NotDone              // failed: somebody vouches that it was not done
	statusCount
)

var statusStrings = [statusCount]string{"unknown", "proposed", "executing", "confirmed", "failed"}

func (s Status) String() string {
	if s < statusCount {
		return statusStrings[s]
	}
	return "unknown"
}

// Settled reports whether nothing is left to find out.
func (s Status) Settled() bool { return s == Confirmed || s == NotDone }

// Orphan is an action whose outcome nobody knows, or that ran more than once,
// with what a reviewer needs to find out.
type Orphan struct {
	Action
	OperationID string // conversation and action
	IntentHash  string // SHA-256 of the tool and its canonical arguments, in hex
	EventID     string
	CallID      string
	Tool        string
	Args        string // canonical, or as recorded where they are no JSON object
	Time        string // as recorded
	Head        string // the end of the action's branch
	Later       int    // events in sight after it
	Age         int64  // microseconds from it to the last event, -1 when unknown
	Runs        int    // real results the log has of it
	Judgement
	Resume   Resume
	Evidence []Evidence
	Twins    []Twin // other calls of the same intent
	Status   Status
	Receipt  *Receipt // the one that set the status, nil when none did

	contradicted bool
}

// Evidence is a fact in the log that bears on an action's outcome.
type Evidence struct {
	Row  int32 // -1 when it is about no event
	ID   string
	Note string
}

// Twin is another call with the same tool and arguments.
type Twin struct {
	Row        int32
	ID         string
	Before     bool // it was appended before the action
	SameBranch bool // it stands above or below the action
	Outcome    Outcome
}

// Orphans lists the actions of a log that need a look, the gravest effect
// first, then in the order of appending. The error says why the log's records
// could not be had.
func Orphans(r *project.Reading, table *EffectTable) ([]*Orphan, error) {
	f := newFates(r)
	s := &sheet{fates: f, actions: Outcomes(r), table: table}
	s.prepare()
	var out []*Orphan
	for i := range s.actions {
		if a := &s.actions[i]; !a.Outcome.Known() || a.Runs(r) > 1 {
			o, err := s.orphan(a)
			if err != nil {
				return nil, err
			}
			out = append(out, o)
		}
	}
	if len(out) > 0 {
		if err := s.twins(out); err != nil {
			return nil, err
		}
	}
	for _, o := range out {
		s.evidence(o)
	}
	slices.SortStableFunc(out, func(a, b *Orphan) int {
		switch {
		case a.Effect == b.Effect:
			return cmp.Compare(a.Row, b.Row)
		case a.Effect.graver(b.Effect):
			return -1
		}
		return 1
	})
	return out, nil
}

// sheet is the work of one log.
type sheet struct {
	*fates
	actions []Action
	table   *EffectTable
	resume  resumer
	hooks   *event.Index // hook runs by the action they are about
	answers *event.Index // results by their call
	last    int64        // the newest recorded time, event.NoTime when there is none
	order   []int32      // by row: its place in the loader's order
}

func (s *sheet) prepare() {
	l := s.r.Log
	s.resume = newResumer(s.r)
	s.hooks = event.NewIndex(l.Len(), l.IDs(), func(i int) event.ID {
		if l.Kind(i) != event.KindHook {
			return 0
		}
		return l.ActionID(i)
	})
	s.answers = event.NewIndex(l.Len(), l.IDs(), func(i int) event.ID {
		if !l.Kind(i).AnswersCall() || !s.r.Visible(int32(i)) {
			return 0
		}
		return l.CallID(i)
	})
	s.last = event.NoTime
	s.order = make([]int32, l.Len())
	for k, row := range s.r.Seq {
		s.order[row] = int32(k)
		s.last = max(s.last, l.Time(int(row)))
	}
}

func (s *sheet) orphan(a *Action) (*Orphan, error) {
	l, i := s.r.Log, int(a.Row)
	args, _, err := s.r.Arguments(a.Row)
	if err != nil {
		return nil, err
	}
	o := &Orphan{Action: *a, EventID: s.r.EventID(a.Row), CallID: l.IDString(l.CallID(i)), Tool: l.NameString(l.Tool(i)), Args: args,
		Later: len(s.r.Seq) - 1 - int(s.order[a.Row]), Age: -1, Runs: a.Runs(s.r)}
	o.OperationID = conversation(s.r) + "/" + o.EventID
	o.IntentHash = IntentHash(o.Tool, args)
	o.Judgement = s.table.Judge(o.Tool, args)
	o.Time, _ = l.TimeText(i)
	if t := l.Time(i); t != event.NoTime && s.last >= t {
		o.Age = s.last - t
	}
	if h := s.branchHead(a.Row, a.OnBranch); h >= 0 {
		o.Head = s.r.EventID(h)
	}
	o.Resume = s.resume.of(a)
	if o.Ask == "" {
		o.Ask = defaultAsk(o)
	}
	return o, nil
}

// conversation names the conversation in an operation's id: by its own id, or
// by the first event in sight where the log has none.
func conversation(r *project.Reading) string {
	if r.Log.Conversation != "" || len(r.Seq) == 0 {
		return r.Log.Conversation
	}
	return r.EventID(r.Seq[0])
}

// IntentHash is the SHA-256, in hex, of a tool's name and canonical arguments.
func IntentHash(tool, args string) string {
	sum := sha256.Sum256([]byte(tool + args))
	return hex.EncodeToString(sum[:])
}

// branchHead is the end of a row's branch: the log's head when the row is on
// the active branch, else the last one below it; -1 when there is none.
func (f *fates) branchHead(row int32, onBranch bool) int32 {
	if onBranch {
		return f.r.Head().Row
	}
	if f.in[row] < 0 {
		return -1
	}
	k, _ := slices.BinarySearch(f.heads, f.last[row]+1)
	if k == 0 || f.heads[k-1] < f.in[row] {
		return -1
	}
	return f.row[f.heads[k-1]]
}

func defaultAsk(o *Orphan) string {
	what := "`" + o.Command + "`"
	if o.Command == "" {
		what = "the call of " + o.Tool
	}
	switch o.Effect {
	case ExternalWrite:
		return "Did " + what + " go through? Ask the place it writes to, and compare with the arguments."
	case LocalWrite:
		return "Is the workspace as " + what + " would leave it?"
	case Read:
		return "Nothing to ask outside: " + what + " only looks; it can be run again."
	}
	return "What did " + what + " do before the end, if it ran? Nothing in the call tells whether others see its effect."
}

// twins finds other calls of the same intents.
func (s *sheet) twins(out []*Orphan) error {
	byHash := map[string][]int{}
	known := map[int32]string{}
	for _, o := range out {
		known[o.Row] = o.IntentHash
		byHash[o.IntentHash] = nil
	}
	for i := range s.actions {
		a := &s.actions[i]
		hash, ok := known[a.Row]
		if !ok {
			args, _, err := s.r.Arguments(a.Row)
			if err != nil {
				return err
			}
			hash = IntentHash(s.r.Log.NameString(s.r.Log.Tool(int(a.Row))), args)
		}
		if _, ok := byHash[hash]; ok {
			byHash[hash] = append(byHash[hash], i)
		}
	}
	for _, o := range out {
		all := byHash[o.IntentHash]
		k := sort.Search(len(all), func(i int) bool { return s.actions[all[i]].Row >= o.Row })
		for _, i := range all[max(0, k-mostTwins):min(len(all), k+1+mostTwins)] {
			if a := &s.actions[i]; a.Row != o.Row {
				o.Twins = append(o.Twins, Twin{a.Row, s.r.EventID(a.Row), a.Row < o.Row, s.below(a.Row, o.Row) || s.below(o.Row, a.Row), a.Outcome})
			}
		}
	}
	return nil
}

// mostTwins bounds the other calls named before and after an action.
const mostTwins = 5
