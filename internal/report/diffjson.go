package report

import (
	"encoding/json"
	"io"

	"github.com/traj-dev/traj/internal/compare"
)

// diffSchema is the version of the JSON that a comparison prints.
const diffSchema = 1

type jsonDiff struct {
	SchemaVersion int            `json:"schema_version"`
	Compared      string         `json:"compared"`
	Equal         bool           `json:"equal"`
	A             jsonSide       `json:"a"`
	B             jsonSide       `json:"b"`
	Aligned       jsonAligned    `json:"aligned"`
	Summary       jsonDiffCounts `json:"summary"`
	First         *jsonPlaces    `json:"first_difference"`
	Parts         *jsonPlaces    `json:"parts"`
	Differences   []jsonStep     `json:"differences"`
}

type jsonSide struct {
	Log     string  `json:"log"`
	Format  string  `json:"format"`
	Profile string  `json:"profile"`
	Head    *string `json:"head"`
	Items   int     `json:"items"`
}

type jsonAligned struct {
	ID      int `json:"id"`
	Content int `json:"content"`
	Place   int `json:"place"`
}

type jsonDiffCounts struct {
	Same    int `json:"same"`
	Changed int `json:"changed"`
	Moved   int `json:"moved"`
	Lost    int `json:"lost"`
	Added   int `json:"added"`
}

type jsonPlaces struct {
	A *jsonItem `json:"a"`
	B *jsonItem `json:"b"`
}

type jsonItem struct {
	Index   int     `json:"index"`
	Row     *int32  `json:"row"`
	EventID *string `json:"event_id"`
	Kind    string  `json:"kind"`
	Tool    *string `json:"tool"`
}

type jsonStep struct {
	Op   string  `json:"op"`
	By   *string `json:"aligned_by"`
	A, B *jsonItem
	jsonFields
}

type jsonFields struct {
	Fields []jsonField `json:"fields"`
	More   int         `json:"more_fields"`
}

// MarshalJSON keeps the sides beside the operation.
func (s jsonStep) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Op string    `json:"op"`
		By *string   `json:"aligned_by"`
		A  *jsonItem `json:"a"`
		B  *jsonItem `json:"b"`
		jsonFields
	}{s.Op, s.By, s.A, s.B, s.jsonFields})
}

type jsonField struct {
	Path string     `json:"path"`
	A    *jsonValue `json:"a"`
	B    *jsonValue `json:"b"`
	At   int        `json:"parts_at"`
}

type jsonValue struct {
	Value  any `json:"value"`
	Before int `json:"cut_before"`
	After  int `json:"cut_after"`
}

// DiffJSON prints a comparison as one JSON document.
func DiffJSON(w io.Writer, r *compare.Result) error {
	doc := jsonDiff{
		SchemaVersion: diffSchema, Compared: compared(r), Equal: r.Equal(), A: sideJSON(r.A), B: sideJSON(r.B),
		Aligned:     jsonAligned{r.ByCount[compare.ByID], r.ByCount[compare.ByContent], r.ByCount[compare.ByPlace]},
		Summary:     jsonDiffCounts{r.Count[compare.Same], r.Count[compare.Changed], r.Count[compare.Moved], r.Count[compare.Lost], r.Count[compare.Added]},
		First:       placesJSON(r, r.First),
		Parts:       placesJSON(r, r.Parts),
		Differences: []jsonStep{},
	}
	for i := range r.Steps {
		if s := &r.Steps[i]; s.Op != compare.Same {
			doc.Differences = append(doc.Differences, stepJSON(r, s))
		}
	}
	return indented(w, doc)
}

func compared(r *compare.Result) string {
	if r.A.Messages || r.B.Messages {
		return "messages"
	}
	return "events"
}

func sideJSON(s *compare.Side) jsonSide {
	j := jsonSide{Log: s.Reading.Log.Name, Format: s.Reading.Log.Format, Profile: s.Reading.Profile.Name, Items: len(s.Items)}
	if s.Head >= 0 {
		id := s.Reading.EventID(s.Head)
		j.Head = &id
	}
	return j
}

// placesJSON is where a step stands on both sides; nil for no step.
func placesJSON(r *compare.Result, step int) *jsonPlaces {
	if step < 0 {
		return nil
	}
	a, b := r.Places(step)
	return &jsonPlaces{itemJSON(r.A, a), itemJSON(r.B, b)}
}

func stepJSON(r *compare.Result, s *compare.Step) jsonStep {
	j := jsonStep{Op: s.Op.String(), A: itemJSON(r.A, s.A), B: itemJSON(r.B, s.B), jsonFields: jsonFields{[]jsonField{}, s.More}}
	if s.By != compare.ByNothing {
		by := s.By.String()
		j.By = &by
	}
	for _, f := range s.Fields {
		j.Fields = append(j.Fields, jsonField{f.Path, valueJSON(f.A), valueJSON(f.B), f.At})
	}
	return j
}

func itemJSON(s *compare.Side, i int) *jsonItem {
	if i < 0 {
		return nil
	}
	it := &s.Items[i]
	j := &jsonItem{Index: i, Kind: s.Kind(i).String()}
	if it.Message != nil {
		j.Kind = it.Message.Role + " message"
		j.Tool = it.Message.Name
	}
	if it.Row < 0 {
		return j
	}
	j.Row = &it.Row
	if id := s.EventID(i); id != "" {
		j.EventID = &id
	}
	if t := s.Reading.Log.Tool(int(it.Row)); it.Message == nil && t != 0 {
		name := s.Reading.Log.NameString(t)
		j.Tool = &name
	}
	return j
}

// valueJSON is a value as the record has it; one that was cut is a string.
func valueJSON(v *compare.Value) *jsonValue {
	if v == nil {
		return nil
	}
	j := &jsonValue{v.Text, v.Before, v.After}
	if !v.String && v.Before == 0 && v.After == 0 {
		j.Value = json.RawMessage(v.Text)
	}
	return j
}
