package openhandsv1

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

var update = flag.Bool("update", false, "rewrite testdata")

// read decodes one record into a table of one row.
func read(t *testing.T, rec []byte, keepText bool) (*event.Table, []event.Hint) {
	t.Helper()
	var tape jsontape.Tape
	if _, err := tape.Parse(rec); err != nil {
		t.Fatalf("%s: %v", rec, err)
	}
	b := event.NewBuilder(keepText)
	d := NewDecoder(b)
	d.Append(rec, &tape, event.Pos{Length: int64(len(rec)), Item: -1})
	return b.Table(), d.Hints()
}

// describe lists what row i says, one column a line.
func describe(t *event.Table, i int) []string {
	r := t.Row(i)
	var out []string
	add := func(name string, v any, null bool) {
		if !null {
			out = append(out, fmt.Sprintf("> %s=%v", name, v))
		}
	}
	id := func(name string, v event.ID) { add(name, fmt.Sprintf("%q", t.IDString(v)), v == 0) }
	word := func(name string, v event.Name) { add(name, fmt.Sprintf("%q", t.NameString(v)), v == 0) }
	add("kind", r.Kind, false)
	word("type", r.Type)
	id("id", r.ID)
	add("parent_ref", r.ParentRef, r.ParentRef == event.ParentUnset)
	id("parent", r.Parent)
	word("source", r.Source)
	word("role", r.Role)
	add("time", r.Time, r.Time == event.NoTime)
	add("time_text", fmt.Sprintf("%q", r.TimeText), r.TimeText == nil)
	id("response", r.ResponseID)
	id("call", r.CallID)
	id("wire_call", r.WireCallID)
	id("action", r.ActionID)
	word("tool", r.Tool)
	word("wire_tool", r.WireTool)
	word("label", r.Label)
	word("value", r.Value)
	add("synthetic", r.Synthetic, r.Synthetic == event.NotSynthetic)
	add("flags", flags(r.Flags), r.Flags == 0)
	var forgets []string
	for _, f := range r.Forgets {
		forgets = append(forgets, t.IDString(f))
	}
	add("forgets", forgets, forgets == nil)
	add("summary_offset", r.SummaryOffset, r.Flags&event.FlagSummaryOffset == 0)
	add("tokens", fmt.Sprint(r.TokensIn, r.TokensOut), r.TokensIn < 0)
	add("args", string(r.Args), r.Args == nil)
	add("text", fmt.Sprintf("%q", r.Text), r.Text == nil)
	var grants []string
	for _, g := range r.Grants {
		grants = append(grants, t.NameString(g))
	}
	add("grants", grants, r.Grants == nil)
	add("secrets", r.Secrets, r.Secrets == nil)
	for _, f := range r.Refused {
		out = append(out, "! "+f.String())
	}
	return out
}

func flags(f event.Flag) string {
	names := map[event.Flag]string{event.FlagThinking: "thinking", event.FlagThought: "thought", event.FlagReasoning: "reasoning",
		event.FlagNotExecutable: "not_executable", event.FlagExecutable: "executable", event.FlagFailed: "failed",
		event.FlagArgsMalformed: "args_malformed", event.FlagSummary: "summary", event.FlagSummaryOffset: "summary_offset",
		event.FlagFinish: "finish", event.FlagEmpty: "empty", event.FlagBlocked: "blocked", event.FlagIDMade: "id_made",
		event.FlagThinkingEmpty: "thinking_empty", event.FlagUnsigned: "unsigned", event.FlagBadSignature: "bad_signature",
		event.FlagReasoningItem: "reasoning_item", event.FlagResponsesCall: "responses_call", event.FlagSpaced: "spaced", event.FlagRedacted: "redacted",
		event.FlagCacheMark: "cache_mark", event.FlagArgsDiffer: "args_differ", event.FlagAppraised: "appraised", event.FlagRiskDiffers: "risk_differs",
		event.FlagNoParts: "no_parts", event.FlagManyParts: "many_parts", event.FlagFramework: "framework", event.FlagMisclassified: "misclassified"}
	var out []string
	for bit := event.Flag(1); bit != 0; bit <<= 1 {
		if f&bit != 0 {
			out = append(out, names[bit])
		}
	}
	return strings.Join(out, ",")
}

func TestRecords(t *testing.T) {
	const name = "testdata/records.txt"
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	records := 0
	for _, line := range strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n") {
		if strings.HasPrefix(line, "> ") || strings.HasPrefix(line, "! ") {
			continue
		}
		got = append(got, line)
		if strings.HasPrefix(line, "{") {
			records++
			table, _ := read(t, []byte(line), true)
			got = append(got, describe(table, 0)...)
		}
	}
	if records < 50 {
		t.Errorf("only %d records", records)
	}
	text := strings.Join(got, "\n") + "\n"
	if *update {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if d := cmp.Diff(string(raw), text); d != "" {
		t.Error(d)
	}
}

// TestTextIsOptional guards against filling text that is not kept, and against
// columns that differ without it.
func TestTextIsOptional(t *testing.T) {
	raw, err := os.ReadFile("testdata/records.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(raw) {
		if line[0] != '{' {
			continue
		}
		with, _ := read(t, line, true)
		without, _ := read(t, line, false)
		if without.HasText() {
			t.Fatal("text is kept")
		}
		var want []string
		for _, l := range describe(with, 0) {
			if !strings.HasPrefix(l, "> args=") && !strings.HasPrefix(l, "> text=") {
				want = append(want, l)
			}
		}
		if d := cmp.Diff(want, describe(without, 0)); d != "" {
			t.Errorf("%s: %s", line, d)
		}
	}
}
