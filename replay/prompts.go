package replay

import (
	"errors"
	"sync"

	"github.com/traj-dev/traj/project"
)

// RecordedPrompt is what a model was sent, as it was recorded beside the log.
type RecordedPrompt struct {
	Name         string // of the recording
	Response     string // the id of the response, "" when the recording has none
	Failed       bool   // the call ended in an error
	Responses    bool   // sent in the form of OpenAI's Responses
	Converted    bool   // sent with its calls as text; Messages is what they were before
	Pointer      string // where Messages lies in the recording
	Messages     []byte // a JSON array
	Instructions []byte // a JSON value of Responses, nil when there is none
	Calls        []RecordedCall
}

// Verdict says whether a log explains a recorded prompt.
type Verdict uint8

// The verdicts. The last four are not comparisons.
const (
	VerdictUnknown Verdict = iota
	Exact                  // the log gives exactly what was recorded
	Rewritten              // it does after what is known to happen between the two
	Unexplained            // it does not
	Condensing             // the call was to condense: its prompt is words about the events
	Unmatched              // no event came of the response: of another conversation or another use of the model
	NoResponse             // the call ended in an error, so nothing tells where it belongs
	Again                  // the response is recorded twice, and this is the same
	verdictCount
)

var verdictStrings = [verdictCount]string{"unknown", "exact", "rewritten", "unexplained", "condensing", "unmatched", "no-response", "again"}

func (v Verdict) String() string {
	if v < verdictCount {
		return verdictStrings[v]
	}
	return "unknown"
}

// Compared reports whether the prompt was compared with the log.
func (v Verdict) Compared() bool { return v == Exact || v == Rewritten || v == Unexplained }

// PromptCheck is what a log says to a recorded prompt.
type PromptCheck struct {
	Recorded   *RecordedPrompt
	Verdict    Verdict
	Row        int32 // the first event that came of the response, -1 when there is none
	ByCalls    bool  // the log names no responses, and Row is that of the first of the recorded calls
	Rewritings []Rewriting
	Events     int // the path to what explains it, or comes closest
	Late       int // messages of the user that came while the model was answering: before the response in the log, and not in the prompt
	View       ViewKind
	Rebuilt    int // of a view that was rebuilt and grew: over how many events
	Messages   int // that the log gives
	Difference *PromptDifference
	Raises     *project.Error // what the version raises in place of a prompt
	Lenient    *project.Error // a record that the version refuses and that was taken by its kind, as whoever wrote the recording must have read it
}

// ViewKind is the view that explains a prompt.
type ViewKind uint8

// The views.
const (
	NoView  ViewKind = iota
	Running          // that of an agent that ran all the way
	Resumed          // rebuilt at the call, as after a resume
	Regrown          // rebuilt before it, grown from there
	viewKindCount
)

var viewKindStrings = [viewKindCount]string{"", "running", "resumed", "regrown"}

func (v ViewKind) String() string {
	if v < viewKindCount {
		return viewKindStrings[v]
	}
	return "unknown"
}

// CheckPrompts compares recorded prompts with a log. The error says why records
// could not be had.
func CheckPrompts(r *project.Reading, recorded []*RecordedPrompt) ([]*PromptCheck, error) {
	var out []*PromptCheck
	lenient := sync.OnceValue(func() *project.Reading { return project.ReadLenient(r.Log, r.Profile) })
	first := map[string]*RecordedPrompt{}
	for _, rec := range recorded {
		c := &PromptCheck{Recorded: rec, Row: -1}
		out = append(out, c)
		switch before := first[rec.Response]; {
		case rec.Response == "":
			c.Verdict = NoResponse
			continue
		case before == nil:
			first[rec.Response] = rec
		case string(before.Messages) == string(rec.Messages):
			c.Verdict = Again
			continue
		}
		err := c.place(r)
		if err == nil && c.Row < 0 {
			c.Verdict = Unmatched
			continue
		}
		if err == nil {
			err = c.explain(r)
		}
		if e := c.Raises; err == nil && e != nil && e.Kind == project.UnreadableEvent && !r.Lenient {
			*c = PromptCheck{Recorded: rec, Row: c.Row, ByCalls: c.ByCalls, Lenient: e}
			err = c.explain(lenient())
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// explain looks for the place in the log, and the view there, that gives the
// recorded prompt: the longest path first. Without any it keeps what agrees the
// longest.
func (c *PromptCheck) explain(r *project.Reading) error {
	p, err := r.PromptAt(c.Row)
	if err != nil {
		return err
	}
	if p.Call.Condenser {
		c.Verdict = Condensing
		return nil
	}
	if p.View == nil {
		c.Verdict, c.Raises = Unexplained, p.Err
		return nil
	}
	rec, bad := parsePrompt(c.Recorded)
	if bad != nil {
		c.Verdict, c.Difference = Unexplained, bad
		return nil
	}
	best := -1
	for late, path := range shorter(r, p.Path) {
		for v := range viewsOf(r, path, p.Rebuilt) {
			try := &PromptCheck{Recorded: c.Recorded, Row: c.Row, ByCalls: c.ByCalls, Lenient: c.Lenient, Events: len(path), Late: late, View: v.kind, Rebuilt: v.rebuilt}
			if err := try.compare(r, v.view, rec); err != nil {
				return err
			}
			if try.Verdict != Unexplained {
				*c = *try
				return nil
			}
			if agreed := try.agreed(); agreed > best {
				best, *c = agreed, *try
			}
		}
	}
	return nil
}

// agreed is how many messages agree before the first difference.
func (c *PromptCheck) agreed() int {
	if c.Difference == nil {
		return 0
	}
	return c.Difference.Message + 1
}

func (c *PromptCheck) compare(r *project.Reading, v *project.View, rec *parsedPrompt) error {
	ms, err := r.Messages(v)
	if err != nil {
		c.Verdict = Unexplained
		if errors.As(err, &c.Raises) {
			return nil
		}
		return err
	}
	c.Messages = len(ms)
	m := &promptMatcher{did: map[Rewriting]bool{}}
	c.Difference, c.Raises = m.prompt(c.Recorded, rec, ms)
	if c.Recorded.Converted {
		m.did[CallsAsText] = true
	}
	for w := range rewritingCount {
		if m.did[w] {
			c.Rewritings = append(c.Rewritings, w)
		}
	}
	switch {
	case c.Difference != nil || c.Raises != nil:
		c.Verdict = Unexplained
	case len(c.Rewritings) > 0:
		c.Verdict = Rewritten
	default:
		c.Verdict = Exact
	}
	return nil
}
