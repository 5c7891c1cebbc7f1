package project

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/traj-dev/traj/event"
)

// saying makes a record of every row of a log, by its kind: now and then a call
// that carries text of its own, and a result without the name of its tool.
type saying struct{ l *event.Log }

func (s saying) Body(i int, _ []byte) ([]byte, error) {
	switch s.l.Kind(i) {
	case event.KindMessage:
		return fmt.Appendf(nil, `{"llm_message":{"role":%q,"content":[{"type":"text","text":"m%d"}]}}`, []string{"user", "user", "assistant"}[i%3], i), nil
	case event.KindAction:
		thought := ""
		if i%4 == 0 {
			thought = `{"type":"text","text":"t"}`
		}
		return fmt.Appendf(nil, `{"thought":[%s],"tool_call":{"id":"c","name":"n","arguments":"%d","origin":"completion"}}`, thought, i), nil
	case event.KindCondensation:
		return fmt.Appendf(nil, `{"summary":"s%d","summary_offset":1}`, i), nil
	}
	if i%7 == 0 {
		return fmt.Appendf(nil, `{"tool_call_id":"c","error":"e%d"}`, i), nil
	}
	return fmt.Appendf(nil, `{"tool_name":"n","tool_call_id":"c","error":"e%d"}`, i), nil
}

// TestProjector goes to any places of any log and compares with what is made of
// each path by itself.
func TestProjector(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyLog(t)
		l.Bodies = saying{l}
		r := Read(l, anyProfile(t))
		form := rapid.SampledFrom([]Form{Neutral, OpenAIChat, OpenAIChatString, OpenAIResponses, Gemini}).Draw(t, "form")
		by := NewProjector(r, form)
		for range 12 {
			var head *string
			if n := rapid.IntRange(-3, l.Len()-1).Draw(t, "row"); n == -2 {
				none := HeadNone
				head = &none
			} else if n != -3 {
				id := "e?"
				if n >= 0 {
					id = r.EventID(int32(n))
				}
				head = &id
			}
			if rapid.Bool().Draw(t, "clone") {
				other := by.Clone()
				if _, err := by.At(head); err != nil { // which must not disturb the other
					t.Fatal(err)
				}
				by = other
			}
			got, err := by.At(head)
			judgeProjection(t, r, head, form, got, err)
			fresh, again := Project(r, head, form)
			equal(t, "error", err, again)
			if err == nil {
				equal(t, "as JSON", asJSON(t, fresh), asJSON(t, got))
			}
		}
	})
}

func asJSON(t *rapid.T, p *Projection) string {
	var b bytes.Buffer
	if err := p.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func judgeProjection(t *rapid.T, r *Reading, head *string, form Form, got *Projection, failed error) {
	path, e := r.ActivePath()
	switch {
	case head != nil && *head == HeadNone:
		path, e = nil, nil
	case head != nil:
		path, e = r.Path(*head)
	}
	if e != nil {
		equal(t, "raised", e, got.Err)
		return
	}
	view := r.Rebuild(path)
	messages, e, err := twinWire(r, view, form)
	equal(t, "failed", fmt.Sprint(err), fmt.Sprint(failed))
	if failed != nil {
		return
	}
	indices, _ := view.Indices()
	equal(t, "raised", e, got.Err)
	equal(t, "messages", string(messages), string(got.Messages))
	equal(t, "path", fmt.Sprint(path), fmt.Sprint(got.Path))
	equal(t, "view", fmt.Sprint(view.Items), fmt.Sprint(got.View))
	equal(t, "incremental view", fmt.Sprint(r.Fold(path).Items), fmt.Sprint(got.Folded))
	equal(t, "pending", fmt.Sprint(r.Pending(path)), fmt.Sprint(got.Pending))
	equal(t, "request", view.UnhandledRequest, got.Unhandled)
	equal(t, "indices", true, slices.Equal(indices, got.Indices) && (indices == nil) == (got.Indices == nil))
}

// twinWire is what is sent of a view, all of it made at once.
func twinWire(r *Reading, v *View, form Form) (out []byte, e *Error, err error) {
	if form != Neutral && (!r.Profile.OpenHandsV1() || form == Gemini) {
		q, err := r.Request(v, form)
		if err == nil {
			out = q.AppendJSON(nil)
		} else if errors.As(err, &e) {
			err = nil
		}
		return out, e, err
	}
	ms, err := r.Messages(v)
	if errors.As(err, &e) {
		return nil, e, nil
	}
	if err == nil {
		out, e = Wire(form, ms)
	}
	return out, e, err
}
