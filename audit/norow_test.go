package audit

import (
	"strings"
	"testing"

	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/project"
)

// Damage inside a record that gave no rows is told of the file: a log that is
// nothing else has no row to name.
func TestDamageWithoutRow(t *testing.T) {
	const in = `{"schema_version":"ATIF-v1.6","session_id":"s","agent":{"name":"a","version":"1"},"steps":"\ud800"}`
	told := 0
	for l, err := range formats.Load(t.Context(), []string{"-"}, strings.NewReader(in), formats.Options{Workers: 1}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range Run(project.Read(l, project.Auto(l).Profile), Options{}).Findings {
			if f.Rule.Name == "encoding-invalid" {
				told++
				if f.Row != -1 || f.Location.Offset != int64(strings.Index(in, `\u`)) {
					t.Errorf("told of row %d at byte %d", f.Row, f.Location.Offset)
				}
			}
		}
	}
	if told != 1 {
		t.Errorf("told %d times", told)
	}
}
