package formats

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
)

const fixturesInspect = "../fixtures/inspect/"

// A sample has the same rows whatever holds it: a document, a member of an
// archive, the last of two members of one name, or chunks.
func TestInspectHolds(t *testing.T) {
	want := map[string][]string{}
	for _, name := range []string{"log.json", "whole.eval", "chunked.eval"} {
		got := loadWith(Options{Text: true}, 0, nil, fixturesInspect+name)
		if len(got.logs) != 2 || len(got.errs) > 0 {
			t.Fatalf("%s: %d logs, errors %q", name, len(got.logs), got.errs)
		}
		for _, l := range got.logs {
			checkAccount(t, l)
			rows := rowsOf(l)
			if want[l.Conversation] == nil {
				want[l.Conversation] = rows
			}
			if diff := cmp.Diff(want[l.Conversation], rows); diff != "" {
				t.Errorf("%s (-want +got):\n%s", l.Name, diff)
			}
			for i := range l.Len() {
				if b, err := l.Bodies.Body(i, nil); err != nil || b[0] != '{' || b[len(b)-1] != '}' {
					t.Errorf("%s row %d: %.20q, %v", l.Name, i, b, err)
				}
			}
		}
	}
}

// What only events tell of is a call and a result that no prompt holds.
func TestInspectEventsAlone(t *testing.T) {
	l := loadWith(Options{}, 0, nil, fixturesInspect+"log.json").logs[0]
	var got []string
	for i := range l.Len() {
		if k := l.Kind(i); l.Has(i, event.FlagHidden) && (k == event.KindAction || k.AnswersCall()) {
			got = append(got, k.String()+" "+l.IDString(l.CallID(i))+" "+l.NameString(l.Tool(i)))
		}
	}
	if diff := cmp.Diff([]string{"action k7 ask_pilot", "result k7 ask_pilot"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	died := loadWith(Options{}, 0, nil, fixturesInspect+"died.json").logs
	if len(died) != 2 || died[1].Len() != 3 || died[1].Kind(2) != event.KindAction {
		t.Fatalf("%d logs; the one without messages has rows %q", len(died), rowsOf(died[1]))
	}
}

// A run without header.json has not ended, and an archive that breaks off gives
// what it holds.
func TestInspectUnfinished(t *testing.T) {
	for _, name := range []string{"running.eval", "cut.eval", "died.json"} {
		l := loadWith(Options{}, 0, nil, fixturesInspect+name).logs[0]
		if !slices.ContainsFunc(l.Claims, func(c event.Claim) bool { return c.Kind == event.ClaimRunning }) {
			t.Errorf("%s: claims %+v", name, l.Claims)
		}
	}
}

// An archive cut anywhere gives logs or an error, and an account of each file.
func TestCutInspectArchives(t *testing.T) {
	for _, name := range []string{"whole.eval", "chunked.eval"} {
		content := readFile(t, fixturesInspect+name)
		cutsOf(t, content, max(1, len(content)/200), func(int64, loaded) {})
	}
}

// FuzzInspect reads any bytes as a document, and as a sample's chunk in an
// archive.
func FuzzInspect(f *testing.F) {
	for _, name := range []string{"log.json", "died.json"} {
		f.Add(readFile(f, fixturesInspect+name))
	}
	f.Add([]byte(`{"status":"started","eval":{"task":"t"},"samples":[{"id":1,"epoch":1,"messages":[],"events":[{"event":"model","input":[{}],"input_refs":[[0,9],1],"output":{"choices":[1,{}]}},{"event":"tool"}],"message_pool":[{"role":"assistant","tool_calls":[{}]}]}]}`))
	f.Add([]byte(`[{"role":"user","content":[1,{"text":2}]},[],{"event":"tool","id":"x","result":[]}]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		o := Options{Workers: 1, From: "inspect", Text: true, Limits: container.Limits{Memory: 1 << 16, Decompressed: 16 << 20}}
		got := loadWith(o, 0, bytes.NewReader(b), "-")
		dir := put(t, map[string][]byte{"header.json": []byte(`{"status":"success","eval":{"task":"t"}}`), "samples/1/sample.json": []byte(`{"id":1,"epoch":1,"message_refs":[[0,3]]}`),
			"samples/1/messages/0.json": b, "samples/1/events/0.json": b, "samples/2.json": b})
		inDir := loadWith(o, 0, nil, dir)
		for _, l := range append(got.logs, inDir.logs...) {
			checkAccount(t, l)
			for i := range l.Len() {
				rec, err := l.Bodies.Body(i, nil)
				if err != nil || !strings.HasPrefix(string(rec), "{") || !strings.HasSuffix(string(rec), "}") {
					t.Errorf("body of row %d: %.40q, %v", i, rec, err)
				}
			}
		}
		if len(got.logs)+len(got.errs) == 0 || len(inDir.logs) == 0 {
			t.Error("neither a log nor an error")
		}
	})
}

// A header.json of something else makes no archive of a directory.
func TestInspectForeignHeader(t *testing.T) {
	chat := readFile(t, "../fixtures/openai-chat/messages.json")
	got := loadWith(Options{}, 0, nil, put(t, map[string][]byte{"header.json": []byte(`{"title":"x"}`), "samples/1.json": chat}))
	if len(got.logs) != 1 || got.logs[0].Format != "openai-chat" {
		t.Fatalf("%d logs, errors %q, passed over %q", len(got.logs), got.errs, got.passed)
	}
}
