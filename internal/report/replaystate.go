package report

import (
	"fmt"
	"io"

	"github.com/traj-dev/traj/replay"
)

// stateText prints the state against the log: side by side where the terminal
// is wide enough, else one below the other.
func stateText(w io.Writer, style Style, t *replay.StateTable) error {
	indent(w, style, "  ", fmt.Sprintf("state against log: %s of %d differ; * = worked out from the events, written down by nobody", Count(t.Differs(), "line"), len(t.Lines)))
	if header, rows := stateGrid(t); widthOf(header, rows) > style.Columns() {
		stateList(w, style, t)
	} else if err := grid(w, style, header, rows); err != nil {
		return err
	}
	for i := range t.Lines {
		if l := &t.Lines[i]; l.Note != "" {
			indent(w, style, "    ", l.Fact+": "+l.Note)
		}
	}
	for _, s := range t.Stops {
		line := s.Stop + ": " + s.Answer + " (" + s.Why + ")"
		if s.Event != "" {
			line += ", see " + s.Event
		}
		indent(w, style, "  ", line)
	}
	return nil
}

// stateGrid are the cells of the table.
func stateGrid(t *replay.StateTable) (header []string, rows [][]string) {
	header = []string{"FACT", ""}
	for o := range replay.OwnerCount {
		header = append(header, o.String())
	}
	for i := range t.Lines {
		l := &t.Lines[i]
		row := []string{l.Fact, verdictWord(l.Verdict)}
		for _, x := range l.Says {
			row = append(row, stateCell(x))
		}
		rows = append(rows, row)
	}
	return header, rows
}

// widthOf is how many columns a grid takes when nothing in it wraps.
func widthOf(header []string, rows [][]string) int {
	width := -2 // nothing follows the last column
	for c := range header {
		widest := cells().StringWidth(header[c])
		for _, r := range rows {
			widest = max(widest, cells().StringWidth(r[c]))
		}
		width += widest + 2
	}
	return width
}

func stateList(w io.Writer, style Style, t *replay.StateTable) {
	for i := range t.Lines {
		l := &t.Lines[i]
		indent(w, style, "    ", l.Fact+": "+verdictWord(l.Verdict))
		for o, x := range l.Says {
			if x != nil {
				indent(w, style, "      ", replay.Owner(o).String()+": "+stateCell(x))
			}
		}
	}
}

func verdictWord(v replay.Agreement) string {
	if v == replay.Differ {
		return "DIFFER"
	}
	return v.String()
}

// mostCell is the length of a value in text; JSON has all of it.
const mostCell = 31

func stateCell(x *replay.Saying) string {
	if x == nil {
		return "-"
	}
	v := Clean(x.Value)
	if short := cells().Truncate(v, mostCell, ""); short != v {
		v = cells().Truncate(v, 8, "") + "…"
		if len(x.Value) != 36 && len(x.Value) != 32 {
			v = short + "…"
		}
	}
	if x.Derived {
		v += " *"
	}
	return v
}

type jsonState struct {
	Differ int             `json:"differ"`
	Lines  []jsonStateLine `json:"lines"`
	Stops  []jsonStop      `json:"stops"`
}

type jsonStateLine struct {
	Fact    string                `json:"fact"`
	Verdict string                `json:"verdict"`
	Says    map[string]jsonSaying `json:"says"`
	Note    *string               `json:"note"`
}

type jsonSaying struct {
	Value   string  `json:"value"`
	EventID *string `json:"event_id"`
	Derived bool    `json:"derived"`
}

type jsonStop struct {
	Stop    string  `json:"stop"`
	Answer  string  `json:"answer"`
	Why     string  `json:"why"`
	EventID *string `json:"event_id"`
}

func stateJSON(t *replay.StateTable) *jsonState {
	out := &jsonState{Differ: t.Differs(), Lines: []jsonStateLine{}, Stops: []jsonStop{}}
	for _, l := range t.Lines {
		x := jsonStateLine{Fact: l.Fact, Verdict: l.Verdict.String(), Says: map[string]jsonSaying{}, Note: orNull(l.Note)}
		for o, s := range l.Says {
			if s != nil {
				x.Says[replay.Owner(o).String()] = jsonSaying{s.Value, orNull(s.Event), s.Derived}
			}
		}
		out.Lines = append(out.Lines, x)
	}
	for _, s := range t.Stops {
		out.Stops = append(out.Stops, jsonStop{s.Stop, s.Answer, s.Why, orNull(s.Event)})
	}
	return out
}
