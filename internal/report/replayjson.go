package report

import (
	"io"

	"github.com/traj-dev/traj/replay"
)

// replaySchema is the version of the JSON that a replay prints.
const replaySchema = 1

type jsonReplay struct {
	Log          string         `json:"log"`
	Conversation *string        `json:"conversation"`
	Format       string         `json:"format"`
	Profile      string         `json:"profile"`
	ProfileWhy   string         `json:"profile_why"`
	Key          string         `json:"key"`
	Events       int            `json:"events"`
	Branches     int            `json:"branches"`
	Checkpoints  int            `json:"checkpoints"`
	Points       int            `json:"points"`
	Skipped      int            `json:"skipped"`
	Unwalked     int            `json:"unwalked"`
	Actions      map[string]int `json:"actions"`
	Losses       []jsonLoss     `json:"losses"`
	LossesLeft   int            `json:"losses_left"`
	Proof        *jsonProof     `json:"proof,omitempty"`
	Crash        *jsonCrash     `json:"crash,omitempty"`
	State        *jsonState     `json:"state,omitempty"`
	Partial      bool           `json:"partial"`
}

type jsonLoss struct {
	At      string       `json:"at"`
	Where   string       `json:"where"`
	Again   int          `json:"again"`
	Dropped []jsonLostBy `json:"dropped"`
}

type jsonLostBy struct {
	Property string   `json:"property"`
	Events   []string `json:"events"`
}

// ReplayJSON prints replays as one JSON document.
func ReplayJSON(w io.Writer, tool Tool, logs []*ReplayedLog, partial bool) error {
	doc := struct {
		SchemaVersion int          `json:"schema_version"`
		Tool          Tool         `json:"tool"`
		Partial       bool         `json:"partial"`
		Logs          []jsonReplay `json:"logs"`
	}{replaySchema, tool, partial, []jsonReplay{}}
	for _, a := range logs {
		doc.Logs = append(doc.Logs, replayJSON(a))
	}
	return indented(w, doc)
}

func replayJSON(a *ReplayedLog) jsonReplay {
	rec := a.Record
	out := jsonReplay{Log: a.Name, Conversation: orNull(rec.Conversation), Format: a.Format, Profile: rec.Profile, ProfileWhy: a.Choice.Why,
		Key: rec.Key.String(), Events: rec.Events, Branches: rec.Branches, Checkpoints: len(rec.Checkpoints), Points: rec.Points,
		Skipped: rec.Skipped, Unwalked: rec.Unwalked, Actions: map[string]int{}, Losses: []jsonLoss{}, LossesLeft: a.Left, Partial: rec.Partial}
	if a.Actions != nil {
		a.Actions.Each(func(o replay.Outcome, n int) { out.Actions[o.String()] = n })
	}
	for _, l := range a.Losses {
		x := jsonLoss{At: l.At, Where: l.Where, Again: l.Again, Dropped: []jsonLostBy{}}
		for _, d := range l.Dropped {
			by := jsonLostBy{Property: d.Property, Events: []string{}}
			for _, e := range d.Events {
				by.Events = append(by.Events, e.ID)
			}
			x.Dropped = append(x.Dropped, by)
		}
		out.Losses = append(out.Losses, x)
	}
	if p := a.Proof; p != nil {
		out.Proof = &jsonProof{p.Again, p.TakenUp, p.Anew, append([]string{}, p.Read...), append([]string{}, p.Differences...)}
	}
	if a.Crash != nil {
		out.Crash = crashJSON(a.Crash)
	}
	if a.State != nil {
		out.State = stateJSON(a.State)
	}
	return out
}

type jsonProof struct {
	WalkedTwice bool     `json:"walked_twice"`
	TakenUp     int      `json:"taken_up"`
	Anew        int      `json:"anew"`
	Read        []string `json:"read"`
	Differences []string `json:"differences"`
}

type jsonDivergence struct {
	Log         string  `json:"log"`
	Class       string  `json:"class"`
	Kind        string  `json:"kind"`
	EventID     *string `json:"event_id"`
	Message     *int    `json:"message"`
	Field       *string `json:"field"`
	Recorded    *string `json:"recorded"`
	Now         *string `json:"now"`
	Value       *string `json:"value"`
	Prefix      *int    `json:"prefix"`
	SameRecords bool    `json:"same_records"`
}

// CheckJSON prints a check as one JSON document.
func CheckJSON(w io.Writer, tool Tool, cs []replay.Checked, o CheckOptions) error {
	doc := struct {
		SchemaVersion int              `json:"schema_version"`
		Tool          Tool             `json:"tool"`
		Partial       bool             `json:"partial"`
		Divergences   []jsonDivergence `json:"divergences"`
		Summary       CheckCounts      `json:"summary"`
	}{replaySchema, tool, o.Partial, []jsonDivergence{}, CountChecks(cs)}
	for i := range cs {
		if cs[i].Comparison == nil {
			continue
		}
		for _, d := range cs[i].Divergences {
			if o.All || len(doc.Divergences) == 0 {
				doc.Divergences = append(doc.Divergences, divergenceJSON(&cs[i], d))
			}
		}
	}
	return indented(w, doc)
}

func divergenceJSON(c *replay.Checked, d *replay.Divergence) jsonDivergence {
	out := jsonDivergence{Log: checkName(c), Class: d.Class.String(), Kind: "log", EventID: orNull(d.Event()), Field: orNull(d.Field), SameRecords: c.Same}
	if d.Kind != replay.KindUnknown {
		out.Kind = d.Kind.String()
	}
	if d.Message >= 0 {
		out.Message = &d.Message
	}
	if n := d.Depth(); n > 0 {
		out.Prefix = &n
	}
	if d.Field != "" {
		was, is := d.Values()
		out.Recorded, out.Now = &was, &is
	}
	if d.HasValue {
		out.Value = &d.Value
	}
	return out
}
