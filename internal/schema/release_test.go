package schema

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// released are all releases that upstream has tagged, up to the newest known.
var released = strings.Fields(`1.0.0a1 1.0.0a2 1.0.0a3 1.0.0a5 1.0.0 1.1.0 1.2.0 1.3.0 1.4.0 1.4.1 1.5.0 1.5.1 1.5.2 1.6.0 1.7.0 1.7.1 1.7.2 1.7.3 1.7.4
	1.8.0 1.8.1 1.8.2 1.9.0 1.9.1 1.10.0 1.11.0 1.11.1 1.11.2 1.11.3 1.11.4 1.11.5 1.12.0 1.13.0 1.13.1 1.14.0 1.15.0 1.16.0 1.16.1 1.17.0
	1.18.0 1.18.1 1.19.0 1.19.1 1.20.0 1.20.1 1.21.0 1.21.1 1.22.0 1.22.1 1.23.0 1.23.1 1.24.0 1.25.0 1.26.0 1.27.0 1.27.1 1.28.0 1.28.1
	1.29.0 1.29.2 1.29.3 1.30.0 1.31.0 1.31.1 1.31.2 1.32.0 1.33.0 1.34.0 1.35.0 1.36.0 1.36.1 1.37.0 1.37.1 1.38.0 1.39.0 1.39.1 1.40.0
	1.40.1 1.41.0 1.42.0 1.42.1 1.43.0 1.43.1`)

func TestReleasesAreOrdered(t *testing.T) {
	last := Release(0)
	for _, s := range released {
		r := ParseRelease(s)
		if r <= last || r.String() != s || ParseRelease("v"+s) != r {
			t.Errorf("%s: %d after %d, %q", s, r, last, r)
		}
		last = r
	}
	if Oldest.String() != released[0] || Newest != last || StrictJSON.String() != "1.7.4" {
		t.Errorf("%v, %v, %v", Oldest, Newest, StrictJSON)
	}
	for _, s := range []string{"", "x", "1.x", "-1.0.0", "1.0.0.0", "1.0.0a", "1.0.0ax", "1.0.0a99", "99.0.0", "1.1000.0", "1..0"} {
		if r := ParseRelease(s); r != 0 {
			t.Errorf("%q: %d", s, r)
		}
	}
}

func TestWindows(t *testing.T) {
	w := func(from, until string) Window { return Window{ParseRelease(from), ParseRelease(until)} }
	for _, c := range []struct{ a, b, meet, without Window }{
		{w("1.0", ""), w("1.5", ""), w("1.5", ""), w("1.0", "1.5")},
		{w("1.0", "1.10"), w("", "1.5"), w("1.0", "1.5"), w("1.5", "1.10")},
		{w("1.0", "1.10"), w("1.3", "1.5"), w("1.3", "1.5"), w("1.0", "1.10")},
		{w("1.3", "1.5"), w("1.0", "1.10"), w("1.3", "1.5"), Window{}},
		{w("1.0", "1.5"), w("1.5", ""), Window{}, w("1.0", "1.5")},
	} {
		meet, ok := c.a.Meet(c.b)
		if ok != (c.meet != Window{}) || ok && meet != c.meet {
			t.Errorf("%v meets %v in %v", c.a, c.b, meet)
		}
		rest, ok := c.a.without(c.b)
		if ok != (c.without != Window{}) || ok && rest != c.without {
			t.Errorf("%v without %v is %v", c.a, c.b, rest)
		}
	}
}

// Guards against a release that is misspelt, which would date nothing, and
// against bounds the wrong way round.
func TestDatings(t *testing.T) {
	if len(datings()) < 100 {
		t.Errorf("%d datings", len(datings()))
	}
	for i, d := range datings() {
		// Until 1.0.0a1 is what only the time before the first tag had.
		for _, r := range []Release{d.From, d.Until} {
			if r != 0 && !slices.Contains(released, r.String()) {
				t.Errorf("%s: %v was never released", d.What, r)
			}
		}
		if d.index != i || d.What == "" || d.Window == (Window{}) || d.Until != 0 && d.From >= d.Until {
			t.Errorf("dating %d: %+v", i, *d)
		}
	}
}

// The catalogue's own account of what came and went, release by release.
func TestChanges(t *testing.T) {
	came, went := map[string][]string{}, map[string][]string{}
	for _, d := range datings() {
		came[d.From.String()] = append(came[d.From.String()], d.What)
		went[d.Until.String()] = append(went[d.Until.String()], d.What)
	}
	for _, c := range []struct {
		m    map[string][]string
		at   string
		want []string
	}{
		{came, "1.31.0", []string{"VisionInspectAction", "VisionInspectObservation", "VisionInspectTool", "base_state.head_is_empty", "base_state.leaf_event_id", "parent_id"}},
		{came, "1.40.0", []string{"AgentErrorEvent.classification", "ConversationErrorEvent.classification"}},
		{went, "1.5.0", []string{"ExecuteBashAction", "ExecuteBashObservation"}},
		{went, "1.23.0", []string{"DelegateTool"}},
	} {
		got := slices.Sorted(slices.Values(c.m[c.at]))
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", c.at, d)
		}
	}
}
