package formats

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

// short lists the rows of a log: kind, role, call, tool, text.
func short(l *event.Log) []string {
	var out []string
	for i := range l.Len() {
		text, _ := l.Text(i)
		if args, ok := l.Args(i); ok && text == "" {
			text = args
		}
		s := []string{l.Kind(i).String(), l.NameString(l.Role(i)), l.IDString(l.CallID(i)), l.NameString(l.Tool(i)), string(text)}
		out = append(out, strings.Join(s, " "))
	}
	return out
}

// The results of a step stand behind all its calls, those of the provider's own
// tools at their call.
func TestUIMessages(t *testing.T) {
	want := []string{
		"system system   You sell ferry tickets. Be short.",
		"message user   When do boats leave for Hallig Oland tomorrow, and will it rain?",
		"message assistant   Two look-ups.",
		"message assistant   I look at both.",
		`action assistant call_t1 timetable {"to":"Oland","day":"2026-04-02"}`,
		`action assistant call_w1 weather {"place":"Oland"}`,
		"log assistant   ",
		`result tool call_t1 timetable {"boats":["07:40","16:05"]}`,
		"result tool call_w1 weather the station does not answer",
		`action assistant srv_s1 web_search {"query":"rain Oland"}`,
		`result assistant srv_s1 web_search [{"title":"Dry until noon"}]`,
		"log assistant   ",
		"message assistant   Boats leave at 07:40 and 16:05; it stays dry until noon.",
		"message user   Book the first, and mail me the ticket.",
		`action assistant call_b1 book {"boat":"07:40"}`,
		`action assistant call_m1 mail {"what":"ticket"}`,
		"result tool call_b1 book booked: seat 12",
		"reject tool call_m1 mail ",
		"message assistant   Seat 12 is yours; nothing was mailed.",
	}
	l := one(t, loadWith(Options{Text: true}, 0, nil, allFixtures+"ai-sdk/chat.json"))
	if diff := cmp.Diff(want, short(l)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if p := l.Pos(5); p.Pointer != "/messages/2/parts" || p.Item != 4 || l.Conversation != "chat-ferry" || !l.Has(8, event.FlagFailed) {
		t.Errorf("%+v of %q", p, l.Conversation)
	}
	lines := one(t, loadWith(Options{Text: true}, 0, nil, allFixtures+"ai-sdk/chat.jsonl"))
	if diff := cmp.Diff(rowsOf(l), rowsOf(lines)); diff != "" {
		t.Errorf("lines (-request +lines):\n%s", diff)
	}
}

// FuzzUIMessages reads any bytes as UI messages.
func FuzzUIMessages(f *testing.F) {
	addFixtures(f, "ai-sdk")
	f.Add([]byte(`[{"role":"assistant","parts":[1,{"type":"tool-","toolCallId":"a","state":"output-available"},{"type":"step-start"},{"type":"tool-invocation","toolInvocation":{}},[]]},{"role":"user","parts":{}},{}]`))
	f.Fuzz(func(t *testing.T, b []byte) { fuzzFormat(t, b, "ai-sdk") })
}

// addFixtures adds the fixtures of a format that are files.
func addFixtures(f *testing.F, name string) {
	paths, err := filepath.Glob(allFixtures + name + "/*.*")
	if err != nil || len(paths) == 0 {
		f.Fatal(name, err)
	}
	for _, p := range paths {
		f.Add(readFile(f, p))
	}
}

// fuzzFormat reads bytes by detection and as a format.
func fuzzFormat(t *testing.T, b []byte, name string) {
	fuzzed(t, b, Options{Workers: 1, From: name}, 0)
	fuzzed(t, bytes.Clone(b), Options{Workers: 2, From: name, Text: true}, 32)
}
