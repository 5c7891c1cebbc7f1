package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
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

// interrupted runs traj on a log and on a stdin that never comes, and stops it.
func interrupted(t *testing.T, after time.Duration, args []string) (stdout, stderr string, code int) {
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
