package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCandidates(t *testing.T) {
	app := newApp(&env{})
	for _, tt := range []struct{ words, want string }{
		{"gra", "graph"},
		{"nonsense ", ""},
		{"audit --fail", "--fail-on"},
		{"audit --format js", "json jsonl"},
		{"audit -f js", "json jsonl"},
		{"audit --format=js", "--format=json --format=jsonl"},
		{"audit --nonsense=js", ""},
		{"audit --show ", "info warning error"},
		{"audit --only action-orphan,unres", ""},
		{"audit --only AO001,action-orph", "AO001,action-orphan"},
		{"audit --profile openhands-v1.4", "openhands-v1.43"},
		{"audit --from openhands-", "openhands-v1 openhands-v0"},
		{"audit log", "files"},
		{"audit -- --fo", "files"},
		{"audit --baseline kn", "files"},
		{"audit --template ", ""},
		{"audit --quiet --f", "--from --format --fail-on"},
		{"project --diff a ", ""},
		{"project --diff a b --a", "--as --all-heads --at"},
		{"graph --layout s", "sfdp"},
		{"explain AO00", "AO001 AO002 AO003 AO004 AO005 AO006 AO007 AO008 AO009"},
		{"completion p", "powershell"},
		{"man gr", "graph"},
		{"rules ", ""},
	} {
		got, files := candidates(app, strings.Split(tt.words, " "))
		var words []string
		for _, c := range got {
			words = append(words, c.word)
		}
		if files {
			words = append(words, "files")
		}
		if d := cmp.Diff(tt.want, strings.Join(words, " ")); d != "" {
			t.Errorf("%q: %s", tt.words, d)
		}
	}
	if all, _ := candidates(app, nil); len(all) != len(app.Commands)+2 {
		t.Errorf("%d candidates for nothing", len(all))
	}
}

// Every flag says what its value is: help, manual pages and completion show it.
func TestEveryValueHasAName(t *testing.T) {
	for _, d := range documented(newApp(&env{})) {
		for _, f := range d.flags {
			if f.placeholder == "VALUE" || f.usage == "" {
				t.Errorf("traj %s --%s: name the value in the usage, as `FILE`", d.name, f.names[0])
			}
			if strings.Contains(f.usage, "`") {
				t.Errorf("traj %s --%s: more than one name in %q", d.name, f.names[0], f.usage)
			}
		}
		if len(d.examples) == 0 {
			t.Errorf("traj %s has no examples", d.name)
		}
	}
}

// shellTests ask a shell what may come after a line. Each prints the answers
// for the lines of its standard input, between brackets.
var shellTests = []struct{ shell, script string }{
	{"bash", `source <(traj completion bash)
while IFS= read -r line; do
  read -ra COMP_WORDS <<< "$line"; case $line in *' ') COMP_WORDS+=('');; esac
  COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _traj; echo "[${COMPREPLY[*]}]"
done`},
	{"fish", `traj completion fish | source
while read line
  echo "["(complete -C "$line" | string replace -r '\t.*' '' | string join ' ')"]"
end`},
}

// TestCompletionScriptsInTheirShells runs the scripts in the shells that are
// installed. zsh completes at a prompt only, and PowerShell is rarely there:
// their scripts are at least read.
func TestCompletionScriptsInTheirShells(t *testing.T) {
	bin := trajBinary(t)
	lines := []string{"traj gra", "traj audit --format js", "traj explain action-orph", "traj audit --fail", "traj audit completion_te"}
	want := "[graph]\n[json jsonl]\n[action-orphan]\n[--fail-on]\n[completion_test.go]\n"
	ran := 0
	for _, s := range shellTests {
		path, err := exec.LookPath(s.shell)
		if err != nil {
			continue
		}
		ran++
		cmd := exec.Command(path, "-c", s.script)
		cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(bin)+string(os.PathListSeparator)+os.Getenv("PATH"))
		cmd.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.Output()
		if d := cmp.Diff(want, string(out)); d != "" || err != nil {
			t.Errorf("%s: %v %s\n%s", s.shell, err, errs.String(), d)
		}
	}
	if zsh, err := exec.LookPath("zsh"); err == nil {
		ran++
		cmd := exec.Command(zsh, "-n", "shell/traj.zsh")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("zsh: %v %s", err, out)
		}
	}
	if ran == 0 {
		t.Fatal("no shell to run a script in")
	}
	for _, name := range shells() {
		if got, err := exec.Command(bin, "completion", name).Output(); err != nil || !strings.Contains(string(got), completeWord) {
			t.Errorf("completion %s: %v", name, err)
		}
	}
}

// trajBinary is the test binary under the name that makes it traj.
func trajBinary(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(t.TempDir(), "traj")
	if err := os.Symlink(self, bin); err != nil {
		t.Fatal(err)
	}
	return bin
}
