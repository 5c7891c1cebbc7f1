package formats

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

// left is what a load gives: the events of each log, and what is told beside.
type left struct {
	events []*event.Frame
	files  [][]event.File // with their damage
	errors []string
	passed []string
}

func leaving(t *testing.T, o Options, path string) (got left) {
	t.Helper()
	o.Text, o.Workers, o.Block = true, 2, 1<<8
	o.Passed = func(name, why string) { got.passed = append(got.passed, name+": "+why) }
	for l, err := range Load(context.Background(), []string{path}, nil, o) {
		if err != nil {
			got.errors = append(got.errors, err.Error())
			continue
		}
		all := event.NewFrame(l.Schema(event.FrameOptions{}))
		for f, err := range l.Frames(event.FrameOptions{}) {
			if err == nil {
				err = all.Append(f, 0, f.Len())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		got.events, got.files = append(got.events, all), append(got.files, l.Files)
	}
	return got
}

// telling is a log in which every column that rests on a fact has something to say.
const telling = `{"kind": "ActionEvent", "id": "a", "timestamp": "2026-01-01T00:00:00", "source": "agent", "thought": [], "tool_name": "terminal", "tool_call_id": "c", "llm_response_id": "r", "security_risk": "LOW", "action": {"kind": "TerminalAction", "command": "ls"}, "tool_call": {"id": "c", "name": "terminal", "arguments": "{\"command\":\"rm\",\"security_risk\":\"HIGH\"}", "origin": "completion"}}
{"id":"b","timestamp":"2026-01-01T00:00:00","source":"agent","thought":[{"type":"text","text":"t","cache_prompt":true}],"tool_name":"x","tool_call_id":"d","llm_response_id":"r","action":null,"tool_call":{"id":"d","name":"x","arguments":"{","origin":"completion"},"more":{"api_key":"k","key":"**********"},"kind":"ActionEvent"}
`

// A column is the same when what it does not rest on is left out, and so are
// the account of each file and the errors; and what is left out is left out.
func TestColumnsRestOnTheirFacts(t *testing.T) {
	paths, err := filepath.Glob("../testdata/*/*")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, of := range fixturesOf(t) {
		paths = append(paths, of...)
	}
	paths = append(paths, put(t, map[string][]byte{"log.jsonl": []byte(telling)})+"/log.jsonl")
	saved := map[string]bool{}
	for _, path := range paths {
		want := leaving(t, Options{}, path)
		for _, kept := range []event.Facts{0, event.FactArgs, event.FactText, event.FactMarks, event.FactRefused, event.FactDates} {
			what := fmt.Sprintf("%s with facts %05b alone", path, kept)
			got := leaving(t, Options{Leave: event.AllFacts &^ kept}, path)
			if diff := cmp.Diff([]any{want.files, want.errors, want.passed}, []any{got.files, got.errors, got.passed}); diff != "" {
				t.Errorf("%s: %s", what, diff)
			}
			sameColumns(t, what, kept, want.events, got.events, saved)
			got = leaving(t, Options{Leave: event.AllFacts &^ kept, InParts: true}, path)
			sameColumns(t, what+", in parts", kept, want.events, got.events, saved)
		}
	}
	for _, c := range event.EventSchema(true, false).Fields {
		if rests := event.FactsOf([]string{c.Name}) != 0; rests != saved[c.Name] {
			t.Errorf("column %s: rests on facts is %v, but is left out where they are is %v", c.Name, rests, saved[c.Name])
		}
	}
}

// sameColumns compares the columns that rest on no more than some facts, and
// notes the others that differ.
func sameColumns(t *testing.T, what string, kept event.Facts, want, got []*event.Frame, saved map[string]bool) {
	t.Helper()
	if len(want) != len(got) {
		t.Errorf("%s: %d logs, want %d", what, len(got), len(want))
		return
	}
	for i := range want {
		for k, c := range want[i].Columns {
			switch diff := cmp.Diff(c, got[i].Columns[k]); {
			case diff == "":
			case event.FactsOf([]string{c.Name})&^kept != 0:
				saved[c.Name] = true
			default:
				t.Errorf("%s: column %s: %s", what, c.Name, diff)
			}
		}
	}
}
