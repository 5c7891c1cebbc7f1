package report

import (
	"bytes"
	"iter"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/project"
)

// TestProjectionText: what is printed of several places is what is printed of
// each by itself.
func TestProjectionText(t *testing.T) {
	for _, name := range []string{"conversation", "crashed", "split-pair", "late-result"} {
		r, c := fixture(t, name)
		heads := []string{project.HeadNone, "no such event"}
		for row := range int32(r.Log.Len()) {
			heads = append(heads, r.EventID(row), r.EventID(int32(r.Log.Len())-1-row))
		}
		by := project.NewProjector(r, project.Neutral)
		all := printed(t, c, func(yield func(*project.Projection) bool) {
			for _, id := range heads {
				p, err := by.At(&id)
				if err != nil {
					t.Fatal(err)
				}
				yield(p)
			}
		})
		each := ""
		for k, id := range heads {
			p, err := project.Project(r, &id, project.Neutral)
			if err != nil {
				t.Fatal(err)
			}
			if k > 0 {
				each += "\n"
			}
			each += printed(t, c, func(yield func(*project.Projection) bool) { yield(p) })
		}
		if d := cmp.Diff(each, all); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func printed(t *testing.T, c project.Choice, ps iter.Seq[*project.Projection]) string {
	var b bytes.Buffer
	if err := ProjectionText(&b, Style{Width: 80}, c, ps, ProjectionOptions{Neutral: true}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
