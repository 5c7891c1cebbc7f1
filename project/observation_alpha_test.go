package project

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What the alphas showed of results, as 1.0.0a5 itself did.
func TestAlphaObservations(t *testing.T) {
	p, _ := ByName("openhands-v1.0a")
	for observation, want := range map[string][]Part{
		`"kind":"ExecuteBashObservation","output":"out","error":true,"metadata":{"exit_code":3,"working_dir":"/w","prefix":"P","suffix":"S"}`: {
			{Text: "[There was an error during command execution.]\nPoutS\n[Current working directory: /w]\n[Command finished with exit code 3]"}},
		`"kind":"FileEditorObservation","command":"view","output":"o","error":"bad"`:                             {{Text: "bad"}},
		`"kind":"FileEditorObservation","command":"view","output":"o","error":""`:                                {{Text: "o"}},
		`"kind":"BrowserObservation","output":"o","screenshot_data":"/9j/abc"`:                                   {{Text: "o"}, {Image: true, URLs: []string{"data:image/jpeg;base64,/9j/abc"}}},
		`"kind":"BrowserObservation","output":"o","error":"bad"`:                                                 {{Text: "Error: bad"}},
		`"kind":"GlobObservation","files":[],"pattern":"p","search_path":"/s"`:                                   {{Text: "No files found matching pattern 'p' in directory '/s'"}},
		`"kind":"GrepObservation","matches":["a","b"],"pattern":"p","search_path":"/s","include_pattern":"*.py"`: {{Text: "Found 2 file(s) containing pattern 'p' in '/s' (filtered by '*.py'):\na\nb"}},
		`"kind":"MCPToolObservation","tool_name":"n","is_error":true,"content":[{"type":"text","text":"x"}]`:     {{Text: "[Tool 'n' executed.]\n[An error occurred during execution.]\n"}, {Text: "x"}},
		`"kind":"ThinkObservation"`:                                    {{Text: "Your thought has been logged."}},
		`"kind":"TaskTrackerObservation","content":"c"`:                {{Text: "c"}},
		`"kind":"DelegateObservation","command":"spawn","message":"m"`: {{Text: "m"}},
	} {
		r := Read(recorded(t, `{"kind":"ObservationEvent","tool_name":"t","tool_call_id":"c","action_id":"a","observation":{`+observation+`}}`), p)
		if f := refusals(r.Refused(0)); f != "" {
			t.Errorf("%s: refused: %s", observation, f)
		}
		ms, err := r.Messages(r.Unenforced([]int32{0}))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, ms[0].Content); d != "" {
			t.Errorf("%s: %s", observation, d)
		}
	}
}
