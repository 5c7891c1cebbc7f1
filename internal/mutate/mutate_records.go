package mutate

import (
	"bytes"
	"compress/gzip"
	"slices"
	"strings"
)

// recordMutators are defects of bytes.
func recordMutators() []*Mutator {
	return []*Mutator{
		{"event-torn", "an event file that breaks off", []string{"record-torn:error"}, func(d *draft) bool { return !d.lines && d.cut(d.any(d.quiet)) }},
		{"result-torn", "the event file of a result that breaks off: what the tool did is unknown", []string{"record-torn:error", "action-orphan:warning"},
			func(d *draft) bool { return !d.lines && d.cut(d.answer(d.any(d.lastOfTurn))) }},
		{"action-torn", "the event file of a call that breaks off", []string{"record-torn:error", "result-orphan:warning"},
			func(d *draft) bool { return !d.lines && d.cut(d.any(d.single)) }},
		{"line-torn", "a line in the middle that breaks off", []string{"record-torn:error"}, func(d *draft) bool { return d.lines && d.cut(d.any(d.quiet)) }},
		{"last-line-torn", "a last line that breaks off", []string{"record-torn:warning"}, cutLastLine},
		{"event-not-json", "an event file with a comma too many", []string{"record-torn:error"}, func(d *draft) bool {
			return d.rewrite(func(b []byte) []byte { return bytes.Replace(b, []byte(","), []byte(",,"), 1) })
		}},
		{"event-empty", "an event file without bytes", []string{"record-empty:error"}, func(d *draft) bool { return !d.lines && d.rewrite(func([]byte) []byte { return nil }) }},
		{"state-empty", "a state without bytes", []string{"record-empty:error"}, emptyState},
		{"state-torn", "a state that breaks off", []string{"record-torn:error"}, cutState},
		{"event-glued", "two events in one file", []string{"record-glued:error"}, glueFile},
		{"lines-glued", "two events in one line", []string{"record-glued:error"}, glueLines},
		{"nul-run", "NUL bytes where a record was", []string{"record-nul:error"}, func(d *draft) bool { return d.rewrite(func(b []byte) []byte { return make([]byte, len(b)) }) }},
		{"bytes-not-utf8", "a byte in a text that is not UTF-8", []string{"encoding-invalid"}, func(d *draft) bool { return d.rewrite(func(b []byte) []byte { return insertText(b, "\xff") }) }},
		{"surrogate-half", "an escape of half a surrogate pair", []string{"encoding-invalid:error"}, func(d *draft) bool {
			return d.rewrite(func(b []byte) []byte { return insertText(b, `\ud83d`) })
		}},
		{"byte-order-mark", "a byte order mark before an event", []string{"encoding-invalid:error"}, func(d *draft) bool {
			return !d.lines && d.rewrite(func(b []byte) []byte { return append([]byte("\xef\xbb\xbf"), b...) })
		}},
		{"key-twice", "a name that stands twice in a record", []string{"json-nonstandard:warning"}, doubleKey},
		{"not-a-number", "a value that is NaN", []string{"json-nonstandard:info"}, notANumber},
		{"archive-cut-off", "an export whose transfer broke off", []string{"container-damaged:error"}, cutArchive},
		{"gzip-cut-off", "a compressed log whose end is missing", []string{"container-damaged:error"}, cutGzip},
	}
}

// lastOfTurn reports whether an event is a call whose result ends a turn: what
// follows on its path is not of its response.
func (d *draft) lastOfTurn(r *record) bool {
	if !d.single(r) {
		return false
	}
	c := d.next(r.results[0])
	return c != nil && c.visible() && !c.result()
}

// answer is the result of a call, nil without a call.
func (d *draft) answer(r *record) *record {
	if r == nil {
		return nil
	}
	return r.results[0]
}

// cut breaks a record off in its middle.
func (d *draft) cut(r *record) bool {
	if r == nil {
		return false
	}
	r.data = r.data[:len(r.data)/2]
	return true
}

// rewrite changes the bytes of a record that nothing depends on.
func (d *draft) rewrite(f func([]byte) []byte) bool {
	r := d.any(d.quiet)
	if r == nil {
		return false
	}
	r.data = f(r.data)
	return true
}

func cutLastLine(d *draft) bool {
	last := d.rows[len(d.rows)-1]
	return d.lines && !last.result() && last.kind != "ActionEvent" && len(d.rows) > 2 && d.cut(last)
}

// settled reports whether no call waits for the user, and no event of the
// directory needs the state to be read rightly.
func (d *draft) settled() bool { return d.state != nil && d.status() != "waiting_for_confirmation" }

func emptyState(d *draft) bool {
	if !d.settled() || d.headMoved() {
		return false
	}
	d.state.data = nil
	return true
}

// headMoved reports whether the head is not where it would be taken to be
// without a state.
func (d *draft) headMoved() bool {
	for _, r := range slices.Backward(d.rows) {
		if r.kind != stateUpdate && r.kind != "ConversationErrorEvent" {
			return !r.on
		}
	}
	return true
}

func cutState(d *draft) bool { return d.settled() && !d.headMoved() && d.cut(d.state) }

func glueFile(d *draft) bool {
	return !d.lines && d.rewrite(func(b []byte) []byte { return append(slices.Clone(b), b...) })
}

func glueLines(d *draft) bool {
	r := d.any(func(r *record) bool { return r.n+1 < len(d.rows) })
	if !d.lines || r == nil {
		return false
	}
	other := d.rows[r.n+1]
	other.data = slices.Concat(r.data, other.data)
	d.rows = slices.Delete(d.rows, r.n, r.n+1)
	return true
}

// insertText puts bytes into the first text of a record.
func insertText(b []byte, s string) []byte {
	i := bytes.Index(b, []byte(`"text"`))
	i = bytes.Index(b[i+6:], []byte(`"text"`)) + i + 12
	i += bytes.IndexByte(b[i:], '"') + 1
	return slices.Concat(b[:i], []byte(s), b[i:])
}

func doubleKey(d *draft) bool {
	return d.rewrite(func(b []byte) []byte {
		i := bytes.IndexByte(b, ',') + 1
		if b[i] == ' ' {
			return slices.Concat(b[:i], []byte(` "source": "environment",`), b[i:])
		}
		return slices.Concat(b[:i], []byte(`"source":"environment",`), b[i:])
	})
}

func notANumber(d *draft) bool {
	r := d.any(func(r *record) bool { return r.kind == stateUpdate && strings.HasPrefix(r.raw("value"), "{") })
	if r == nil {
		return false
	}
	r.set(raw("NaN"), "value", "cost")
	return true
}

// cutArchive cuts an export off in the last event: nothing but what it holds
// may be lost.
func cutArchive(d *draft) bool {
	last := d.rows[len(d.rows)-1]
	if d.lines || !d.calm() || !last.is("MessageEvent", stateUpdate, "PauseEvent") || last.source == "user" && last.is("MessageEvent") {
		return false
	}
	d.rest = nil
	d.pack = func(b []byte) []byte { return b[:bytes.LastIndex(b, last.data)+len(last.data)/2] }
	return true
}

// cutGzip compresses a stream and loses the checksum at its end.
func cutGzip(d *draft) bool {
	d.pack = func(b []byte) []byte {
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		_, err := w.Write(b)
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			panic(err) // a bytes.Buffer takes everything
		}
		return out.Bytes()[:out.Len()-6]
	}
	return d.lines
}
