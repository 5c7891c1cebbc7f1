package replay

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/project"
)

// What a resume of other upstreams does with the calls of the sample logs that
// have no known outcome.
func TestResumeOfClients(t *testing.T) {
	want := map[string][]string{
		"pi/crash.jsonl":             {"fe000003 keeps", "fe000005#1 keeps"},
		"pi/session.jsonl":           nil,
		"gemini-cli/broken.jsonl":    {"g-1#run-1 keeps", "g-3#run-2 keeps"},
		"langgraph/interrupted.json": {"ai-3 re-executes"},
		"langgraph/broken.json":      {"ai-1 keeps", "ai-1#1 keeps"},
	}
	for name, lines := range want {
		var got []string
		for l, err := range formats.Load(context.Background(), []string{"../fixtures/" + name}, nil, formats.Options{Workers: 1, Text: true}) {
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range orphans(t, project.Read(l, project.Auto(l).Profile)) {
				got = append(got, o.EventID+" "+o.Resume.Does.String())
			}
		}
		if diff := cmp.Diff(lines, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
