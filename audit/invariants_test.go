package audit_test

import (
	"slices"
	"testing"

	"github.com/traj-dev/traj/audit"
)

// Each invariant is shown by a rule, or said not to be, and never both.
func TestEveryInvariantIsAccountedFor(t *testing.T) {
	shown, all := map[string][]string{}, audit.Invariants()
	for _, r := range audit.Rules() {
		for _, id := range r.Doc.Invariants {
			if shown[id] = append(shown[id], r.Name); !slices.Contains(all, id) {
				t.Errorf("%s names the invariant %q, which is none", r.Name, id)
			}
		}
		if len(slices.Compact(slices.Sorted(slices.Values(r.Doc.Invariants)))) != len(r.Doc.Invariants) {
			t.Errorf("%s names an invariant twice: %v", r.Name, r.Doc.Invariants)
		}
	}
	unshown := map[string]bool{}
	for _, u := range audit.NotShown() {
		for _, id := range u.IDs {
			if unshown[id] = true; len(shown[id]) > 0 || !slices.Contains(all, id) || u.Why == "" {
				t.Errorf("%s is said not to be shown, and %v shows it", id, shown[id])
			}
		}
	}
	for _, id := range all {
		if len(shown[id]) == 0 && !unshown[id] {
			t.Errorf("%s is neither shown by a rule nor said not to be", id)
		}
	}
	if len(all) != 138 {
		t.Errorf("%d invariants", len(all))
	}
}
