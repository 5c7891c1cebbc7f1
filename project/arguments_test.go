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
	for _, c := range []struct{ args, action, want string }{
		{`{"command": "ls",  "a":{"z":1.50,"b":[2, {"y":0,"x":"é\u0041"}]}}`, `{"command":"ls"}`, `{"a":{"b":[2,{"x":"éA","y":0}],"z":1.50},"command":"ls"}`},
		{`{"command":"ls","summary":"list","security_risk":"LOW"}`, `{"command":"ls"}`, `{"command":"ls"}`},
		{`{"summary":"a bug","security_risk":"LOW"}`, `{"kind":"MCPToolAction","data":{"summary":"a bug"}}`, `{"summary":"a bug"}`},
		{`{"a":1,"a":2}`, `{}`, `{"a":2}`},
		{`not json`, `{}`, ``},
		{`{"a":1} tail`, `{}`, ``},
		{`[1]`, `{}`, ``},
	} {
		args, _ := json.Marshal(c.args)
		b := rowBuilder{event.NewBuilder(false)}
		r := b.row(event.KindAction, "a")
		b.Append(&r)
		l := b.log(event.ShapeStream)
		l.Bodies = records{[]byte(`{"action":` + c.action + `,"tool_call":{"arguments":` + string(args) + `}}`)}
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
