package formats

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/traj-dev/traj/event"
)

// mustKeep checks a log read from the first n bytes of one that was read whole:
// each row whose record ends before the cut is still there.
func mustKeep(t *testing.T, whole, cut *event.Log, n int64) {
	t.Helper()
	for i := range whole.Len() {
		p := whole.Pos(i)
		if p.Offset+p.Length > n {
			return
		}
		if strings.Contains(p.Pointer, "/tool_calls") || strings.HasSuffix(p.Pointer, "/content") || strings.HasSuffix(p.Pointer, "/parts") {
			continue // it ends before the message that is its record
		}
		if i >= cut.Len() || cut.IDString(cut.Table.ID(i)) != whole.IDString(whole.Table.ID(i)) || cut.Pos(i).Offset != p.Offset {
			t.Fatalf("cut at %d: row %d is lost", n, i)
		}
	}
}

// cutsOf reads content cut at every step-th byte.
func cutsOf(t *testing.T, content []byte, step int, keep func(n int64, got loaded)) {
	t.Helper()
	for n := 1; n < len(content); n += step {
		got := bytesAs(content[:n])
		if len(got.logs)+len(got.errs) == 0 {
			t.Fatalf("cut at %d: neither a log nor an error", n)
		}
		for _, l := range got.logs {
			checkAccount(t, l)
		}
		keep(int64(n), got)
		if t.Failed() {
			t.Fatalf("cut at %d of %d", n, len(content))
		}
	}
}

// A stream cut anywhere keeps every record before the cut.
func TestCutStreams(t *testing.T) {
	files, err := filepath.Glob(fixtures + "*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures", err)
	}
	inputs := map[string][]byte{}
	for _, f := range files {
		inputs[filepath.Base(f)] = readFile(t, f)
	}
	_, recs := records(t)
	array := append(append([]byte("["), bytes.Join(recs[:4], []byte(","))...), ']')
	page := fmt.Appendf(nil, `{"items":%s,"next_page_id":null}`, array)
	inputs["array"], inputs["indented array"] = array, pretty(t, array)
	inputs["pages"], inputs["indented page"] = append(append(page, '\n'), page...), pretty(t, page)
	inputs["indented documents"] = append(append(pretty(t, recs[0]), '\n'), pretty(t, recs[1])...)
	for name, content := range inputs {
		t.Run(name, func(t *testing.T) {
			whole := bytesAs(content).logs
			step := 1
			if !strings.HasSuffix(name, ".jsonl") {
				step = 3
			}
			cutsOf(t, content, step, func(n int64, got loaded) {
				for i, l := range whole {
					if i < len(got.logs) {
						mustKeep(t, l, got.logs[i], n)
					} else if l.Len() > 0 && l.Pos(0).Offset+l.Pos(0).Length <= n {
						t.Fatalf("cut at %d: log %d is lost: %q", n, i, got.errs)
					}
				}
			})
		})
	}
}

// Any prefix of an event file is a row, or damage that covers it.
func TestCutEventFiles(t *testing.T) {
	count := 0
	err := filepath.WalkDir(fixtures, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasPrefix(e.Name(), "event-") {
			return err
		}
		count++
		content := readFile(t, path)
		for n := range content {
			l := eventFileLog(t, content[:n])
			checkAccount(t, l)
			if l.Len() != 0 || len(l.Files[0].Damage) != 1 {
				t.Fatalf("%s cut at %d: %d rows, damage %v", path, n, l.Len(), l.Files[0].Damage)
			}
		}
		return nil
	})
	if err != nil || count == 0 {
		t.Fatalf("%d files, %v", count, err)
	}
}

// A state cut anywhere is told from a sound one, and its bytes are accounted for.
func TestCutState(t *testing.T) {
	content := readFile(t, fixtures+"crashed/base_state.json")
	dir := put(t, map[string][]byte{"events/event-00000-00000000-0000.json": []byte(recA)})
	path := filepath.Join(dir, "base_state.json")
	for n := 0; n < len(content); n += 3 {
		if err := os.WriteFile(path, content[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		l := one(t, loadWith(Options{Workers: 1}, 0, nil, dir))
		checkAccount(t, l)
		want := event.DamageTorn
		if n == 0 {
			want = event.DamageEmpty
		}
		if l.State.Problem != want || l.Shape != event.ShapeDirectory || l.Len() != 1 {
			t.Fatalf("cut at %d: problem %v, shape %v, %d rows", n, l.State.Problem, l.Shape, l.Len())
		}
	}
}

// A container cut anywhere gives what is whole in it, and says that it broke off.
func TestCutContainers(t *testing.T) {
	names, recs := records(t)
	files := map[string][]byte{}
	for i := range 5 {
		files[hexDir+"/events/"+names[i]] = recs[i]
	}
	lines := append(bytes.Join(recs[:5], []byte("\n")), '\n')
	for name, content := range map[string][]byte{
		"zip": zipped(t, files), "tar": tarred(t, files), "tar.gz": gz(t, tarred(t, files)), "gz": gz(t, lines), "zst": zst(t, lines),
	} {
		t.Run(name, func(t *testing.T) {
			step, rows := 1, 0
			switch name {
			case "tar":
				step = 61
			case "zip":
				step = 5
			}
			cutsOf(t, content, step, func(n int64, got loaded) {
				for _, l := range got.logs {
					if l.Len() < rows {
						t.Errorf("fewer rows than before: %d", l.Len())
					}
					rows = l.Len()
					if !broken(l) && name != "tar" { // a tar without its end marker may be whole
						t.Error("nothing says that the container broke off")
					}
				}
			})
			if rows == 0 && name != "zst" { // a frame this small is one block, all or nothing
				t.Error("no cut gave a row")
			}
		})
	}
}

func broken(l *event.Log) bool {
	for _, f := range l.Files {
		for _, d := range f.Damage {
			if d.Reason == event.DamageContainer {
				return true
			}
		}
	}
	return false
}
