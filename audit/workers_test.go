package audit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/notation"
	"github.com/traj-dev/traj/project"
)

// Rules that look at a log side by side say what they say one after the other.
func TestWorkers(t *testing.T) {
	c, err := notation.Parse(long(2_000))
	if err != nil {
		t.Fatal(err)
	}
	r := project.Read(c.Log, project.Newest())
	want := audit.Run(r, audit.Options{})
	if len(want.Findings) == 0 {
		t.Fatal("nothing to compare")
	}
	for _, workers := range []int{2, 8} {
		if diff := cmp.Diff(told(want), told(audit.Run(r, audit.Options{Workers: workers}))); diff != "" {
			t.Errorf("%d workers (-one +many):\n%s", workers, diff)
		}
		if diff := cmp.Diff(told(want), told(audit.Run(r, audit.Options{Workers: workers, Basis: audit.NewBasis(c.Log)}))); diff != "" {
			t.Errorf("%d workers, the basis made before (-one +many):\n%s", workers, diff)
		}
	}
}

func told(r *audit.Report) []string {
	var out []string
	for _, f := range r.Findings {
		out = append(out, f.ID+" "+f.Rule.Name+" "+f.Severity.String()+" "+f.Message)
	}
	return out
}
