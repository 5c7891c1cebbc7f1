//go:build golden

package openhandsv1

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// expected is what upstream made of a log, as far as it tells refusals.
type expected struct {
	Errors []struct {
		Stage, Exc, Msg string
		Index, Line     *int
	} `json:"errors"`
}

// TestGolden compares the refusals of every record with what upstream raised.
// TRAJ_GOLDEN names the folder with gen, mut and fuzz.
func TestGolden(t *testing.T) {
	root := os.Getenv("TRAJ_GOLDEN")
	logs, err := filepath.Glob(filepath.Join(root, "*", "*", "expected.json"))
	if err != nil || root == "" || len(logs) == 0 {
		t.Fatalf("TRAJ_GOLDEN=%q holds no goldens (%v)", root, err)
	}
	records, refused := 0, 0
	for _, name := range logs {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var want expected
		if err := json.Unmarshal(raw, &want); err != nil {
			t.Fatal(name, err)
		}
		got := map[int]string{}
		for i, rec := range goldenRecords(t, filepath.Dir(name)) {
			records++
			if s := goldenRefusals(rec); s != "" {
				refused++
				got[i] = s
			}
		}
		if d := cmp.Diff(goldenErrors(want), got); d != "" {
			t.Errorf("%s: %s", filepath.Dir(name), d)
		}
	}
	goldenStates(t, logs)
	t.Logf("%d logs, %d records, %d refused", len(logs), records, refused)
}

// goldenStates compares which snapshots upstream refuses at a cold start.
func goldenStates(t *testing.T, logs []string) {
	t.Helper()
	states := 0
	for _, name := range logs {
		raw, err := os.ReadFile(filepath.Join(filepath.Dir(name), "input", "base_state.json"))
		if err != nil {
			continue
		}
		states++
		expected, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var want struct {
			ResumeError string `json:"resume_error"`
		}
		if err := json.Unmarshal(expected, &want); err != nil {
			t.Fatal(name, err)
		}
		refused := strings.Contains(want.ResumeError, "for ConversationState") || strings.Contains(want.ResumeError, "new ConversationState") || strings.HasPrefix(want.ResumeError, "JSONDecodeError")
		if s := DecodeState(raw, 0); (len(s.Refused) > 0) != refused {
			t.Errorf("%s: %v, upstream %q", filepath.Dir(name), s.Refused, want.ResumeError)
		}
	}
	if states < 100 {
		t.Errorf("%d snapshots", states)
	}
}

// goldenErrors are the refusals of records by index, JSON's own left out.
func goldenErrors(want expected) map[int]string {
	out := map[int]string{}
	for _, e := range want.Errors {
		if e.Stage != "load" || strings.Contains(e.Msg, "json_invalid") || e.Exc == "UnicodeDecodeError" {
			continue
		}
		at := e.Index
		if at == nil {
			at = e.Line
		}
		msg := e.Msg
		if e.Exc != "ValidationError" {
			msg = "<root>: [" + e.Exc + "] " + msg
		} else {
			_, msg, _ = strings.Cut(msg, ": ")
		}
		var parts []string
		for _, p := range strings.Split(msg, "; ") {
			if strings.HasPrefix(p, "Expected one of") {
				continue
			}
			p, _, _ = strings.Cut(p, ". Expected one of")
			parts = append(parts, p)
		}
		out[*at] = strings.Join(parts, "\n")
	}
	return out
}

func goldenRefusals(rec []byte) string {
	var tape jsontape.Tape
	if end, err := tape.Parse(rec); err != nil || !blank(rec[end:]) || tape.Flags&(jsontape.BadUTF8|jsontape.LoneSurrogate) != 0 {
		return ""
	}
	b := event.NewBuilder(true)
	NewDecoder(b).Append(rec, &tape, event.Pos{})
	var out []string
	for _, r := range b.Table().Refused(0) {
		out = append(out, r.String())
	}
	return strings.Join(out, "\n")
}

// goldenRecords are the records of a log by index: that of an event file's
// name, or the line from 1, or the place in an array.
func goldenRecords(t *testing.T, dir string) map[int][]byte {
	t.Helper()
	out := map[int][]byte{}
	if raw, err := os.ReadFile(filepath.Join(dir, "input.jsonl")); err == nil {
		for i, l := range bytes.Split(raw, []byte("\n")) {
			if len(bytes.TrimSpace(l)) > 0 {
				out[i+1] = bytes.TrimSpace(l)
			}
		}
		return out
	}
	if raw, err := os.ReadFile(filepath.Join(dir, "input.json")); err == nil {
		var all []json.RawMessage
		if err := json.Unmarshal(raw, &all); err != nil {
			t.Fatal(err)
		}
		for i, r := range all {
			out[i] = r
		}
		return out
	}
	names, err := filepath.Glob(filepath.Join(dir, "input", "events", "event-*.json"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	for _, n := range names {
		var i int
		if _, err := fmt.Sscanf(filepath.Base(n), "event-%d-", &i); err != nil {
			t.Fatal(n, err)
		}
		raw, err := os.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		out[i] = raw
	}
	return out
}
