package formats

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"github.com/traj-dev/traj/formats/container"
)

// fuzzed checks what must hold of any bytes: an answer, and a full account.
func fuzzed(t *testing.T, b []byte, o Options, block int64) {
	o.Limits = container.Limits{Memory: 1 << 16, Decompressed: 16 << 20}
	got := loadWith(o, block, bytes.NewReader(b), "-")
	if len(got.logs)+len(got.errs) == 0 {
		t.Error("neither a log nor an error")
	}
	for _, l := range got.logs {
		checkAccount(t, l)
		for i := range l.Len() {
			if text, _ := l.Text(i); !utf8.ValidString(text) {
				t.Errorf("text of row %d: %q", i, text)
			}
			if args, _ := l.Args(i); !utf8.ValidString(args) {
				t.Errorf("args of row %d: %q", i, args)
			}
			rec, err := l.Bodies.Body(i, nil)
			if err != nil || len(rec) < 2 || rec[0] != '{' || rec[len(rec)-1] != '}' {
				t.Errorf("body of row %d: %.40q, %v", i, rec, err)
			}
		}
		last := int64(-1)
		for i := range l.Len() {
			if p := l.Pos(i); p.File == 0 && len(l.Files) == 1 {
				if p.Offset < last && !l.Kind(i).AnswersCall() { // a result may lie in the part of its call
					t.Errorf("row %d begins at %d, before the last", i, p.Offset)
				}
				last = max(last, p.Offset) // a call lies within its message
			}
		}
	}
}

// FuzzRecords reads any bytes as a file, by detection and as the format given.
func FuzzRecords(f *testing.F) {
	for _, c := range damaged {
		f.Add([]byte(c.in))
	}
	f.Add([]byte(`{"instance_id":"i","history":[` + recA + `]}` + "\n"))
	f.Add([]byte(`{"items":[` + recA + `,` + recB + `],"next_page_id":null}` + "\n" + `{"items":[]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzed(t, b, Options{Workers: 1}, 0)
		fuzzed(t, b, Options{Workers: 2, From: "openhands-v1", Text: true}, 32)
	})
}

// FuzzEventFile reads any bytes as the one record of a file, and as a state.
func FuzzEventFile(f *testing.F) {
	for _, c := range damaged {
		f.Add([]byte(c.in))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		l := eventFileLog(t, b)
		if checkAccount(t, l); l.Len() > 1 {
			t.Errorf("%d rows", l.Len())
		}
	})
}

// FuzzContainers reads any bytes as archives and compressed streams.
func FuzzContainers(f *testing.F) {
	files := map[string][]byte{"c/events/event-00000-00000000-0000.json": []byte(recA), "c/base_state.json": []byte("{}"), "../../x.jsonl": []byte(recB + "\n")}
	f.Add(zipped(f, files))
	f.Add(tarred(f, files))
	f.Add(gz(f, []byte(recA+"\n")))
	f.Add(zst(f, []byte(recA+"\n")))
	f.Add(gz(f, tarred(f, files)))
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzed(t, b, Options{Workers: 2}, 0)
	})
}
