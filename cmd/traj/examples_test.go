package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// exampleFiles are what the examples of the help texts name, and the fixtures
// that stand there.
var exampleFiles = map[string]string{
	"conversation": "openhands-v1/conversation", "crashed": "openhands-v1/crash-window", "completions": "openhands-v1/conversation-completions",
	"runs/one": "openhands-v1/conversation", "runs/two": "openhands-v1/after-finish", "runs/legacy/conv": "openhands-v1/crash-window",
	"logs/a": "openhands-v1/conversation", "logs/b.jsonl": "openhands-v1/conversation.jsonl",
	"log.jsonl": "openhands-v1/conversation.jsonl", "run1.jsonl": "openhands-v1/conversation.jsonl", "session.jsonl": "claude-code/session.jsonl",
	"resumed": "openhands-v1/conversation",
}

// exampleSetup makes the rest.
const exampleSetup = `set -e
sed 's/The file was edited/The file was changed/' log.jsonl > run2.jsonl
gzip -c log.jsonl > log.gz
for f in resumed/events/*; do sed 's/The file was edited/The file was changed/' "$f" > changed; cat changed > "$f"; done
traj baseline runs/ -q -o known.json
echo 'SELECT kind, count(*) AS n FROM events GROUP BY kind' > outcomes.sql
`

// TestExamplesOfHelpWork runs every example of every help text as it is
// printed, those of one command after another. They may find something; they
// must not be wrong, nor lack what they name, nor do nothing.
func TestExamplesOfHelpWork(t *testing.T) {
	bin := trajBinary(t)
	build := exec.Command("go", "build", "-o", filepath.Join(filepath.Dir(bin), "traj-graphviz"), "../traj-graphviz")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build traj-graphviz: %v\n%s", err, out)
	}
	docs := append([]commandDoc{{name: "--help", examples: appExamples()}}, documented(newApp(&env{}))...)
	for _, d := range docs {
		t.Run(d.name, func(t *testing.T) {
			dir := exampleDir(t, bin)
			for _, x := range d.examples {
				before := listing(t, dir)
				out, errs, status := inShell(t, dir, bin, x.line)
				if status > exitFindings || strings.Contains(errs, "holds no event log") {
					t.Errorf("%s: status %d\n%s", x.line, status, errs)
				}
				clean := status == 0 && strings.Contains(x.line, "traj audit ") // which is silent then
				if out == "" && listing(t, dir) == before && errs == "" && !clean {
					t.Errorf("%s: nothing was printed or written", x.line)
				}
			}
		})
	}
}

func exampleDir(t *testing.T, bin string) string {
	t.Helper()
	dir := t.TempDir()
	for to, from := range exampleFiles {
		to, from = filepath.Join(dir, to), filepath.Join("../../fixtures", from)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(from)
		if err != nil {
			t.Fatal(err)
		}
		if info.IsDir() {
			err = os.CopyFS(to, os.DirFS(from))
		} else {
			var b []byte
			if b, err = os.ReadFile(from); err == nil {
				err = os.WriteFile(to, b, 0o644)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := zipFolder(filepath.Join(dir, "export.zip"), filepath.Join(dir, "conversation")); err != nil {
		t.Fatal(err)
	}
	if _, errs, status := inShell(t, dir, bin, exampleSetup); status != 0 {
		t.Fatalf("setup: status %d\n%s", status, errs)
	}
	return dir
}

func inShell(t *testing.T, dir, bin, line string) (out, errs string, status int) {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(bin)+string(os.PathListSeparator)+os.Getenv("PATH"))
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return o.String(), e.String(), cmd.ProcessState.ExitCode()
}

// listing names every file of a directory with its size.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var info fs.FileInfo
			if info, err = d.Info(); err == nil {
				fmt.Fprintln(&b, path, info.Size(), info.ModTime())
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
