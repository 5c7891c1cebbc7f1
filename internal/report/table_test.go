package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/audit"
)

func TestColumnWidths(t *testing.T) {
	id, pointer := strings.Repeat("i", 36), "/steps/4/observation/results/0/subagent_trajectory_ref/2"
	what := strings.Repeat("w", 90)
	for _, tt := range []struct {
		name  string
		width int
		row   []string
		want  []int
	}{
		{"narrow cells stay", 80, []string{"error", "AO001", "a.jsonl:5", what}, []int{5, 5, 9, 55}},
		{"an id stays whole", 80, []string{"head", id, what}, []int{4, 36, 36}},
		{"a pointer leaves room to read", 100, []string{"error", "AO001", pointer, what}, []int{5, 5, 44, 40}},
		{"and more of it at 80", 80, []string{"error", "AO001", pointer, what}, []int{5, 5, 26, 38}},
		{"a short last column asks for no more", 60, []string{"head", id, "yes"}, []int{4, 36, 24}},
		{"nothing stands out of 40 columns", 40, []string{"head", id, what}, []int{4, 12, 24}},
	} {
		if d := cmp.Diff(tt.want, columnWidths(tt.width, make([]string, len(tt.row)), [][]string{tt.row})); d != "" {
			t.Errorf("%s:\n%s", tt.name, d)
		}
	}
}

// A place that a finding refers to is told as the finding's own: in a document
// the file's name alone would name all of its calls.
func TestRelatedPlacesAreTold(t *testing.T) {
	f := related(&audit.Finding{Location: audit.Location{File: "runs/log.json", HasPointer: true, Pointer: "/steps/1"}, Related: []audit.Place{
		{Note: "one", Location: audit.Location{File: "runs/log.json", HasPointer: true, Pointer: "/steps/2/tool_calls/0"}},
		{Note: "two", Location: audit.Location{File: "runs/other.json", HasPointer: true, Pointer: "/steps/3"}},
		{Note: "three", Location: audit.Location{File: "runs/log.jsonl", Line: 7}},
		{Note: "four"},
	}})
	want := []string{"  see /steps/2/tool_calls/0: one", "  see other.json /steps/3: two", "  see log.jsonl:7: three", "  and 1 more place"}
	if d := cmp.Diff(want, f); d != "" {
		t.Error(d)
	}
}
