package formats

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

const fixturesV0 = "../fixtures/openhands-v0/"

// eventsV0 are the event files of a fixture, in order.
func eventsV0(t testing.TB, name string) [][]byte {
	t.Helper()
	var out [][]byte
	for i := 0; ; i++ {
		p := filepath.Join(fixturesV0, name, "events", fmt.Sprint(i, ".json"))
		if matches, err := filepath.Glob(p); err != nil || len(matches) == 0 {
			break
		}
		out = append(out, readFile(t, p))
	}
	if len(out) == 0 {
		t.Fatal("no fixture")
	}
	return out
}

// A reader of one shape must not lose, add or reorder what another finds.
func TestEveryShapeOfV0GivesTheSameRows(t *testing.T) {
	recs := eventsV0(t, "session")
	o := Options{Text: true}
	want := rowsOf(one(t, loadWith(o, 0, nil, fixturesV0+"session")))
	array := append(append([]byte("["), bytes.Join(recs, []byte(","))...), ']')
	files := map[string][]byte{}
	for i, r := range recs {
		files[fmt.Sprint(i, ".json")] = r
	}
	pairs := []byte("[")
	for i, r := range recs { // an evaluation puts an action beside its observation: any two will do
		pairs = append(pairs, []string{"[", ","}[i%2]...)
		pairs = append(pairs, r...)
		if i%2 == 1 || i == len(recs)-1 {
			pairs = append(pairs, "],"...)
		}
	}
	pairs[len(pairs)-1] = ']'
	for _, s := range []sample{
		{"array", event.ShapeStream, array, nil},
		{"indented array", event.ShapeStream, pretty(t, array), nil},
		{"lines", event.ShapeStream, append(bytes.Join(recs, []byte("\n")), '\n'), nil},
		{"answer with a trajectory", event.ShapePages, fmt.Appendf(nil, `{"trajectory":%s}`, array), nil},
		{"page of events", event.ShapePages, fmt.Appendf(nil, `{"events":%s,"has_more":false}`, array), nil},
		{"feedback", event.ShapePages, fmt.Appendf(nil, `{"version":"1.0","feedback":"positive","permissions":"public","trajectory":%s}`, array), nil},
		{"row of an evaluation", event.ShapeHistory, fmt.Appendf(nil, `{"instance_id":"i","history":%s,"error":null}`, array), nil},
		{"row of pairs", event.ShapeHistory, fmt.Appendf(nil, `{"instance_id":"i","history":%s,"error":null}`, pairs), nil},
		{"bare event files", event.ShapeEvents, nil, files},
		{"session in a cloud's store", event.ShapeEvents, nil, below("users/u1/conversations/s1/events/", files)},
		{"zip of sessions", event.ShapeEvents, zipped(t, below("sessions/s1/events/", files)), nil},
		{"tar.gz", event.ShapeEvents, gz(t, tarred(t, below("sessions/s1/events/", files))), nil},
	} {
		t.Run(s.name, func(t *testing.T) {
			path := ""
			if s.files != nil {
				path = put(t, s.files)
			} else {
				path = filepath.Join(put(t, map[string][]byte{"input.dat": s.bytes}), "input.dat")
			}
			l := one(t, loadWith(o, 0, nil, path))
			if diff := cmp.Diff(want, rowsOf(l)); diff != "" || l.Shape != s.shape || l.Evidence == "" {
				t.Errorf("shape %v, evidence %q, rows (-want +got):\n%s", l.Shape, l.Evidence, diff)
			}
			checkAccount(t, l)
		})
	}
}

// What lies in a session's directory: pages are compared, pickles counted.
func TestSession(t *testing.T) {
	l := one(t, loadWith(Options{}, 0, nil, fixturesV0+"session"))
	roles := map[event.FileRole]int{}
	for _, f := range l.Files {
		roles[f.Role]++
		if len(f.Differs)+len(f.Damage) > 0 {
			t.Errorf("%s: %+v %+v", f.Name, f.Differs, f.Damage)
		}
	}
	want := map[event.FileRole]int{event.RoleEvent: 24, event.RoleCopy: 1, event.RoleMeta: 1, event.RoleOther: 1}
	if diff := cmp.Diff(want, roles); diff != "" || l.Conversation != "session" {
		t.Errorf("conversation %q, roles (-want +got):\n%s", l.Conversation, diff)
	}
	checkAccount(t, l)
}

