package formats

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

// told are the rows that are no spans as such, in short.
func told(l *event.Log) []string {
	var out []string
	for _, s := range short(l) {
		if !strings.HasPrefix(s, "log ") {
			out = append(out, s)
		}
	}
	return out
}

// Each span tells its whole prompt anew: what an earlier one told is no row.
func TestSpans(t *testing.T) {
	day := []string{
		"system system   You look after bee hives.",
		"message user   How heavy is hive 7, and how warm?",
		"message assistant   Two sensors.",
		"message assistant   I ask both sensors.",
		`action assistant call_w weigh {"hive":7}`,
		`action assistant call_t warmth {"hive":7}`,
		"result tool call_t warmth 34.8",
		`result tool call_w weigh {"kg":41}`,
		"message assistant   41 kg and 34.8 degrees.",
	}
	evening := []string{
		"message user   Open the vent a little.",
		`action assistant call_v vent {"hive":7,"open":20}`,
		"result tool call_v vent done",
		"message assistant   The vent is open by a fifth.",
	}
	queen := []string{
		"system system   You look after bee hives.",
		"message user   Is the queen of hive 3 there?",
		`action assistant call_q queen {"hive":3}`,
		"result tool call_q  seen at noon",
		"message assistant   She was seen at noon.",
	}
	for name, want := range map[string][]string{
		"spans.jsonl": append(day[:len(day):len(day)], evening...), "structured.json": day, "events.json": queen, "records.jsonl": queen,
		"indexed.json": {
			"message user   Which hive swarms?", `action assistant call_s listen {"all":true}`, "result tool call_s  hive 5 is loud", "message assistant   Hive 5.",
			"message user   And hive 6?", `action assistant call_6 listen {"hive":6}`, "result tool call_6  quiet", "message assistant   It is quiet.",
		},
		"tools.jsonl": {
			`action assistant call_t warmth {"hive":7}`, "result tool call_t warmth 34.8", `action assistant call_w weigh {"hive":7}`, "result tool call_w weigh the scale is wet",
		},
	} {
		l := one(t, loadWith(Options{Text: true}, 0, nil, allFixtures+"otlp/"+name))
		if diff := cmp.Diff(want, told(l)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A span is a row with its ids, its parent and what it used; what the agent
// above it counts again is not counted twice.
func TestSpanRows(t *testing.T) {
	l := one(t, loadWith(Options{}, 0, nil, allFixtures+"otlp/spans.jsonl"))
	if l.Conversation != "hive-7" || l.IDString(l.Table.ID(0)) != "10000000000000a1" || l.IDString(l.Parent(0)) != "10000000000000a0" || l.Row(0).TokensIn != 210 {
		t.Errorf("%q: %+v", l.Conversation, l.Row(0))
	}
	sum := int64(0)
	for i := range l.Len() {
		sum += max(0, l.Row(i).TokensIn)
	}
	if p := l.Pos(0); sum != 210+300+330+350 || p.Pointer != "/resourceSpans/0/scopeSpans/0/spans" || p.Item != 0 || p.Line != 1 {
		t.Errorf("%d tokens, %+v", sum, p)
	}
}

// A line that breaks off loses only the span that it breaks off in.
func TestTornSpans(t *testing.T) {
	content := readFile(t, allFixtures+"otlp/spans.jsonl")
	cut := strings.Index(string(content), "\n") - 200
	l := one(t, bytesAs(content[:cut]))
	checkAccount(t, l)
	if got := l.IDString(l.Table.ID(0)); got != "10000000000000a1" || len(l.Files[0].Damage) == 0 {
		t.Errorf("begins with %q, damage %v", got, l.Files[0].Damage)
	}
}

// FuzzSpans reads any bytes as spans.
func FuzzSpans(f *testing.F) {
	addFixtures(f, "otlp")
	f.Add([]byte(`{"resourceSpans":[1,{"scopeSpans":[{"spans":[{"spanId":1,"attributes":[{"key":"gen_ai.prompt.9999999.role","value":{}},{"key":"gen_ai.input.messages","value":{"stringValue":"[[],{\"parts\":[1,{}]}]"}}]},[]]}]}]}`))
	f.Add([]byte(`{"spanId":"a","startTimeUnixNano":1,"traceId":"b","resourceLogs":{"a":1}}` + "\n" + `{"body":{"kvlistValue":{"values":[{}]}},"timeUnixNano":"x","eventName":"gen_ai.choice"}`))
	f.Fuzz(func(t *testing.T, b []byte) { fuzzFormat(t, b, "otlp") })
}
