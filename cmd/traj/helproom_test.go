package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// noRoom is a full disk.
type noRoom struct{}

func (noRoom) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// Help that could not be written is an output that was not written.
func TestHelpWithoutRoom(t *testing.T) {
	for _, args := range [][]string{{"traj", "--help"}, {"traj", "audit", "--help"}, {"traj"}} {
		var stderr bytes.Buffer
		if got := run(args, strings.NewReader(""), noRoom{}, &stderr); got != exitUnreadable {
			t.Errorf("%q: exit status %d, want %d", args, got, exitUnreadable)
		}
		if !strings.Contains(stderr.String(), "write to stdout: no space left") {
			t.Errorf("%q: stderr %q", args, stderr.String())
		}
	}
}
