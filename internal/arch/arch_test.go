package arch

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/traj-dev/traj/"

// arrows lists, for each package (or tree of packages, with "/..."), what it
// may import from this module.
var arrows = map[string][]string{
	"event":              {},
	"internal/jsontape":  {},
	"internal/schema":    {"event", "internal/jsontape"},
	"internal/genai":     {"internal/jsontape"},
	"formats/...":        {"event", "internal/jsontape", "internal/schema", "internal/genai", "formats/..."},
	"project":            {"event", "internal/jsontape", "internal/schema", "internal/genai"},
	"replay":             {"event", "project"},
	"audit":              {"event", "project", "replay"},
	"graph":              {"event"},
	"internal/notation":  {"event"},
	"internal/mutate":    {"event", "internal/jsontape", "formats/..."},
	"internal/compare":   {"event", "project"},
	"internal/policy":    {"audit"},
	"internal/selftest":  {"event", "formats/...", "project", "audit", "internal/mutate"},
	"internal/page":      {"event", "project", "audit", "replay", "graph", "internal/report"},
	"internal/corpus":    {"event"},
	"internal/query":     {"event"},
	"internal/admission": {"event", "project", "audit", "internal/corpus"},
	"internal/dataset":   {"event", "formats/...", "project", "audit"},
	"internal/watch":     {"event", "formats/..."},
	"internal/report":    {"event", "project", "audit", "replay", "graph", "internal/admission", "internal/compare", "internal/policy", "internal/selftest"},
	"internal/arch":      {},
	"cmd/traj":           {"event", "formats/...", "project", "replay", "audit", "graph", "internal/admission", "internal/compare", "internal/dataset", "internal/page", "internal/policy", "internal/query", "internal/selftest", "internal/report", "internal/watch"},
	"cmd/traj-graphviz":  {},
}

// owners lists the only packages that may name a library.
var owners = map[string][]string{
	"github.com/apache/arrow/":                       {"event", "formats/..."},
	"github.com/parquet-go/":                         {"formats/dataset"},
	"github.com/goccy/go-graphviz":                   {"cmd/traj-graphviz"},
	"github.com/olekukonko/tablewriter":              {"internal/report"},
	"github.com/urfave/cli/":                         {"cmd/traj"},
	"github.com/apache/arrow/go/v15/parquet/pqarrow": {},
	"github.com/ncruces/go-sqlite3":                  {"internal/query"},
}

type pkg struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
	if len(pkgs) < 3 {
		t.Fatalf("go list found %d packages", len(pkgs))
	}
	return pkgs
}

func within(name string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		tree, isTree := strings.CutSuffix(p, "/...")
		return name == p || isTree && (name == tree || strings.HasPrefix(name, tree+"/"))
	})
}

func TestImportsFollowTheDesign(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		allowed, ok := []string(nil), false
		for k, v := range arrows {
			if within(name, []string{k}) {
				allowed, ok = v, true
			}
		}
		if !ok {
			t.Errorf("%s: not in the design", name)
		}
		for _, i := range p.Imports {
			if inner, ours := strings.CutPrefix(i, module); ours && !within(inner, allowed) {
				t.Errorf("%s imports %s", name, inner)
			}
			for lib, by := range owners {
				if strings.HasPrefix(i, lib) && !within(name, by) {
					t.Errorf("%s names %s", name, i)
				}
			}
		}
	}
}
