package audit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/internal/notation"
	"github.com/traj-dev/traj/project"
)

// randomBranches is a log that jumps between its branches.
func randomBranches(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("sys s1\n")
	ids, acts := []string{"s1"}, []string{}
	for i := range 40 {
		parent := ids[len(ids)-1]
		if rng.IntN(3) == 0 {
			parent = ids[rng.IntN(len(ids))]
		}
		id := fmt.Sprintf("e%d", i)
		switch k := rng.IntN(4); {
		case k == 0:
			fmt.Fprintf(&b, "msg %s ^=%s\n", id, parent)
		case k == 1 && len(acts) > 0:
			fmt.Fprintf(&b, "obs %s ^=%s of=%s\n", id, parent, acts[rng.IntN(len(acts))])
		default:
			fmt.Fprintf(&b, "act %s ^=%s resp=r%d\n", id, parent, rng.IntN(9))
			acts = append(acts, id)
		}
		ids = append(ids, id)
	}
	return b.String()
}

// TestLeftBehindAgreesWithStranded compares the walk over the tree with what
// each jump leaves behind, looked up by itself.
func TestLeftBehindAgreesWithStranded(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	compared := 0
	for range 300 {
		src := randomBranches(rng)
		c, err := notation.Parse(src)
		if err != nil {
			t.Fatal(err)
		}
		p := newPass(project.Read(c.Log, project.Auto(c.Log).Profile), Options{})
		for name, kind := range map[string]func(int32) bool{"results": func(row int32) bool { return p.Log.Kind(int(row)).AnswersCall() }, "turns": p.turn} {
			jumps := p.Whole.Jumps()
			for i, x := range p.leftBehind(jumps, kind) {
				response := p.response(jumps[i].Row)
				want := slices.DeleteFunc(p.Whole.Stranded(jumps[i]), func(r int32) bool { return !kind(r) || response != 0 && p.response(r) == response })
				if d := cmp.Diff(append([]int32{}, want...), append([]int32{}, x.rows...)); d != "" || x.n != len(want) {
					t.Fatalf("%s of jump %+v: %d, %s in\n%s", name, jumps[i], x.n, d, src)
				}
				compared++
			}
		}
	}
	if compared < 1000 {
		t.Errorf("only %d jumps", compared)
	}
}

// TestJumpsBetweenLongBranches guards against work that grows with the jumps
// times the length of the branches, and against walking around a cycle for
// each of its events.
func TestJumpsBetweenLongBranches(t *testing.T) {
	const n = 20000
	var jumps, cycle strings.Builder
	jumps.WriteString("sys s1\nmsg a0 ^=s1\nmsg b0 ^=s1\n")
	cycle.WriteString("sys s1\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&jumps, "bot a%d ^=a%d\nbot b%d ^=b%d\n", i, i-1, i, i-1)
		fmt.Fprintf(&cycle, "msg m%d ^=m%d\n", i, i%(n-1)+1)
	}
	for name, src := range map[string]string{"jumps": jumps.String(), "cycle": cycle.String()} {
		c, err := notation.Parse(src)
		if err != nil {
			t.Fatal(err)
		}
		findings, places := Run(project.Read(c.Log, project.Auto(c.Log).Profile), Options{}).Findings, 0
		for _, f := range findings {
			places += len(f.Related)
		}
		if len(findings) == 0 || places > manyPlaces+mostPlaces+fewPlaces*len(findings) {
			t.Errorf("%s: %d findings with %d places", name, len(findings), places)
		}
	}
}
