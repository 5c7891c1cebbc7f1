package formats

import (
	"strings"
	"testing"

	"github.com/traj-dev/traj/event"
)

// What is odd inside a record that gave no rows is of no row: neither of one
// that the log does not have, nor of the next record's.
func TestOddRecordWithoutRows(t *testing.T) {
	const bare = `{"schema_version":"ATIF-v1.6","session_id":"s","agent":{"name":"a","version":"1"},"steps":"\ud800","steps":1}`
	for name, in := range map[string]string{"alone": bare, "before another": bare + "\n" + `{"schema_version":"ATIF-v1.6","session_id":"s","agent":{"name":"a","version":"1"},"steps":[{"step_id":1,"source":"user","message":"x"}]}`} {
		t.Run(name, func(t *testing.T) {
			seen := map[event.DamageReason]bool{}
			for _, l := range loadWith(Options{From: "atif"}, 0, strings.NewReader(in), "-").logs {
				checkAccount(t, l)
				for _, d := range l.Files[0].Damage {
					if seen[d.Reason] = true; d.Inside && d.Before != -1 {
						t.Errorf("%s: %v is of row %d", l.Name, d.Reason, d.Before)
					}
				}
			}
			if !seen[event.DamageSurrogate] || !seen[event.DamageDuplicateKey] {
				t.Errorf("damage %v, want half a pair and a name written twice", seen)
			}
		})
	}
}
