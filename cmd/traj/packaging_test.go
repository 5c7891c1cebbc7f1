package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/policy"
)

// readYAML reads a file of the repository's root into v.
func readYAML(t *testing.T, name string, v any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(data, v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

type action struct {
	Inputs map[string]struct {
		Description string
		Default     *string
	}
	Runs struct {
		Steps []struct {
			Run   string
			Shell string
			Env   map[string]string
		}
	}
}

// No input of the action is pasted into a script, each reaches the script by a
// variable, and the script reads every one.
func TestActionTakesInputsByTheEnvironment(t *testing.T) {
	var a action
	readYAML(t, "action.yml", &a)
	script, err := os.ReadFile("../../action/audit.sh")
	if err != nil {
		t.Fatal(err)
	}
	passed := map[string]bool{}
	for _, s := range a.Runs.Steps {
		if strings.Contains(s.Run, "${{") || s.Shell != "bash" {
			t.Errorf("run by %q: %s", s.Shell, s.Run)
		}
		for name, value := range s.Env {
			input := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
			if name != "TRAJ_"+strings.ToUpper(strings.ReplaceAll(input, "-", "_")) || !bytes.Contains(script, []byte("${"+name+":-")) {
				t.Errorf("%s: %s is not what the script reads", name, value)
			}
			passed[input] = true
		}
	}
	for name, in := range a.Inputs {
		if !passed[name] || in.Description == "" || in.Default == nil {
			t.Errorf("input %s is not passed on, or has no description or default", name)
		}
	}
	if len(a.Inputs) < 8 || len(passed) != len(a.Inputs) {
		t.Errorf("%d inputs, %d passed on", len(a.Inputs), len(passed))
	}
}

// The hook's command line is one that traj takes.
func TestPreCommitHookRuns(t *testing.T) {
	var hooks []struct {
		ID, Entry, Language string
		Args                []string
		PassFilenames       *bool `yaml:"pass_filenames"`
	}
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	if len(hooks) == 0 {
		t.Fatal("no hooks")
	}
	t.Chdir("../../fixtures/openhands-v1/conversation")
	for _, h := range hooks {
		var out bytes.Buffer
		if status := run(append(strings.Fields(h.Entry), h.Args...), strings.NewReader(""), &out, &out); status != exitClean || h.Language != "golang" || h.PassFilenames == nil || *h.PassFilenames {
			t.Errorf("%s: exit status %d: %s", h.ID, status, out.String())
		}
	}
}

// What a release builds is there, and is static.
func TestReleaseBuildsWhatIsThere(t *testing.T) {
	var r struct {
		Version int
		Builds  []struct {
			ID, Main          string
			Env, Goos, Goarch []string
			Flags             []string
		}
		Archives []struct{ Files []string }
		Checksum struct{ Algorithm string }
		SBOMs    []struct{ Artifacts string } `yaml:"sboms"`
	}
	readYAML(t, ".goreleaser.yaml", &r)
	for _, b := range r.Builds {
		if _, err := os.Stat(filepath.Join("../..", b.Main, "main.go")); err != nil || strings.Join(b.Env, " ") != "CGO_ENABLED=0" || strings.Join(b.Goos, " ") != "linux darwin windows" {
			t.Errorf("%+v: %v", b, err)
		}
	}
	for _, f := range r.Archives[0].Files {
		if m, err := filepath.Glob(filepath.Join("../..", f)); err != nil || len(m) == 0 {
			t.Errorf("%s is not there", f)
		}
	}
	if r.Version != 2 || len(r.Builds) != 2 || r.Checksum.Algorithm != "sha256" || len(r.SBOMs) == 0 {
		t.Errorf("%+v", r)
	}
}

// The image is built by the Go that go.mod asks for, from what is there.
func TestContainerfile(t *testing.T) {
	file, err := os.ReadFile("../../Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	goes, image := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(mod), regexp.MustCompile(`golang:(\d+\.\d+)`).FindSubmatch(file)
	if goes == nil || image == nil || string(goes[1]) != string(image[1]) {
		t.Errorf("go.mod has %s, the image %s", goes, image)
	}
	for _, m := range regexp.MustCompile(`(?m)^COPY ([^-\n]+) \S+$`).FindAllSubmatch(file, -1) {
		for _, name := range strings.Fields(string(m[1])) {
			if _, err := os.Stat(filepath.Join("../..", name)); err != nil {
				t.Error(err)
			}
		}
	}
}

var yamlBlock = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// Every example of docs/gate.md holds: policies are read without a mistake, the
// inputs in workflows are those of the action, hooks are those that there are.
func TestGateExamples(t *testing.T) {
	page, err := os.ReadFile("../../docs/gate.md")
	if err != nil {
		t.Fatal(err)
	}
	var a action
	readYAML(t, "action.yml", &a)
	hooks, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, m := range yamlBlock.FindAllSubmatch(page, -1) {
		var doc yaml.Node
		if err := yaml.NewDecoder(bytes.NewReader(m[1])).Decode(&doc); err != nil && err != io.EOF {
			t.Fatalf("%v:\n%s", err, m[1])
		}
		first, _, _ := strings.Cut(string(m[1]), "\n")
		kinds[first]++
		switch first {
		case "# .traj.yaml":
			if _, mistakes := policy.Parse("docs/gate.md", m[1], policy.Words{Profiles: profileNames(), Providers: append([]string{"none"}, audit.Providers()...)}); mistakes != nil {
				t.Errorf("%v", mistakes)
			}
		case "# .github/workflows/traj.yml":
			for _, in := range regexp.MustCompile(`(?m)^          ([a-z-]+):`).FindAllSubmatch(after(m[1], "traj-dev/traj@"), -1) {
				if _, ok := a.Inputs[string(in[1])]; !ok {
					t.Errorf("the action has no input %s", in[1])
				}
			}
		case "# .pre-commit-config.yaml":
			for _, id := range regexp.MustCompile(`- id: (\S+)`).FindAllSubmatch(m[1], -1) {
				if !bytes.Contains(hooks, append([]byte("- id: "), id[1]...)) {
					t.Errorf("no hook %s", id[1])
				}
			}
		default:
			t.Errorf("a block that begins with %q", first)
		}
	}
	if len(kinds) != 3 {
		t.Errorf("%v", kinds)
	}
}

// after is the text from a word up to the next step.
func after(text []byte, word string) []byte {
	_, rest, _ := bytes.Cut(text, []byte(word))
	rest, _, _ = bytes.Cut(rest, []byte("\n      - "))
	return rest
}
