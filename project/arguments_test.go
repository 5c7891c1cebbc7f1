package project

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

// TestArguments: two runs of one intent have one text, and a parameter that
// the tool itself declares is part of the intent.
func TestArguments(t *testing.T) {
	for _, c := range []struct {
		args, action, want string
		alpha              bool
	}{
		{`{"command": "ls",  "a":{"z":1.50,"b":[2, {"y":0,"x":"é\u0041"}]}}`, `{"command":"ls"}`, `{"a":{"b":[2,{"x":"éA","y":0}],"z":1.50},"command":"ls"}`, false},
		{`{"command":"ls","summary":"list","security_risk":"LOW"}`, `{"command":"ls"}`, `{"command":"ls"}`, false},
		{`{"summary":"a bug","security_risk":"LOW"}`, `{"kind":"MCPToolAction","data":{"summary":"a bug"}}`, `{"summary":"a bug"}`, false},
		{`{"a":1,"a":2}`, `{}`, `{"a":2}`, false},
		{`{"a": 1}`, `{}`, `{"a":1}`, true},
		{`not json`, `{}`, ``, false},
		{`{"a":1} tail`, `{}`, ``, false},
		{`[1]`, `{}`, ``, false},
	} {
		args, _ := json.Marshal(c.args)
		b := rowBuilder{event.NewBuilder(false)}
		r := b.row(event.KindAction, "a")
		b.Append(&r)
		l := b.log(event.ShapeStream)
		body := `{"action":` + c.action + `,"tool_call":{"arguments":` + string(args) + `}}`
		if c.alpha {
			body = `{"action":` + c.action + `,"tool_call":{"function":{"arguments":` + string(args) + `}}}`
		}
		l.Bodies = records{[]byte(body)}
		got, ok, err := Read(l, Newest()).Arguments(0)
		if err != nil {
			t.Fatal(err)
		}
		want := c.want
		if want == "" {
			want = c.args
		}
		if d := cmp.Diff(want, got); d != "" || ok != (c.want != "") {
			t.Errorf("%s: ok %t %s", c.args, ok, d)
		}
	}
}