// A page that upstream would read in place of files that say something else.
func TestCachePages(t *testing.T) {
	recs := eventsV0(t, "session")
	files := map[string][]byte{}
	for i, r := range recs {
		files[fmt.Sprintf("events/%d.json", i)] = r
	}
	other := bytes.Replace(recs[1], []byte("Rename"), []byte("Forget"), 1)
	page := func(recs ...[]byte) []byte { return append(append([]byte("["), bytes.Join(recs, []byte(","))...), ']') }
	for _, c := range []struct {
		name, page string
		content    []byte
		want       string
	}{
		{"the same", "0-25", page(recs...), ""},
		{"the same, spaced otherwise", "0-25", pretty(t, page(recs...)), ""},
		{"one differs", "0-25", page(append([][]byte{recs[0], other}, recs[2:]...)...), "the page's event 1 is not that of its file"},
		{"short", "0-25", page(recs[:3]...), "the page holds 3 events and there are files of 24"},
		{"more than there are files", "0-25", page(append(append([][]byte{}, recs...), recs[0])...), "the page holds an event at the place of 24, which no file is of"},
		{"misaligned", "3-28", page(recs[3:]...), "the page starts at 3: upstream never reads it"},
		{"no array", "0-25", []byte(`{"a":1}`), "the page is no array"},
	} {
		files["event_cache/"+c.page+".json"] = c.content
		l := one(t, loadWith(Options{}, 0, nil, put(t, below("s/", files))))
		delete(files, "event_cache/"+c.page+".json")
		got := ""
		for _, f := range l.Files {
			for _, d := range f.Differs {
				got += d.Detail
			}
		}
		if got != c.want || l.Len() != len(recs) {
			t.Errorf("%s: %d rows, %q, want %q", c.name, l.Len(), got, c.want)
		}
		checkAccount(t, l)
	}
}

// What a recorded websocket holds beside events is kept and told apart.
func TestFramesOfAWebsocket(t *testing.T) {
	l := one(t, loadWith(Options{}, 0, nil, fixturesV0+"feedback.json"))
	if l.Kind(0) != event.KindLog || l.Kind(1) != event.KindLog || l.Len() != 11 {
		t.Errorf("%d rows, %v %v", l.Len(), l.Kind(0), l.Kind(1))
	}
}

// A flattened record of the resolver has neither ids nor anything to wait for.
func TestFlatHistory(t *testing.T) {
	l := one(t, loadWith(Options{}, 0, nil, fixturesV0+"resolver.jsonl"))
	if l.Conversation != "harbour/lighthouse#12" || !strings.HasSuffix(l.Name, "!harbour/lighthouse#12") {
		t.Errorf("conversation %q of %s", l.Conversation, l.Name)
	}
	for i := range l.Len() {
		if l.Table.ID(i) != 0 || l.Has(i, event.FlagExecutable) || len(l.Refused(i)) > 0 {
			t.Errorf("row %d: id %q, refused %v", i, l.IDString(l.Table.ID(i)), l.Refused(i))
		}
	}
}

// FuzzV0 reads any bytes as events of OpenHands V0.
func FuzzV0(f *testing.F) {
	for _, r := range eventsV0(f, "session") {
		f.Add(r)
	}
	for _, r := range eventsV0(f, "delegate") {
		f.Add(append(append([]byte("["), r...), ','))
	}
	f.Add([]byte(`{"instance_id":"i","history":[[{"id":1,"action":"run","args":{"command":"ls"}},{"observation":"null"}],[[[]]]]}`))
	f.Add([]byte(`{"id":9,"action":"condensation","args":{"forgotten_events_start_id":-5,"forgotten_events_end_id":9223372036854775807,"summary_offset":-3,"summary":""}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzed(t, b, Options{Workers: 1, From: "openhands-v0"}, 0)
		fuzzed(t, b, Options{Workers: 2, From: "openhands-v0", Text: true}, 32)
	})
}
