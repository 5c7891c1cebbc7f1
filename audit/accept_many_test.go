package audit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/project"
)

// Very many long branches must not take the square of the log: the last of them
// are counted and not judged, and the head is judged first.
func TestManyBranchesAreBounded(t *testing.T) {
	var b strings.Builder
	line := func(id, parent, role, text string) {
		up := "null"
		if parent != "" {
			up = fmt.Sprintf("%q", parent)
		}
		fmt.Fprintf(&b, `{"uuid":%q,"parentUuid":%s,"sessionId":"s","isSidechain":false,"type":%q,"message":{"role":%q,"content":%q}}`+"\n", id, up, role, role, text)
	}
	const long, branches = 1000, 400
	line("m0", "", "user", "go")
	for i := 1; i < long; i++ {
		line(fmt.Sprintf("m%d", i), fmt.Sprintf("m%d", i-1), "user", "on")
	}
	for i := range branches {
		line(fmt.Sprintf("b%d", i), fmt.Sprintf("m%d", long-1), "user", "end")
	}
	for l, err := range formats.Load(t.Context(), []string{"-"}, strings.NewReader(b.String()), formats.Options{Workers: 1, Text: true}) {
		if err != nil {
			t.Fatal(err)
		}
		r := audit.Run(project.Read(l, project.Auto(l).Profile), audit.Options{Provider: "anthropic"})
		if len(r.Acceptances) < 100 || len(r.Acceptances)+r.Unjudged != branches || r.Unjudged == 0 || !r.Acceptances[0].Active {
			t.Errorf("%d branches judged, %d not", len(r.Acceptances), r.Unjudged)
		}
	}
}
