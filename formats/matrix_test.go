package formats

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
)

// fixturesOf lists the fixtures of every format: the folder is named after it.
func fixturesOf(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, f := range Formats() {
		paths, err := filepath.Glob("../fixtures/" + f.Name + "/*")
		if err != nil || len(paths) == 0 {
			t.Errorf("%s has no fixture", f.Name)
		}
		out[f.Name] = paths
	}
	dirs, err := os.ReadDir("../fixtures")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if _, ok := out[d.Name()]; !ok && d.IsDir() {
			t.Errorf("fixtures/%s is of no format", d.Name())
		}
	}
	return out
}

// A format's fixture is told as that format and by no other, whatever the
// order in which they are asked.
func TestConfusionMatrix(t *testing.T) {
	for name, paths := range fixturesOf(t) {
		logs := 0
		for _, path := range paths {
			got := loadWith(Options{}, 0, nil, path)
			if logs += len(got.logs); len(got.logs) == 0 {
				continue // what lies beside logs: recorded completions
			}
			for _, l := range got.logs {
				if l.Format != name {
					t.Errorf("%s is taken for %s: %s", l.Name, l.Format, l.Evidence)
				}
			}
			if info, err := os.Stat(path); err == nil && !info.IsDir() {
				onlyProbe(t, name, path)
			}
		}
		if logs == 0 {
			t.Errorf("%s: no fixture holds a log", name)
		}
	}
}

// onlyProbe asks every format about one file. Another may see a possibility,
// but a smaller one: a degree as high would make the order of formats decide.
func onlyProbe(t *testing.T, name, path string) {
	t.Helper()
	d := container.FromBytes(readFile(t, path))
	u, _, err := container.Unpack(path, d, container.NewBudget(container.Limits{}), 0)
	if err != nil || u.Dir != nil {
		return // a container: its members are asked about one by one
	}
	own := degree(t, u.Data, name)
	for _, f := range Formats() {
		if got := degree(t, u.Data, f.Name); f.Name != name && got >= own {
			t.Errorf("%s: %s sees it with %d, %s with %d", path, f.Name, got, name, own)
		}
	}
}

func degree(t *testing.T, d *container.Data, name string) int {
	t.Helper()
	f, err := named(name)
	if err != nil {
		t.Fatal(err)
	}
	l, err := newLoader(nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	h, _, _, err := l.headOf(d)
	if err != nil {
		t.Fatal(err)
	}
	return f.probe(h).Degree
}

// Every fixture goes from a table to a frame, to Arrow and back, and its bytes
// are accounted for.
func TestFixturesThereAndBack(t *testing.T) {
	for _, paths := range fixturesOf(t) {
		for _, path := range paths {
			for _, l := range loadWith(Options{Text: true}, 0, nil, path).logs {
				checkAccount(t, l)
				back := *l
				back.Table = thereAndBack(t, l)
				if diff := cmp.Diff(rowsOf(l), rowsOf(&back)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", l.Name, diff)
				}
			}
		}
	}
}

func thereAndBack(t *testing.T, l *event.Log) *event.Table {
	t.Helper()
	frame, err := l.Frame(event.FrameOptions{})
	if err != nil {
		t.Fatal(err)
	}
	rec, err := frame.Record()
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Release()
	again, err := event.FrameFromRecord(rec)
	if err != nil {
		t.Fatal(err)
	}
	table, err := event.TableFromFrame(again)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// A file of any format, cut anywhere, gives a log or an error, a full account,
// and loses no record before the cut.
func TestCutFixtures(t *testing.T) {
	for name, paths := range fixturesOf(t) {
		for _, path := range paths {
			if info, err := os.Stat(path); err != nil || info.IsDir() || name == "openhands-v1" {
				continue // directories and the first format have cut tests of their own
			}
			content := readFile(t, path)
			whole := bytesAs(content).logs
			step := max(1, len(content)/400)
			cutsOf(t, content, step, func(n int64, got loaded) {
				for i, l := range whole {
					if i < len(got.logs) && strings.HasSuffix(path, ".json") {
						mustKeep(t, l, got.logs[i], n)
					}
				}
			})
		}
	}
}
