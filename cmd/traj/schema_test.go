package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestOutputsFollowTheirSchemas holds what the commands print as JSON against
// the schemas in docs/schema.
func TestOutputsFollowTheirSchemas(t *testing.T) {
	for _, c := range []struct{ schema, command string }{
		{"audit", "audit --format json ../../fixtures"},
		{"audit-line", "audit --format jsonl ../../fixtures"},
		{"summary", "audit --summary --format json ../../fixtures"},
		{"audit", "audit --format json --shard 1/2 ../../fixtures"},
		{"audit-line", "audit --format jsonl --shard 2/2 ../../fixtures"},
		{"info", "info --format json ../../fixtures"},
		{"project", "project --format json ../../fixtures/openhands-v1/conversation"},
		{"project", "project --format json --as openai-responses ../../fixtures/openhands-v1/conversation"},
		{"project", "project --format json --head none ../../fixtures/openhands-v1/conversation"},
		{"project", "project --format json --head no-such-event ../../fixtures/openhands-v1/conversation"},
		{"rules", "rules --format json"},
		{"selftest", "selftest --format json ../../fixtures/openhands-v1/conversation ../../fixtures/openai-chat"},
		{"config", "config --format json --config testdata/policy.yaml --only AO ../../fixtures"},
		{"audit", "audit --format json --config testdata/policy.yaml --baseline testdata/known.json ../../fixtures/openhands-v1"},
		{"baseline", "baseline ../../fixtures/openhands-v1"},
		{"baseline-check", "baseline --check testdata/known.json --format json ../../fixtures/openhands-v1"},
		{"diff", "diff --format json ../../fixtures/openhands-v1/conversation ../../fixtures/openhands-v1/crash-window"},
		{"diff", "diff --format json ../../fixtures/openhands-v1/conversation ../../fixtures/openhands-v1/conversation.jsonl"},
		{"diff", "diff --format json --view ../../fixtures/openhands-v1/conversation@0b7a0472 ../../fixtures/openhands-v1/conversation@HEAD"},
		{"orphans", "orphans --format json ../../fixtures"},
		{"orphans", "orphans --format json --redact ../../fixtures --ledger testdata/ledger.jsonl"},
		{"replay", "replay --format json ../../fixtures --crash --verify --state"},
		{"replay", "replay --format json testdata/leased --state --now 2026-02-04T00:10:00Z"},
		{"replay-check", "replay --format json ../../fixtures --check testdata/other.checkpoints --all"},
	} {
		schema, err := jsonschema.NewCompiler().Compile("../../docs/schema/" + c.schema + ".schema.json")
		if err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		run(append([]string{"traj"}, strings.Fields(c.command)...), strings.NewReader(""), &out, &errs)
		documents := []string{out.String()}
		if c.schema == "audit-line" {
			documents = strings.Split(strings.TrimSpace(out.String()), "\n")
		}
		for _, d := range documents {
			v, err := jsonschema.UnmarshalJSON(strings.NewReader(d))
			if err != nil {
				t.Fatalf("%s: %v\n%s", c.command, err, errs.String())
			}
			if err := schema.Validate(v); err != nil {
				t.Errorf("traj %s: %v", c.command, err)
			}
		}
	}
}
