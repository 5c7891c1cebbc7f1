package audit

import (
	"testing"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/notation"
	"github.com/traj-dev/traj/project"
)

// The counted views must be as long as the views that the profile makes.
func TestSlicesAgreeWithViews(t *testing.T) {
	compared := 0
	for _, r := range Rules() {
		if r.Judge != nil {
			continue // its examples are histories of a provider
		}
		for _, src := range append(append([]string{}, r.Doc.Bad...), r.Doc.Good...) {
			c, err := notation.Parse(src)
			if err != nil {
				t.Fatal(err)
			}
			p := newPass(project.Read(c.Log, project.Auto(c.Log).Profile), Options{})
			if !p.Whole.Profile.OpenHandsV1() {
				continue
			}
			for row, s := range p.slices() {
				path := p.upFrom(row)
				if p.copies(path) || len(path) == 0 {
					continue // of two events with one id the numbers are about right
				}
				compared++
				before := len(p.Whole.Unenforced(path[:len(path)-1]).Items)
				after := len(p.Whole.Unenforced(path).Items)
				if p.Log.Has(int(row), event.FlagSummary|event.FlagSummaryOffset) {
					after--
				}
				if int(s.before) != before || int(s.after) != after {
					t.Errorf("%s at row %d: counted %+v, the views have %d and %d\n%s", r.Name, row, s, before, after, src)
				}
			}
		}
	}
	if compared < 20 {
		t.Errorf("only %d condensations", compared)
	}
}

// copies reports whether an id stands twice on a path.
func (p *Pass) copies(path []int32) bool {
	for _, row := range path {
		if len(p.byID.Rows(p.Log.Table.ID(int(row)))) > 1 {
			return true
		}
	}
	return false
}

func TestOlder(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"1.26.0", "1.30", true}, {"1.31.0", "1.30", false}, {"1.0.0a5", "1.0", false}, {"1.9", "1.10", true}, {"1.43.1", "1.43.1", false}, {"", "1.0", true}} {
		if got := older(c.a, c.b); got != c.want {
			t.Errorf("older(%q, %q) = %t", c.a, c.b, got)
		}
	}
}
