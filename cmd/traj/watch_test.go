package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// change is a line of traj audit --watch --format jsonl.
type change struct {
	Change  string
	Log     string
	Problem string
	Finding struct{ Rule, Severity string }
	Summary struct {
		Logs, Events, Error, Warning int
		Still                        int `json:"still_writing"`
		Reads                        int
	}
}

// watching is a process of traj audit --watch.
type watching struct {
	t      *testing.T
	cmd    *exec.Cmd
	errs   bytes.Buffer
	lines  chan string
	schema *jsonschema.Schema
}

func startWatch(t *testing.T, args ...string) *watching {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	w := &watching{t: t, cmd: exec.Command(self), lines: make(chan string, 100)}
	if w.schema, err = jsonschema.NewCompiler().Compile("../../docs/schema/watch-line.schema.json"); err != nil {
		t.Fatal(err)
	}
	w.cmd.Args = append([]string{"traj", "audit", "--watch", "--format", "jsonl"}, args...)
	w.cmd.Stderr = &w.errs
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(w.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			w.lines <- s.Text()
		}
	}()
	return w
}

// next is the next line, whatever the machine is busy with.
func (w *watching) next() (c change) {
	w.t.Helper()
	select {
	case line, ok := <-w.lines:
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if !ok || err != nil {
			w.t.Fatalf("%q, %v, stderr %s", line, err, w.errs.String())
		}
		if err := w.schema.Validate(v); err != nil {
			w.t.Errorf("%s: %v", line, err)
		}
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			w.t.Fatal(err)
		}
	case <-time.After(2 * time.Minute):
		w.t.Fatalf("nothing was told; stderr %s", w.errs.String())
	}
	return c
}

func (w *watching) expect(kind, log, rule string) {
	w.t.Helper()
	if c := w.next(); c.Change != kind || filepath.Base(c.Log) != log || c.Finding.Rule != rule {
		w.t.Errorf("%+v, want %s of %s in %s", c, kind, rule, log)
	}
}

// TestWatch follows real files through a process of its own: logs of both
// shapes, a torn tail that is completed, an orphan that is answered, and the end
// by a signal.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	appendTo := func(name, text string) {
		t.Helper()
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile("../../fixtures/openhands-v1/conversation.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	log := strings.SplitAfter(string(data), "\n")
	w := startWatch(t, "--config", "none", "--settle", "10m", dir)

	appendTo("a.jsonl", strings.Join(log[:13], ""))
	w.expect("found", "a.jsonl", "PC006")
	w.expect("found", "a.jsonl", "AO001")
	appendTo("a.jsonl", log[13][:50])
	appendTo("b.jsonl", strings.Join(log[:4], "")) // two calls of a batch
	w.expect("found", "b.jsonl", "AO001")
	w.expect("found", "b.jsonl", "AO001")
	appendTo("a.jsonl", log[13][50:])
	w.expect("resolved", "a.jsonl", "AO001")

	if err := os.CopyFS(filepath.Join(dir, "conv"), os.DirFS("../../fixtures/openhands-v1/crash-window")); err != nil {
		t.Fatal(err)
	}
	// The files are copied one by one, and what is found on the way is as it may be.
	for c := w.next(); c.Change != "found" || filepath.Base(c.Log) != "conv" || c.Finding.Rule != "AO001"; {
		c = w.next()
	}
	appendTo("a.jsonl", log[14][:50])
	time.Sleep(time.Second) // it is right as well if this is not seen
	if err := w.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	c := w.next()
	for ; c.Change != "end"; c = w.next() {
	}
	_ = w.cmd.Wait() // its error is the exit status
	if code := w.cmd.ProcessState.ExitCode(); code != exitFindings {
		t.Errorf("exit status %d, stderr %s", code, w.errs.String())
	}
	if c.Summary.Logs != 3 || c.Summary.Error != 1 || c.Summary.Still > 1 {
		t.Errorf("%+v", c.Summary)
	}
}

// TestWatchSettles: what is cut off and stays so is told in the end, and a
// run that nothing is written for any more ends by itself.
func TestWatchSettles(t *testing.T) {
	dir := t.TempDir()
	data, err := os.ReadFile("../../fixtures/openhands-v1/conversation.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.jsonl"), data[:9000], 0o644); err != nil {
		t.Fatal(err)
	}
	w := startWatch(t, "--config", "none", "--settle", "200ms", "--idle", "300ms", "--fail-on", "warning", dir)
	w.expect("found", "a.jsonl", "PC006")
	w.expect("found", "a.jsonl", "AO001")
	w.expect("found", "a.jsonl", "LG001")
	if c := w.next(); c.Change != "end" || c.Summary.Reads != 1 || c.Summary.Still != 0 {
		t.Errorf("%+v", c)
	}
	_ = w.cmd.Wait()
	if code := w.cmd.ProcessState.ExitCode(); code != exitFindings {
		t.Errorf("exit status %d, stderr %s", code, w.errs.String())
	}
}
