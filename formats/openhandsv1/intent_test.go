package openhandsv1

import (
	"fmt"
	"testing"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// TestIntent: calls that give their tool the same have the same hash, however
// their arguments are ordered, and whatever the framework asked for beside.
func TestIntent(t *testing.T) {
	const terminal, think = `{"command":"ls","kind":"TerminalAction"}`, `{"thought":"ls","summary":"x","kind":"MCPToolAction","data":{"summary":"a"}}`
	of := func(action, args string) uint64 {
		t.Helper()
		b := event.NewBuilder(false)
		var tape jsontape.Tape
		rec := fmt.Appendf(nil, `{"id":"a","kind":"ActionEvent","action":%s,"tool_call":{"id":"c","name":"t","arguments":%q}}`, action, args)
		if _, err := tape.Parse(rec); err != nil {
			t.Fatal(err)
		}
		NewDecoder(b).Append(rec, &tape, event.Pos{})
		table := b.Table()
		if table.Intent(0) == 0 {
			t.Errorf("no intent: %s", args)
		}
		return table.Intent(0)
	}
	same := of(terminal, `{"command":"ls","timeout":3}`)
	for _, args := range []string{`{"timeout": 3, "command": "ls"}`, `{"command":"ls","timeout":3,"security_risk":"LOW","summary":"look"}`} {
		if of(terminal, args) != same {
			t.Errorf("another intent: %s", args)
		}
	}
	for _, args := range []string{`{}`, `{"command":"ls"}`, `{"command":"ls","timeout":4}`, `{"timeout":"ls","command":3}`, `{"command":"lt","timeout":3}`, `not JSON`} {
		if of(terminal, args) == same {
			t.Errorf("the same intent: %s", args)
		}
	}
	if of(think, `{"summary":"a"}`) == of(think, `{"summary":"b"}`) {
		t.Error("an argument of the tool is taken for the framework's")
	}
}
