package page_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hostile are texts that do something where they are taken for more than text.
func hostile() []string {
	return []string{
		"<script>pwned=1</script>", "</script><script>pwned=2</script>", "<!--<script>", `"><img src=x onerror=pwned=3>`, "<svg onload=pwned=4>", "javascript:pwned=5",
		"[a](javascript:pwned=6)", "\u001b[31mred\u001b[0m", "\u001b]8;;https://example.org\u0007link\u001b]8;;\u0007", "\u001b]52;c;cHduZWQ=\u0007", "\u202eevil\u202c \u2066x\u2069",
		"a\u0000b\u0007c\u0085d", "\u2028\u2029\ufeff\u200b", "${pwned=7}{{pwned=8}}", "=HYPERLINK(\"https://example.org\")", "<iframe srcdoc='<script>parent.pwned=9</script>'>",
		"<a href=https://example.org>x</a>", "<style>*{display:none}</style>", "<base href=https://example.org>", "<meta http-equiv=refresh content='0;url=https://example.org'>", "__proto__", "constructor",
	}
}

// hostileLog writes a log in which every text, name and id is hostile, with a
// line of 5 MB, a line with raw NULs, and one that is not UTF-8.
func hostileLog(t testing.TB) string {
	t.Helper()
	var b strings.Builder
	line := func(v map[string]any) {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(data)
		b.WriteByte('\n')
	}
	text := func(s string) []any { return []any{map[string]any{"type": "text", "text": s}} }
	parent := ""
	event := func(id string, v map[string]any) {
		v["id"], v["timestamp"] = id, fmt.Sprintf("2026-01-01T00:%02d:%02d", b.Len()/60%60, b.Len()%60)
		if parent != "" {
			v["parent_id"] = parent
		}
		parent = id
		line(v)
	}
	event("sys", map[string]any{"kind": "SystemPromptEvent", "source": "agent", "system_prompt": map[string]any{"type": "text", "text": hostile()[0]}, "tools": []any{}})
	for i, h := range hostile() {
		id := fmt.Sprint(h, " ", i)
		event(id+" u", map[string]any{"kind": "MessageEvent", "source": "user", "llm_message": map[string]any{"role": "user", "content": text(h)}})
		event(id+" a", map[string]any{"kind": "ActionEvent", "source": "agent", "thought": text(h), "tool_name": h, "tool_call_id": "call " + id, "llm_response_id": "r " + id,
			"action":    map[string]any{"kind": "TerminalAction", "command": h},
			"tool_call": map[string]any{"id": "call " + id, "name": h, "arguments": `{"command":` + quoted(h) + `,` + quoted(h) + `:1}`, "origin": "completion"}})
		if i%2 == 0 {
			event(id+" o", map[string]any{"kind": "ObservationEvent", "source": "environment", "tool_name": h, "tool_call_id": "call " + id, "action_id": id + " a",
				"observation": map[string]any{"kind": "TerminalObservation", "content": text(h)}})
		}
	}
	event("long", map[string]any{"kind": "MessageEvent", "source": "user", "llm_message": map[string]any{"role": "user", "content": text(strings.Repeat("<b>5 MB</b>", 500_000))}})
	b.WriteString("{\"id\":\"nul\x00\x00\", \"kind\":\"MessageEvent\"}\n\x00\x00\x00\n")
	b.WriteString("{\"id\":\"\xff\xfe\",\"kind\":\"<script>pwned=10</script>\"}\n")
	file := filepath.Join(t.TempDir(), "<img src=x onerror=pwned=11>.jsonl")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func quoted(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string is always JSON
	}
	return string(data)
}
