package pi

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// message appends the rows of an entry that holds a message.
func (e *line) message(m fields.Value) {
	role := m.Get("role").Text()
	if kind := m.Kind(); kind != jsontape.Object || len(role) == 0 {
		e.row.Kind = event.KindOther
		e.append(e.row)
		return
	}
	e.row.Source = e.b.Name(role)
	switch string(role) {
	case "user":
		e.say(m.Get("content"), 0)
	case "assistant":
		e.assistant(m)
	case "toolResult":
		e.result(m)
	case "bashExecution":
		e.bash(m)
	case "custom", "hookMessage":
		e.say(m.Get("content"), event.FlagFramework)
	case "branchSummary", "compactionSummary":
		e.summary(m.Get("summary"))
	default:
		e.row.Kind, e.row.Type = event.KindOther, e.b.Name(role)
		e.append(e.row)
	}
}

// say appends a message that a model is sent as the user's.
func (e *line) say(content fields.Value, flags event.Flag) {
	text, some := content.Content()
	row := e.row
	row.Kind, row.Role = event.KindMessage, e.b.Name([]byte("user"))
	if row.Flags |= flags; !some {
		row.Flags |= event.FlagEmpty
	}
	if e.b.KeepsText() {
		row.Text = text
	}
	e.append(row)
}

// summary appends the summary of a branch that was left. An empty one is sent
// to no model.
func (e *line) summary(text fields.Value) {
	flags := event.FlagFramework
	if len(text.Text()) == 0 {
		flags |= event.FlagHidden
	}
	e.say(text, flags)
}

// bash appends a command that the user ran, which a model is told of unless
// the user chose otherwise.
func (e *line) bash(m fields.Value) {
	row := e.row
	row.Kind, row.Role, row.Source = event.KindMessage, e.b.Name([]byte("user")), e.b.Name([]byte("user"))
	row.Type = e.b.Name([]byte("bashExecution"))
	if m.Get("excludeFromContext").Yes() {
		row.Flags |= event.FlagHidden
	}
	if e.b.KeepsText() {
		row.Text = m.Get("output").Text()
	}
	e.append(row)
}

// result appends the answer to a call.
func (e *line) result(m fields.Value) {
	row := e.row
	row.Kind, row.Role = event.KindResult, e.b.Name([]byte("tool"))
	row.CallID, row.Tool = e.b.ID(m.Word("toolCallId")), e.b.Name(m.Get("toolName").Text())
	text, _ := m.Get("content").Content()
	if m.Get("content").Len() > 1 && m.Get("content").Kind() == jsontape.Array {
		row.Flags |= event.FlagManyParts
	}
	if m.Get("isError").Yes() {
		row.Flags |= event.FlagFailed
		row.Synthetic = unrun(text, m.Get("toolName").Text())
	}
	if e.b.KeepsText() {
		row.Text = text
	}
	e.append(row)
}

// unrun tells, by the words of pi's loop, that no tool was run for a result.
// Source: badlogic/pi-mono at 83378aa, packages/agent/src/agent-loop.ts.
func unrun(text, tool []byte) event.Synthetic {
	switch string(text) {
	case "Tool " + string(tool) + " not found":
		return event.SyntheticRefused
	case "Skipped due to queued user message.":
		return event.SyntheticCancel
	}
	return event.NotSynthetic
}

// assistant appends what the model says and each call that it makes. A response
// that was broken off is sent to no model again, and its calls are never run.
func (e *line) assistant(m fields.Value) {
	row := &e.row
	row.Role, row.ResponseID = e.b.Name([]byte("assistant")), row.ID
	row.Value = e.model(m, "model")
	e.models.Add(m.Word("model"))
	e.usage(row, m.Get("usage"))
	stop := string(m.Get("stopReason").Text())
	broken := stop == "error" || stop == "aborted"
	if broken {
		row.Flags |= event.FlagHidden
		row.Label = e.b.Name([]byte(stop))
	}
	content, calls := m.Get("content"), 0
	var thinking, wrong event.Flag
	others, text := 0, []byte(nil)
	content.Each(func(_ int, p fields.Value) {
		switch string(p.Get("type").Text()) {
		case "toolCall":
			calls++
			return
		case "thinking":
			thinking, wrong = event.FlagThinking, wrong|damage(p)
		case "text":
			text = append(text, p.Get("text").Text()...)
		}
		others++
	})
	if content.Kind() == jsontape.String {
		others, text = 1, content.Text()
	}
	if others > 0 || calls == 0 {
		said := *row
		said.Kind, said.Flags = event.KindMessage, row.Flags|thinking|wrong
		if others == 0 {
			said.Flags |= event.FlagEmpty
		}
		if e.b.KeepsText() {
			said.Text = text
		}
		e.append(said)
	}
	content.Each(func(item int, p fields.Value) {
		if string(p.Get("type").Text()) == "toolCall" {
			e.call(p, item, broken)
		}
	})
}

// call appends one call, which is where its block stands.
func (e *line) call(p fields.Value, item int, broken bool) {
	row := e.row
	row.Pos = p.At(row.Pos, "/message/content", int32(item))
	row.Kind = event.KindAction
	if row.Flags |= event.FlagExecutable; broken {
		row.Flags ^= event.FlagExecutable | event.FlagNotExecutable
	}
	row.CallID, row.Tool = e.b.ID(p.Word("id")), e.b.Name(p.Get("name").Text())
	args, ok := p.Get("arguments").Arguments()
	if !ok {
		row.Flags |= event.FlagArgsMalformed
	}
	if e.b.KeepsText() {
		row.Args = args
	}
	e.append(row)
}

// usage is what the response took: the prompt with what of it was cached.
func (e *line) usage(row *event.Row, u fields.Value) {
	if !u.OK() {
		return
	}
	row.TokensIn = 0
	for _, key := range [...]string{"input", "cacheRead", "cacheWrite"} {
		n, _ := u.Get(key).Int()
		row.TokensIn += max(0, n)
	}
	if n, ok := u.Get("output").Int(); ok {
		row.TokensOut = max(0, n)
	}
	if f, ok := u.Path("cost", "total").Float(); ok {
		row.Cost = f
	}
}

// damage says what is wrong with a block of thinking that is nothing at all. An
// unsigned one is sent as it is or as text, as its provider wants it.
func damage(p fields.Value) event.Flag {
	if p.Word("thinking") == nil && p.Word("thinkingSignature") == nil {
		return event.FlagThinkingEmpty
	}
	return 0
}
