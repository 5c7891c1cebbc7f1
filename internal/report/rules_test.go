package report

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/audit"
)

var update = flag.Bool("update", false, "rewrite generated pages")

// TestRulesPageIsCurrent keeps audit/RULES.md what `traj rules --format
// markdown` prints.
func TestRulesPageIsCurrent(t *testing.T) {
	const page = "../../audit/RULES.md"
	var b bytes.Buffer
	if err := Rules(&b, Style{}, "markdown", audit.Rules()); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(page, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	was, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(was), b.String()); d != "" {
		t.Errorf("%s is not current; go test ./internal/report -update writes it:\n%s", page, d)
	}
}
