//go:build unix

package main

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/creack/pty"
)

// onTerminal runs traj on a terminal of some rows and returns what it shows.
func onTerminal(t *testing.T, rows uint16, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command(trajBinary(t), args...)
	cmd.Env = append(os.Environ(), append([]string{"TERM=xterm", "NO_COLOR=", "FORCE_COLOR="}, env...)...)
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: rows, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	shown, _ := io.ReadAll(f) // Linux reports the end of a terminal as an error
	_ = cmd.Wait()            // findings are no failure
	return strings.ReplaceAll(string(shown), "\r\n", "\n")
}

// What fits a screen is printed as it is; more goes to the pager, and what is
// said on the way is printed after it.
func TestLongOutputOnATerminalGoesToThePager(t *testing.T) {
	log := "../../fixtures/openhands-v1/crash-window"
	pagers := []string{"TRAJ_PAGER=sed 's/^/paged: /'"}
	if s := onTerminal(t, 50, pagers, "audit", log); strings.Contains(s, "paged:") || !strings.Contains(s, "AO001") {
		t.Errorf("a short output: %q", s)
	}
	s := onTerminal(t, 5, pagers, "audit", log)
	if strings.Count(s, "paged: ") < 5 || !strings.HasSuffix(s, "\ntraj: 1 log, 5 events: 1 error, 1 warning, 0 info\n") {
		t.Errorf("a long output: %q", s)
	}
	if s := onTerminal(t, 5, []string{"TRAJ_PAGER=cat"}, "audit", log); strings.Contains(s, "paged:") || !strings.Contains(s, "AO001") {
		t.Errorf("without a pager: %q", s)
	}
	if s := onTerminal(t, 5, []string{"TRAJ_PAGER=exit 1"}, "audit", "../../fixtures/openhands-v1"); !strings.Contains(s, "traj: ") && s != "" {
		t.Errorf("a pager that ends at once: %q", s)
	}
}

func TestColoursOnATerminal(t *testing.T) {
	log := "../../fixtures/openhands-v1/crash-window"
	if s := onTerminal(t, 50, nil, "audit", log); !strings.Contains(s, "\x1b[1;31merror\x1b[0m") {
		t.Errorf("no colour: %q", s)
	}
	for _, env := range []string{"NO_COLOR=1", "TERM=dumb"} {
		if s := onTerminal(t, 50, []string{env}, "audit", log); strings.Contains(s, "\x1b") {
			t.Errorf("%s: %q", env, s)
		}
	}
}

// What a terminal cannot show is refused before a log is read.
func TestATerminalIsSparedBytes(t *testing.T) {
	log := "../../fixtures/codex/bare.jsonl"
	for _, args := range [][]string{
		{"load", log, "-f", "parquet"}, {"query", "SELECT 1", log, "-f", "arrow"}, {"graph", log, "-f", "png"}, {"report", log},
	} {
		if s := onTerminal(t, 50, nil, args...); !strings.HasSuffix(s, " is not for a terminal: name a file with -o\n") || strings.Count(s, "\n") != 1 {
			t.Errorf("%s: %.200q", args, s)
		}
	}
}

// The help is fitted to the terminal: a flag's text goes on below itself.
func TestHelpFitsTheTerminal(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"audit", "--help"}, {"load", "--help"}} {
		for line := range strings.Lines(onTerminal(t, 500, nil, args...)) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%s: %d columns: %s", args, n, line)
			}
		}
	}
}
