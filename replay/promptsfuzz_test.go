package replay

import "testing"

// No recording, whatever it holds, stops a check.
func FuzzRecordedPrompt(f *testing.F) {
	f.Add([]byte(sentPrompt), []byte(`"be good"`), false)
	f.Add([]byte(`[{"role":{},"content":[[],{"type":[],"text":{}}]},{"role":"user","content":{}}]`), []byte(`{}`), false)
	f.Add([]byte(`[{"type":"message","content":[{"type":"input_image"}]},{"type":"function_call_output","output":[]}]`), []byte(`"be good"`), true)
	r := asked("")
	f.Fuzz(func(t *testing.T, messages, instructions []byte, responses bool) {
		cs, err := CheckPrompts(r, []*RecordedPrompt{{Response: "r2", Responses: responses, Pointer: "/messages", Messages: messages, Instructions: instructions}})
		if err != nil || !cs[0].Verdict.Compared() {
			t.Errorf("%v, %v", cs[0].Verdict, err)
		}
		if cs[0].Verdict == Unexplained && cs[0].Difference == nil {
			t.Error("unexplained, and no difference")
		}
	})
}
