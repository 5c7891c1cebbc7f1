package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the sessions in README.md and docs")

// session is a block of README.md that shows a command and what it prints.
var session = regexp.MustCompile("(?s)```console\n\\$ (traj [^\n]*)\n(.*?)```\n")

// TestReadmeSessions runs every command that README.md and the pages of docs
// show with its output.
func TestReadmeSessions(t *testing.T) {
	t.Chdir("../..")
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "README.md") {
		t.Run(page, func(t *testing.T) { testSessions(t, page) })
	}
}

func testSessions(t *testing.T, page string) {
	was, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	now := session.ReplaceAllFunc(was, func(block []byte) []byte {
		ran++
		command := string(session.FindSubmatch(block)[1])
		var out bytes.Buffer
		run(shellWords(command), strings.NewReader(""), &out, &out)
		return []byte("```console\n$ " + command + "\n" + out.String() + "```\n")
	})
	if ran == 0 && page == "README.md" {
		t.Fatal("README.md shows no session")
	}
	if *update && ran > 0 {
		if err := os.WriteFile(page, now, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(string(was), string(now)); d != "" {
		t.Errorf("%s is not current; go test ./cmd/traj -update writes it:\n%s", page, d)
	}
}

// shellWords splits a command line as a shell does, of whose quotes it knows ' alone.
func shellWords(command string) []string {
	var out []string
	quoted, open := false, false
	for _, r := range command {
		switch {
		case r == '\'':
			quoted = !quoted
		case r == ' ' && !quoted:
			open = false
			continue
		}
		if !open {
			out, open = append(out, ""), true
		}
		if r != '\'' {
			out[len(out)-1] += string(r)
		}
	}
	return out
}
