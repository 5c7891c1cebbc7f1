package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/traj-dev/traj/internal/report"
)

// TestInterrupt: a command that is stopped while it waits for its input ends
// with what it has, says that this is partial, and exits with 130.
func TestInterrupt(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"replay"}, "interrupted: this is partial\n"},
		{[]string{"replay", "--format", "json"}, "\"partial\": true"},
		{[]string{"replay", "--crash"}, "interrupted: this is partial\n"},
		{[]string{"orphans"}, "interrupted: this is partial\n"},
		{[]string{"orphans", "--format", "json"}, "\"partial\": true"},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			var out, errs string
			// The first log is done long before the last of these waits is over.
			for wait := 200 * time.Millisecond; wait < 30*time.Second; wait *= 4 {
				var code int
				out, errs, code = interrupted(t, wait, c.args)
				if code != exitInterrupted {
					t.Fatalf("exit status %d, stderr %s", code, errs)
				}
				if strings.Contains(out, c.want) && strings.Contains(out, "crash-window") {
					return
				}
			}
			t.Errorf("stdout %s\nstderr %s", out, errs)
		})
	}
}

// TestInterruptedOutput: a file that is being written when the run is stopped
// stays as it was, and nothing is left beside it. An input that never comes and
// cannot be stopped, as a pipe that nobody opens for writing, is left.
func TestInterruptedOutput(t *testing.T) {
	for _, args := range [][]string{{"audit", "--format", "json"}, {"load", "--format", "csv"}, {"info"}, {"graph"}} {
		for _, pipe := range []bool{false, true} {
			dir := t.TempDir()
			out := filepath.Join(dir, "out")
			if err := os.WriteFile(out, []byte("as it was"), 0o644); err != nil {
				t.Fatal(err)
			}
			all := append(slices.Clone(args), "-o", out)
			if pipe {
				name := filepath.Join(t.TempDir(), "pipe")
				if err := exec.Command("mkfifo", name).Run(); err != nil {
					t.Fatal(err)
				}
				all = append(all, name)
			}
			if args[0] == "graph" {
				all = append(all, "--format", "svg")
			}
			_, errs, code := interrupted(t, time.Second/2, all)
			if code != exitInterrupted && !(args[0] == "graph" && code == exitUsage) {
				t.Errorf("%v: exit status %d, stderr %s", all, code, errs)
			}
			if got, err := os.ReadFile(out); err != nil || string(got) != "as it was" {
				t.Errorf("%v: %q, %v", all, got, err)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
				t.Errorf("%v: left are %v, %v", all, left, err)
			}
		}
	}
}

// TestMessagesAreOneSafeLine guards against names that drive a terminal.
func TestMessagesAreOneSafeLine(t *testing.T) {
	for _, args := range [][]string{
		{"audit", "no\x1b[31m\nsuch\xff\u202e"}, {"audit", "\u009b[\n"}, {"audit", ""}, {"audit", "--from", "\x1b[m\n", "x"}, {"\x1b[m\n"},
		{"explain", "\x1b[m\n"}, {"audit", "--\x1b[m\n", "x"}, {"rules", "-o", "no\x1b[m/\nx"},
	} {
		var out, errs bytes.Buffer
		status := run(append([]string{"traj"}, args...), strings.NewReader(""), &out, &errs)
		said := strings.TrimSuffix(errs.String(), "\n")
		if status < exitUsage || out.Len() > 0 || !strings.HasPrefix(said, "traj: ") || said != report.Clean(said) {
			t.Errorf("%q: exit status %d, %q", args, status, errs.String())
		}
	}
}

// interrupted runs traj on a log and on a stdin that never comes, and stops it.
// A process that was stopped before it had begun is given more time.
func interrupted(t *testing.T, after time.Duration, args []string) (stdout, stderr string, code int) {
	t.Helper()
	for ; ; after *= 2 {
		if stdout, stderr, code = interruptedOnce(t, after, args); code != -1 || after > time.Minute {
			return stdout, stderr, code
		}
	}
}

func interruptedOnce(t *testing.T, after time.Duration, args []string) (stdout, stderr string, code int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(self)
	cmd.Args = append(append([]string{"traj"}, args...), "../../fixtures/openhands-v1/crash-window", "-", "--workers", "1")
	cmd.Stdout, cmd.Stderr = &out, &errs
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // its error is the exit status
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}
