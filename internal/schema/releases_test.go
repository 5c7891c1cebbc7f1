//go:build golden

package schema

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// TestReleases compares what is refused with what the releases themselves
// refused. TRAJ_RELEASES names a folder with records.json, a list of [where
// from, text], and verdict/RELEASE.json, for each record null or the error.
func TestReleases(t *testing.T) {
	root := os.Getenv("TRAJ_RELEASES")
	var records [][2]string
	load(t, filepath.Join(root, "records.json"), &records)
	verdicts, err := filepath.Glob(filepath.Join(root, "verdict", "*.json"))
	if err != nil || root == "" || len(verdicts) == 0 {
		t.Fatalf("TRAJ_RELEASES=%q holds no verdicts (%v)", root, err)
	}
	for _, name := range verdicts {
		r := ParseRelease(strings.TrimSuffix(filepath.Base(name), ".json"))
		if r == 0 {
			t.Fatalf("%s is named for no release", name)
		}
		var want []*string
		load(t, name, &want)
		if len(want) != len(records) {
			t.Fatalf("%s: %d verdicts on %d records", name, len(want), len(records))
		}
		same, accepted := 0, 0
		for i, rec := range records {
			refused := verdict([]byte(rec[1]), Window{From: r, Until: r + 1})
			switch {
			case (len(refused) == 0) == (want[i] == nil):
				same++
			case want[i] == nil:
				t.Errorf("%v reads, we refuse: %s: %v\n%.400s", r, rec[0], refused, rec[1])
			default:
				t.Errorf("%v refuses, we read: %s: %s\n%.400s", r, rec[0], *want[i], rec[1])
			}
			if want[i] == nil {
				accepted++
			}
		}
		t.Logf("%v: %d of %d the same, %d of them read", r, same, len(records), accepted)
	}
}

// TestWindowsOfReleases compares what windows refuse with the releases in them: a
// window reads what one of its releases does.
func TestWindowsOfReleases(t *testing.T) {
	root := os.Getenv("TRAJ_RELEASES")
	var records [][2]string
	load(t, filepath.Join(root, "records.json"), &records)
	verdicts := map[string][]*string{}
	for _, s := range released {
		name := filepath.Join(root, "verdict", s+".json")
		if _, err := os.Stat(name); err != nil {
			name = filepath.Join(root, "verdict", "v"+s+".json")
		}
		var v []*string
		load(t, name, &v)
		verdicts[s] = v
	}
	bounds := []string{"1.0.0a1", "1.0.0", "1.10.0", "1.11.5", "1.20.1", "1.26.0", "1.31.0", "1.43.1", ""}
	for n := range bounds[1:] {
		w := between(bounds[n], bounds[n+1])
		same := 0
		for i, rec := range records {
			readable := false
			for s, v := range verdicts {
				if r := ParseRelease(s); r >= w.From && r < w.end() {
					readable = readable || v[i] == nil
				}
			}
			if refused := verdict([]byte(rec[1]), w); (len(refused) == 0) == readable {
				same++
			} else {
				t.Errorf("%v to %v reads: %v; we refuse %v: %s\n%.400s", w.From, w.Until, readable, refused, rec[0], rec[1])
			}
		}
		t.Logf("%v to %v: %d of %d the same", w.From, w.Until, same, len(records))
	}
}

// verdict is what a release refuses in a text, JSON's own refusals included.
func verdict(rec []byte, w Window) []event.Refusal {
	var tape jsontape.Tape
	end, err := tape.Parse(rec)
	if err != nil || len(bytes.TrimSpace(rec[end:])) > 0 {
		return []event.Refusal{{Path: "<root>", Reason: "no JSON"}}
	}
	if w.From >= StrictJSON {
		tape.MaxDepth = 200
		if _, err := tape.Parse(rec); err != nil || tape.Flags&jsontape.LoneSurrogate != 0 {
			return []event.Refusal{{Path: "<root>", Reason: "strict JSON"}}
		}
	}
	var c Checker
	c.Event(rec, &tape, w)
	return c.Refused()
}

func load(t *testing.T, name string, into any) {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(raw, into)
	}
	if err != nil {
		t.Fatal(name, err)
	}
}
