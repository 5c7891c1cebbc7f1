package openhandsv1

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// TestEscapedColumns guards against one column's memory being used by another.
func TestEscapedColumns(t *testing.T) {
	rec := `{"id":"\u0061","timestamp":"\u0032026-01-01T00:00:00","source":"\u0061gent","parent_id":"\u0070","tool_name":"\u0074","tool_call_id":"\u0063","error":"\u0065","kind":"AgentErrorEvent"}`
	table, _ := read(t, []byte(rec), true)
	want := []string{`> kind=error`, `> type="AgentErrorEvent"`, `> id="a"`, `> parent_ref=id`, `> parent="p"`, `> source="agent"`, `> role="tool"`,
		`> time=1767225600000000`, `> time_text="2026-01-01T00:00:00"`, `> call="c"`, `> tool="t"`, `> text="e"`}
	if d := cmp.Diff(want, describe(table, 0)); d != "" {
		t.Error(d)
	}
}

// maxRefused is the most refusals that a row is given, the last of which counts
// the others.
const maxRefused = 65

// TestRefusalsAreBounded guards against a record that is refused a million
// times, and against quadratic work on it.
func TestRefusalsAreBounded(t *testing.T) {
	var rec strings.Builder
	rec.WriteString(`{"kind":"PauseEvent"`)
	for i := range 100_000 {
		fmt.Fprintf(&rec, `,"x%d":1`, i)
	}
	table, _ := read(t, []byte(rec.String()+"}"), false)
	if n := len(table.Refused(0)); n > maxRefused {
		t.Errorf("%d refusals", n)
	}
	table, _ = read(t, []byte(`{"kind":"Condensation","llm_response_id":"r","forgotten_event_ids":[`+strings.Repeat("1,", 100_000)+"1]}"), false)
	got := table.Refused(0)
	want := event.Refusal{Path: "<root>", Reason: "[more] 99937 further refusals"}
	if d := cmp.Diff(want, got[len(got)-1]); d != "" {
		t.Error(d)
	}
}

func TestEvidence(t *testing.T) {
	for rec, want := range map[string]int{
		`{"id":"a","timestamp":"t","source":"agent","kind":"PauseEvent"}`: 100,
		`{"kind":"PauseEvent"}`:                                              60,
		`{"kind":"PauseEvent","source":"robot","id":1}`:                      60,
		`{"id":"a","timestamp":"t","source":"agent","kind":"TeleportEvent"}`: 40,
		`{"id":"a","source":"agent","kind":"TeleportEvent"}`:                 0,
		`{"id":1,"timestamp":"t","source":"agent","action":"run"}`:           0,
		`{"kind":["PauseEvent"]}`:                                            0,
		`[]`:                                                                 0,
	} {
		var tape jsontape.Tape
		if _, err := tape.Parse([]byte(rec)); err != nil {
			t.Fatal(err)
		}
		if got := Evidence([]byte(rec), &tape); got != want {
			t.Errorf("%s: %d, want %d", rec, got, want)
		}
	}
}

func TestHints(t *testing.T) {
	records := []string{
		`{"kind": "PauseEvent", "id": "a", "timestamp": "t"}`,
		`{"kind": "PauseEvent", "id": "\u00e9é", "timestamp": "t"}`,
		`{"id":"b","parent_id":null,"kind":"PauseEvent"}`,
		`{"id":"c","parent_id":"b","kind":"InterruptEvent"}`,
		`{"id":"d","tool_name":"x","tool_call_id":"c","action_id":"a","extended_content":[],"observation":{"kind":"ExecuteBashObservation"},"kind":"ObservationEvent"}`,
		`{"id":"e","system_prompt":{"text":""},"tools":[{"type":"function","function":{"name":"bash"}}],"kind":"SystemPromptEvent"}`,
		"{\n  \"kind\": \"PauseEvent\",\n  \"id\": \"f\"\n}",
	}
	b := event.NewBuilder(false)
	d := NewDecoder(b)
	for _, r := range records {
		var tape jsontape.Tape
		if _, err := tape.Parse([]byte(r)); err != nil {
			t.Fatal(err)
		}
		d.Append([]byte(r), &tape, event.Pos{})
	}
	want := []event.Hint{
		{Below: "1.7.4", Why: "kind stands first, with a space after each comma"},
		{AtLeast: "1.7.0", Below: "1.7.4", Why: "kind stands first, with characters beyond ASCII unescaped", Row: 1},
		{AtLeast: "1.31.0", Why: "parent_id", Row: 2},
		{AtLeast: "1.7.4", Why: "kind stands last, without a space after commas", Row: 2},
		{AtLeast: "1.23.0", Why: "InterruptEvent", Row: 3},
		{Below: "1.5.0", Why: "ExecuteBashObservation", Row: 4},
		{AtLeast: "1.34.0", Why: "ObservationEvent.extended_content", Row: 4},
		{Below: "1.7.0", Why: "tools without kind", Row: 5},
	}
	if diff := cmp.Diff(want, d.Hints()); diff != "" {
		t.Error(diff)
	}
}

// FuzzAppend appends any object: one row, whatever it says.
func FuzzAppend(f *testing.F) {
	for _, s := range []string{
		`{"id":"e1","source":"agent","thought":[{"text":"x"}],"action":{"command":"ls","kind":"TerminalAction"},"tool_name":"t","tool_call_id":"c","tool_call":{"id":"w","name":"b","arguments":"{}","origin":"responses"},"llm_response_id":"r","kind":"ActionEvent"}`,
		`{"source":"user","llm_message":{"role":"user","content":[{"image_urls":[1]}],"thinking_blocks":[{"data":5}]},"kind":"MessageEvent"}`,
		`{"forgotten_event_ids":["a"],"summary_offset":"-0_1.0","llm_response_id":"r","kind":"Condensation"}`,
		`{"system_prompt":{},"tools":[{"kind":"ThinkTool","action_type":1}],"kind":"SystemPromptEvent"}`,
		`{"observation":{"entries":[{"modified_time":"2020-01-01T00:00:00,5"}],"lines_shown":[1],"kind":"ListDirectoryObservation"},"kind":"ObservationEvent"}`,
		`{"":1,"":2,"kind":{}}`, `[]`, `null`, `"\ud800"`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, rec []byte) {
		var tape jsontape.Tape
		end, err := tape.Parse(rec)
		if err != nil {
			return
		}
		rec = rec[:end]
		for _, keep := range []bool{true, false} {
			b := event.NewBuilder(keep)
			d := NewDecoder(b)
			d.Append(rec, &tape, event.Pos{})
			table := b.Table()
			if table.Len() != 1 || len(table.Refused(0)) > maxRefused {
				t.Fatalf("%q: %d rows, %d refusals", rec, table.Len(), len(table.Refused(0)))
			}
		}
		Evidence(rec, &tape)
		DecodeState(rec, 0)
	})
}
