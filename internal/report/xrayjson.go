package report

import (
	"encoding/json"
	"io"

	"github.com/traj-dev/traj/project"
)

// xraySchema is the version of the JSON that an X-ray prints.
const xraySchema = 1

type jsonPrompt struct {
	EventID    string        `json:"event_id"`
	Row        int32         `json:"row"`
	Asked      bool          `json:"asked"`
	Condenser  bool          `json:"condenser"`
	ResponseID *string       `json:"response_id"`
	FirstEvent string        `json:"first_event_id"`
	Path       []string      `json:"path"`
	View       []string      `json:"view"`
	Rebuilt    int           `json:"rebuilt_over"`
	Late       int           `json:"maybe_late"`
	Messages   *int          `json:"message_count"`
	Error      *jsonUpstream `json:"error"`
}

type jsonUpstream struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

type jsonEntry struct {
	Mark    string          `json:"mark"`
	Index   *int            `json:"index"`
	Was     *int            `json:"was"`
	Events  []jsonTrace     `json:"events"`
	Message json.RawMessage `json:"message"` // of what is gone
}

type jsonTrace struct {
	EventID string  `json:"event_id"`
	Row     int32   `json:"row"`
	Summary bool    `json:"summary"`
	Mark    string  `json:"mark"`
	Why     *string `json:"why"`
	Because *string `json:"because"`
	Rule    *string `json:"property"`
	Resume  *string `json:"resume_drops"`
	Late    bool    `json:"maybe_late"`
}

// XRayJSON prints an X-ray as one JSON document; docs/prompts.md describes it.
func XRayJSON(w io.Writer, r *project.Reading, x *project.XRay) error {
	doc := struct {
		SchemaVersion int             `json:"schema_version"`
		Log           string          `json:"log"`
		Profile       string          `json:"profile"`
		At            *jsonPrompt     `json:"at"`
		Before        *jsonPrompt     `json:"before"`
		Messages      json.RawMessage `json:"messages"`
		Counts        map[string]int  `json:"counts"`
		Trace         []jsonEntry     `json:"trace"`
	}{xraySchema, r.Log.Name, r.Profile.Name, promptJSON(r, x.At), promptJSON(r, x.Before), nil, map[string]int{}, []jsonEntry{}}
	if x.At.Messages != nil {
		doc.Messages, _ = project.Wire(project.Neutral, x.At.Messages)
	}
	n := countMarks(x)
	for m := project.MarkKept; m <= project.MarkLeft; m++ {
		doc.Counts[m.String()] = n[m]
	}
	t := xrayText{r: r, x: x}
	for k := range x.Entries {
		doc.Trace = append(doc.Trace, t.entryJSON(&x.Entries[k]))
	}
	return indented(w, doc)
}

func promptJSON(r *project.Reading, p *project.Prompt) *jsonPrompt {
	if p == nil {
		return nil
	}
	out := &jsonPrompt{EventID: r.EventID(p.Event), Row: p.Event, Asked: p.Asked, Condenser: p.Call.Condenser,
		ResponseID: orNull(r.Log.IDString(p.Call.Response)), FirstEvent: r.EventID(p.Call.First), Rebuilt: p.Rebuilt, Late: p.Late}
	if p.Err != nil {
		out.Error = &jsonUpstream{p.Err.Kind.String(), p.Err.Message}
	}
	if p.View != nil {
		out.Path, out.View = r.IDs(p.Path), p.View.IDs()
	}
	if p.Messages != nil {
		n := len(p.Messages)
		out.Messages = &n
	}
	return out
}

func (t *xrayText) entryJSON(e *project.Entry) jsonEntry {
	out := jsonEntry{Mark: e.Mark.String(), Index: placeOrNull(e.Index), Was: placeOrNull(e.Was), Events: []jsonTrace{}}
	if m := t.message(e); m != nil && e.Index < 0 {
		list, _ := project.Wire(project.Neutral, []project.Message{*m})
		out.Message = list[1 : len(list)-1]
	}
	for _, p := range e.Parts {
		tr := jsonTrace{EventID: t.r.ItemID(p.Item), Row: p.Item.Row, Summary: p.Item.Summary, Mark: p.Mark.String(),
			Why: orNull(p.Why.String()), Rule: orNull(p.Rule.String()), Resume: orNull(p.Resume.String()), Late: p.Late}
		if p.Row >= 0 {
			id := t.r.EventID(p.Row)
			tr.Because = &id
		}
		out.Events = append(out.Events, tr)
	}
	return out
}

func placeOrNull(k int) *int {
	if k < 0 {
		return nil
	}
	return &k
}
