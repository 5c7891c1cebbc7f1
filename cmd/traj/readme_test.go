package main

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the sessions in README.md")

// session is a block of README.md that shows a command and what it prints.
var session = regexp.MustCompile("(?s)```console\n\\$ (traj [^\n]*)\n(.*?)```\n")

// TestReadmeSessions runs every command that README.md shows with its output.
func TestReadmeSessions(t *testing.T) {
	t.Chdir("../..")
	was, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	now := session.ReplaceAllFunc(was, func(block []byte) []byte {
		ran++
		command := string(session.FindSubmatch(block)[1])
		var out bytes.Buffer
		run(strings.Fields(command), strings.NewReader(""), &out, &out)
		return []byte("```console\n$ " + command + "\n" + out.String() + "```\n")
	})
	if ran == 0 {
		t.Fatal("README.md shows no session")
	}
	if *update {
		if err := os.WriteFile("README.md", now, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(string(was), string(now)); d != "" {
		t.Errorf("README.md is not current; go test ./cmd/traj -update writes it:\n%s", d)
	}
}
