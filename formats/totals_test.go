package formats

import (
	"testing"

	"github.com/traj-dev/traj/event"
)

// A total that the events amount to is told as one that they do not: who asks
// whether totals are right must know how many there are. Sums of binary fractions
// are taken for the decimal one.
func TestTotalsThatAreRight(t *testing.T) {
	for text, field := range map[string]string{
		`{"schema_version":"ATIF-v1.4","session_id":"s","agent":{"name":"a","version":"1"},"steps":[
			{"step_id":1,"source":"agent","message":"x","metrics":{"cost_usd":0.1}},{"step_id":2,"source":"agent","message":"y","metrics":{"cost_usd":0.2}}],
			"final_metrics":{"total_cost_usd":0.3}}`: "final_metrics.total_cost_usd",
		`{"trajectory_format":"mini-swe-agent-1.1","info":{"exit_status":"Submitted","model_stats":{"api_calls":2,"instance_cost":0.3}},"messages":[
			{"role":"system","content":"s"},{"role":"assistant","content":"x","extra":{"cost":0.1}},{"role":"assistant","content":"y","extra":{"cost":0.2}}]}`: "info.model_stats.instance_cost",
	} {
		found := false
		for _, c := range one(t, bytesAs([]byte(text))).Claims {
			if c.Kind == event.ClaimTotal && c.Field == field {
				found = true
				if c.Says != 0.3 || c.Found != c.Says {
					t.Errorf("%s says %v, and %v was found", field, c.Says, c.Found)
				}
			}
		}
		if !found {
			t.Errorf("nothing is told of %s", field)
		}
	}
}
