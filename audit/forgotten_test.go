package audit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/notation"
	"github.com/traj-dev/traj/project"
)

// randomForgetting is a log of branches in which condensations forget this and that.
func randomForgetting(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("sys s1\n")
	ids := []string{"s1"}
	for i := range 30 {
		parent := ids[len(ids)-1]
		if rng.IntN(4) == 0 {
			parent = ids[rng.IntN(len(ids))]
		}
		id := fmt.Sprintf("m%d", i)
		if rng.IntN(3) > 0 {
			fmt.Fprintf(&b, "msg %s ^=%s\n", id, parent)
		} else {
			id = fmt.Sprintf("k%d", i)
			var forgets []string
			for range 1 + rng.IntN(4) {
				forgets = append(forgets, ids[rng.IntN(len(ids))])
			}
			fmt.Fprintf(&b, "cond %s ^=%s forgets=%s at=%d summary\n", id, parent, strings.Join(forgets, ","), rng.IntN(9))
		}
		ids = append(ids, id)
	}
	return b.String()
}

// TestForgottenAgreesWithEveryForgetter compares the questions that look at the
// first condensation of a branch with ones that look at all of them, and the
// sizes of views counted along a path with the views.
func TestForgottenAgreesWithEveryForgetter(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	asked := 0
	for range 200 {
		src := randomForgetting(rng)
		c, err := notation.Parse(src)
		if err != nil {
			t.Fatal(err)
		}
		p := newPass(project.Read(c.Log, project.Auto(c.Log).Profile), Options{})
		left := map[int32]int{}
		for _, k := range p.condensations {
			for row := range int32(p.Log.Len()) {
				asked++
				all := func(ok func(f int32) bool) bool { return slices.ContainsFunc(p.forgetters(row), ok) }
				at := all(func(f int32) bool { return p.isAncestor(row, f) && p.isAncestor(f, k.row) })
				before := all(func(f int32) bool { return f != k.row && p.isAncestor(row, f) && p.isAncestor(f, k.row) })
				end := all(func(f int32) bool {
					return p.isAncestor(row, f) && (p.isAncestor(f, k.row) || p.isAncestor(k.row, f) && p.onBranch[f] == p.onBranch[k.row])
				})
				if p.forgottenAt(row, k.row) != at || p.forgottenBefore(row, k.row) != before || p.forgottenInTheEnd(row, k.row) != end {
					t.Fatalf("row %d and condensation %d: want %t, %t, %t in\n%s", row, k.row, at, before, end, src)
				}
			}
			if n := len(p.Whole.Unenforced(p.upFrom(k.row)).Items) - 1; p.leftAt(k.row, left) != n {
				t.Fatalf("condensation %d leaves %d events, counted %d in\n%s", k.row, n, p.leftAt(k.row, left), src)
			}
		}
	}
	if asked == 0 {
		t.Error("no condensations")
	}
}

// TestManyCondensations guards against work that grows with the square or the
// cube of the number of condensations.
func TestManyCondensations(t *testing.T) {
	var b strings.Builder
	b.WriteString("sys s1\n")
	for i := range 3000 {
		fmt.Fprintf(&b, "msg m%d ^\ncond k%d ^ forgets=s1,m0,m%d at=%d summary\n", i, i, i, i)
	}
	c, err := notation.Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Run(project.Read(c.Log, project.Auto(c.Log).Profile), Options{}).Findings {
		if f.Row < 0 || c.Log.Kind(int(f.Row)) != event.KindCondensation {
			t.Errorf("%s: %s", f.Rule.Name, f.Message)
		}
	}
}
