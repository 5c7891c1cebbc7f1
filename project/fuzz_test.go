package project

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/traj-dev/traj/event"
)

// FuzzMessages gives every converter any record: whatever a lenient reading
// lets through, messages are made and written as valid JSON.
func FuzzMessages(f *testing.F) {
	for _, s := range []string{user, named, call, call2, result(`{"kind":"TerminalObservation","metadata":{"exit_code":1e400},"content":[[],1,null,{"image_urls":[1]}]}`),
		result(`{"kind":"BrowserObservation","screenshot_data":"é=","full_output_save_dir":"//"}`), result(`{"kind":"ConsultTomObservation","suggestions":"s","confidence":NaN}`),
		`{"system_prompt":null,"tool_call":[]}`, `{"summary":"\ud800"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for kind := range converters {
			b := rowBuilder{event.NewBuilder(false)}
			r := b.row(kind, "e")
			b.Append(&r)
			l := b.log(event.ShapeStream)
			l.Bodies = records{body}
			for form := range formCount {
				p, err := Project(ReadLenient(l, Newest()), nil, form)
				if e := (*Error)(nil); err != nil && !errors.As(err, &e) {
					t.Fatal(err)
				}
				if out := projectionJSON(t, p); !json.Valid(out) {
					t.Fatalf("not JSON: %s", out)
				}
			}
		}
	})
}
