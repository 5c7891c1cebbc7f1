package project

import "github.com/traj-dev/traj/event"

// XRay sets what the model had before an event against what it had before.
type XRay struct {
	Before  *Prompt // nil when there was none: then everything is added
	At      *Prompt
	Entries []Entry // the messages of At in order, what is gone standing where it stood
}

// Entry is a message of a prompt, or what of one is gone.
type Entry struct {
	Mark  Mark
	Index int // of the message in At, -1 when it is gone
	Was   int // of the message in Before, -1 when it was not there; of a merged one the first
	Parts []Trace
}

// Trace is an event within a message.
type Trace struct {
	Item   Item
	Mark   Mark
	Why    Why
	Row    int32    // what Why speaks of: the condensation, the action answered, the event of the other branch; -1 for none
	Rule   Property // the property for which it was dropped
	Resume Property // the property for which a rebuild at this place would drop it
	Late   bool     // it may have come while the model was answering
}

// Mark says what became of a message or an event between two prompts.
type Mark uint8

// The marks.
const (
	MarkNone      Mark = iota
	MarkKept           // in both
	MarkAdded          // new
	MarkMerged         // a message that holds what were several, or more than it held
	MarkForgotten      // gone through a condensation
	MarkDropped        // gone because a property of the view did not hold
	MarkLeft           // gone because it lies on another branch
	markCount
)

var markStrings = [markCount]string{"", "kept", "added", "merged", "forgotten", "dropped", "left"}

func (m Mark) String() string {
	if m < markCount {
		return markStrings[m]
	}
	return "unknown"
}

// Why is the reason of a mark.
type Why uint8

// The reasons.
const (
	WhyNone         Why = iota
	WhyCondensation     // forgotten by a condensation
	WhySuperseded       // a summary that made room for a later one
	WhyProperty         // dropped for a property of the view
	WhyBranch           // on another branch
	WhyReturned         // it had been gone
	WhySystem           // the system prompt
	WhySummary          // the summary that a condensation leaves
	WhyUser             // the user wrote
	WhyModel            // the model's own words or calls
	WhyFramework        // the framework wrote
	WhyResult           // the result of an action
	WhyFailure          // an error that answers an action
	WhyReject           // the user refused an action
	WhySynthetic        // an answer that a recovery or an interrupt wrote: it proves nothing
	whyCount
)

var whyStrings = [whyCount]string{"", "condensation", "superseded", "property", "branch", "returned", "system", "summary", "user", "model",
	"framework", "result", "error", "reject", "synthetic"}

func (w Why) String() string {
	if w < whyCount {
		return whyStrings[w]
	}
	return "unknown"
}

// At is the X-ray of an event against the call before it.
func At(r *Reading, row int32) (*XRay, error) {
	at, err := r.PromptAt(row)
	if err != nil {
		return nil, err
	}
	before, err := r.PromptBefore(at)
	if err != nil {
		return nil, err
	}
	return r.contrast(before, at), nil
}

// Between is the X-ray of event b against event a.
func Between(r *Reading, a, b int32) (*XRay, error) {
	before, err := r.PromptAt(a)
	if err != nil {
		return nil, err
	}
	at, err := r.PromptAt(b)
	if err != nil {
		return nil, err
	}
	return r.contrast(before, at), nil
}

func (r *Reading) contrast(before, at *Prompt) *XRay {
	x := &XRay{Before: before, At: at}
	if at.View == nil || before != nil && before.View == nil {
		return x
	}
	was := &sheet{}
	if before != nil {
		was = r.sheet(before)
	}
	x.Entries = newContraster(r, was, r.sheet(at)).entries()
	return x
}

// sheet is one of the two prompts that are compared.
type sheet struct {
	groups   [][]Item // by message, its items
	path     []int32
	enforced []Enforcement
	late     map[int32]bool
}

func (r *Reading) sheet(p *Prompt) *sheet {
	s := &sheet{path: p.Path, enforced: p.View.Enforcements, late: map[int32]bool{}}
	for at, n := len(p.Path)-1, p.Late; at >= 0 && n > 0; at-- {
		if r.Convertible(p.Path[at]) {
			s.late[p.Path[at]] = true
			n--
		}
	}
	if p.Messages == nil { // the version fails to make them: the events stand for themselves
		for _, i := range p.View.Items {
			s.groups = append(s.groups, []Item{i})
		}
		return s
	}
	for k := range p.Messages {
		var g []Item
		for _, row := range p.Messages[k].Rows {
			g = append(g, Item{row, r.Log.Kind(int(row)) == event.KindCondensation})
		}
		s.groups = append(s.groups, g)
	}
	return s
}
