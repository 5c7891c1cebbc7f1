package report

import (
	"encoding/json"
	"io"

	"github.com/traj-dev/traj/project"
	"github.com/traj-dev/traj/replay"
)

// promptsSchema is the version of the JSON that recorded prompts give.
const promptsSchema = 1

type jsonPromptCheck struct {
	Name       string          `json:"name"`
	ResponseID *string         `json:"response_id"`
	Verdict    string          `json:"verdict"`
	EventID    *string         `json:"event_id"`
	Row        *int32          `json:"row"`
	ByCalls    bool            `json:"by_calls"`
	Rewritings []string        `json:"rewritings"`
	Events     int             `json:"events"`
	Late       int             `json:"late"`
	View       *string         `json:"view"`
	Rebuilt    int             `json:"rebuilt_over"`
	Messages   int             `json:"messages"`
	Difference *jsonDifference `json:"difference"`
	Lenient    *jsonUpstream   `json:"lenient"`
	Error      *jsonUpstream   `json:"error"`
}

type jsonDifference struct {
	Message  *int            `json:"message"`
	Pointer  string          `json:"pointer"`
	Recorded json.RawMessage `json:"recorded"`
	Log      json.RawMessage `json:"log"`
}

// PromptsJSON prints the comparison as one JSON document; docs/prompts.md
// describes it.
func PromptsJSON(w io.Writer, r *project.Reading, cs []*replay.PromptCheck) error {
	doc := struct {
		SchemaVersion int               `json:"schema_version"`
		Log           string            `json:"log"`
		Profile       string            `json:"profile"`
		Prompts       []jsonPromptCheck `json:"prompts"`
		Summary       PromptCounts      `json:"summary"`
	}{promptsSchema, r.Log.Name, r.Profile.Name, []jsonPromptCheck{}, CountPrompts(cs)}
	for _, c := range cs {
		doc.Prompts = append(doc.Prompts, promptCheckJSON(r, c))
	}
	return indented(w, doc)
}

func promptCheckJSON(r *project.Reading, c *replay.PromptCheck) jsonPromptCheck {
	out := jsonPromptCheck{Name: c.Recorded.Name, ResponseID: orNull(c.Recorded.Response), Verdict: c.Verdict.String(), Row: rowOrNull(c.Row), ByCalls: c.ByCalls,
		Rewritings: []string{}, Events: c.Events, Late: c.Late, View: orNull(c.View.String()), Rebuilt: c.Rebuilt, Messages: c.Messages}
	if c.Row >= 0 {
		id := r.EventID(c.Row)
		out.EventID = &id
	}
	for _, w := range c.Rewritings {
		out.Rewritings = append(out.Rewritings, w.String())
	}
	if c.Raises != nil {
		out.Error = &jsonUpstream{c.Raises.Kind.String(), c.Raises.Message}
	}
	if c.Lenient != nil {
		out.Lenient = &jsonUpstream{c.Lenient.Kind.String(), c.Lenient.Message}
	}
	if d := c.Difference; d != nil {
		out.Difference = &jsonDifference{Message: placeOrNull(d.Message), Pointer: d.Pointer, Recorded: rawOrNull(d.Recorded), Log: rawOrNull(d.Log)}
	}
	return out
}

func rawOrNull(s *string) json.RawMessage {
	if s == nil {
		return nil
	}
	return json.RawMessage(*s)
}
