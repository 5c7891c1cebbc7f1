package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCLIPageIsCurrent: docs/cli.md says what the commands say of themselves.
func TestCLIPageIsCurrent(t *testing.T) {
	now := cliMarkdown(documented(newApp(&env{})))
	const page = "../../docs/cli.md"
	if *update {
		if err := os.WriteFile(page, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	was, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(was), now); d != "" {
		t.Errorf("docs/cli.md is not current; go test ./cmd/traj -update writes it:\n%s", d)
	}
}

// roffLine is a macro, or text that man takes for no macro.
var roffLine = regexp.MustCompile(`^(?:\.(?:TH|SH|TP|PP|B)(?: "[^"]*")*|[^.'\\][ -~]*|\\(?:[&e-]|\[u[0-9A-F]{4,}\])[ -~]*)$`)

func TestManPagesAreSound(t *testing.T) {
	docs := documented(newApp(&env{}))
	for _, name := range append([]string{""}, commandNames(newApp(&env{}))...) {
		var out, errs bytes.Buffer
		args := []string{"traj", "man"}
		if name != "" {
			args = append(args, name)
		}
		if status := run(args, strings.NewReader(""), &out, &errs); status != 0 {
			t.Fatalf("traj man %s: status %d, %s", name, status, errs.String())
		}
		for line := range strings.Lines(out.String()) {
			if !roffLine.MatchString(strings.TrimSuffix(line, "\n")) {
				t.Errorf("traj man %s: line %q", name, line)
			}
		}
		for _, d := range docs {
			for _, f := range d.flags {
				if d.name == name && !strings.Contains(out.String(), roffText(f.title())) {
					t.Errorf("traj man %s says nothing of --%s", name, f.names[0])
				}
			}
		}
	}
}
