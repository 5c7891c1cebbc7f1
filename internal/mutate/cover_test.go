package mutate_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/mutate"
	"github.com/traj-dev/traj/project"
)

// What sound logs must hold somewhere, as a pattern over the names and bytes of
// a conversation.
var features = map[string]string{
	"a root that someone went back to": `"parent_id":"__root__","llm_message"`,
	"a head before the first event":    `"head_is_empty":true`,
	"spaced JSON, escaped":             `"kind": "MessageEvent".*\\u`,
	"text beyond ASCII":                `naïve`,
	"a hard reset":                     `"summary_offset":0`,
	"a summary that was forgotten":     `"[0-9a-f-]{36}-summary"`,
	"no summary":                       `"forgotten_event_ids":\[[^\]]*\],"summary_offset"`,
	"an asked condensation":            `"kind":"CondensationRequest"`,
	"a rejection of the user":          `"rejection_source":"user"`,
	"a rejection of a hook":            `"rejection_source":"hook"`,
	"a hook before a call":             `"hook_event_type":"PreToolUse"`,
	"a hook after a call":              `"hook_event_type":"PostToolUse"`,
	"a hook that adds context":         `"additional_context"`,
	"feedback of a stop hook":          `Stop hook feedback`,
	"a call that cannot be run":        `no_such_`,
	"arguments that were no JSON":      `_openhands_malformed_tool_call`,
	"an interrupt":                     `"kind":"InterruptEvent"`,
	"a pause":                          `"kind":"PauseEvent"`,
	"an error of the run":              `"kind":"ConversationErrorEvent"`,
	"a recorded completion":            `"kind":"LLMCompletionLogEvent"`,
	"calls that wait":                  `"execution_status":"waiting_for_confirmation"`,
	"another agent's calls":            `"kind":"ACPToolCallEvent"`,
	"a sub-agent":                      `subagents/[0-9a-f]{32}/events/event-00000`,
	"signed thinking":                  `"signature":"[A-Za-z0-9+/=]+"`,
	"redacted thinking":                `"redacted_thinking"`,
	"reasoning items":                  `"encrypted_content"`,
	"reasoning content":                `"reasoning_content"`,
	"activated skills":                 `"activated_knowledge_skills":\["`,
	"a server's records":               `owner_lease.json`,
	"a fork of a part":                 `"forked_from_event_id"`,
	"an image":                         `"image_urls"`,
}

func TestGeneratedLogsCover(t *testing.T) {
	missing := map[string]*regexp.Regexp{}
	for name, pattern := range features {
		missing[name] = regexp.MustCompile(pattern)
	}
	pairs, branches, legacy, mixed := 0, 0, 0, 0
	for seed := range uint64(600) {
		logs := mutate.Generate(seed)
		if len(logs) == 2 {
			pairs++
		}
		for _, l := range logs {
			text := all(l)
			for name, p := range missing {
				if p.Match(text) {
					delete(missing, name)
				}
			}
			branches += branched(load(t, l.Bytes())[0])
			switch stamped := bytes.Index(text, []byte(`"parent_id":`)); {
			case stamped < 0:
				legacy++
			case stamped > bytes.Index(text, []byte("event-00002-")):
				mixed++
			}
		}
	}
	for name := range missing {
		t.Errorf("no log has %s", name)
	}
	if pairs < 10 || branches < 30 || legacy < 30 || mixed < 20 {
		t.Errorf("%d forks, %d logs with branches, %d without parents, %d that were begun without", pairs, branches, legacy, mixed)
	}
}

func all(l *mutate.Log) []byte {
	var b bytes.Buffer
	for _, f := range l.Files {
		fmt.Fprintf(&b, "%s\n%s\n", f.Name, f.Data)
	}
	return b.Bytes()
}

// branched is 1 for a log with more than one head.
func branched(l *event.Log) int {
	if len(project.Read(l, project.Auto(l).Profile).Heads()) > 1 {
		return 1
	}
	return 0
}

func TestTheSameSeedGivesTheSameBytes(t *testing.T) {
	for seed := range uint64(50) {
		a, b := mutate.Generate(seed), mutate.Generate(seed)
		for i := range a {
			if !bytes.Equal(a[i].Bytes(), b[i].Bytes()) {
				t.Errorf("seed %d differs", seed)
			}
		}
	}
	for _, u := range mutate.Mutators() {
		for seed := range uint64(8) {
			base := mutate.Generate(seed)[0]
			before := all(base)
			a, ok := u.Apply(base, seed)
			b, _ := u.Apply(base, seed)
			if ok && !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Errorf("%s, seed %d: differs", u.Name, seed)
			}
			if !bytes.Equal(before, all(base)) {
				t.Errorf("%s, seed %d: changed what it was given", u.Name, seed)
			}
		}
	}
}

// A condensation is one that the condenser could have made: a slice of the view
// between two places where the view may be cut, or all of it.
func TestCondensationsAreSlices(t *testing.T) {
	seen := 0
	for seed := range uint64(400) {
		for _, l := range load(t, mutate.Archive(mutate.Generate(seed)...)) {
			r := project.Read(l, project.Newest())
			for i := range l.Len() {
				if l.Kind(i) != event.KindCondensation {
					continue
				}
				seen++
				if why := notASlice(r, int32(i)); why != "" {
					t.Errorf("seed %d, row %d: %s", seed, i, why)
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("%d condensations", seen)
	}
}

func notASlice(r *project.Reading, row int32) string {
	path, err := r.PathTo(row)
	if err != nil {
		return err.Error()
	}
	v := r.Fold(path[:len(path)-1])
	ids, forgets := v.IDs(), map[string]bool{}
	for _, id := range r.Log.Forgets(int(row)) {
		forgets[r.Log.IDString(id)] = true
	}
	from := slices.IndexFunc(ids, func(id string) bool { return forgets[id] })
	to := from + len(forgets)
	if from < 0 || to > len(ids) || slices.ContainsFunc(ids[from:to], func(id string) bool { return !forgets[id] }) {
		return fmt.Sprintf("forgets %d that are no slice of [%s]", len(forgets), strings.Join(ids, " "))
	}
	cuts, bad := v.Indices()
	if bad != nil {
		return bad.Error()
	}
	if from > 0 && !slices.Contains(cuts, from) || to < len(ids) && !slices.Contains(cuts, to) {
		return fmt.Sprintf("forgets %d to %d of %d, but a view may be cut at %v", from, to, len(ids), cuts)
	}
	if at, ok := r.Log.SummaryOffset(int(row)); !ok || int(at) != from {
		return fmt.Sprintf("forgets from %d and puts its summary at %d", from, at)
	}
	return ""
}
