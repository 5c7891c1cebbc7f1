package report

import (
	"bytes"
	"flag"
	"os"
	"strings"
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

// A terminal shows the first examples of a rule and how to read them, and says
// how many it leaves out.
func TestExplainShowsTheFirstExamples(t *testing.T) {
	for _, r := range audit.Rules() {
		var out strings.Builder
		if err := Explain(&out, Style{}, []*audit.Rule{r}); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		bad, good := strings.Count(text, "\nBad:\n"), strings.Count(text, "\nGood:\n")
		if bad != min(2, len(r.Doc.Bad)) || good != min(1, len(r.Doc.Good)) {
			t.Errorf("%s: %d bad, %d good", r.Name, bad, good)
		}
		legend, example := strings.Index(text, "Examples. "), strings.Index(text, "\nBad:\n")
		if bad > 0 && (legend < 0 || legend > example) {
			t.Errorf("%s: the examples stand before what says how to read them", r.Name)
		}
		left := len(r.Doc.Bad) + len(r.Doc.Good) - bad - good
		if want := "\n" + Count(left, "more example") + ": " + RuleURL(r) + "\n"; left > 0 && !strings.HasSuffix(text, want) {
			t.Errorf("%s: no %q", r.Name, want)
		}
	}
}
