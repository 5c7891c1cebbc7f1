package openhandsv1

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
	"github.com/traj-dev/traj/internal/schema"
)

// DecodeState reads base_state.json, which is file number file of the log. It
// always returns a state: one that cannot be read has its Problem set.
func DecodeState(raw []byte, file int32) *event.State {
	s := &event.State{File: file, Raw: raw}
	var t jsontape.Tape
	if s.Problem = stateProblem(raw, &t); s.Problem != event.DamageNone {
		s.Refused = []event.Refusal{{Path: "<root>", Reason: stateWords(s.Problem)}}
		return s
	}
	var c schema.Checker
	c.State(raw, &t, schema.Today())
	s.Refused = slices.Clone(c.Refused())
	r := stateReader{raw, &t}
	s.ID, s.Status, s.Head = r.text("id"), r.text("execution_status"), r.text("leaf_event_id")
	if s.Status == nil {
		s.Status = r.text("agent_status") // before 1.0.0
	}
	s.HeadEmpty = r.boolean(&c, "head_is_empty")
	s.Dir, s.LastUser = r.text("persistence_dir"), r.text("last_user_message_id")
	r.facts(s)
	s.BlockedActions, s.BlockedMessage = r.keys(t.Key(raw, 0, "blocked_actions")), r.keys(t.Key(raw, 0, "blocked_messages"))
	s.Keys = r.keys(0)
	return s
}

// stateProblem parses raw; upstream reads it as UTF-8 and then as JSON.
func stateProblem(raw []byte, t *jsontape.Tape) event.DamageReason {
	if len(raw) == 0 {
		return event.DamageEmpty
	}
	if bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")) {
		return event.DamageBOM
	}
	end, err := t.Parse(raw)
	switch {
	case err != nil && err.Reason == jsontape.Truncated:
		return event.DamageTorn
	case err != nil && err.Reason == jsontape.TooDeep:
		return event.DamageDepth
	case err != nil && err.Reason == jsontape.TooLarge:
		return event.DamageTooLarge
	case !utf8.Valid(raw):
		return event.DamageUTF8
	case err != nil:
		return event.DamageJSON
	case !blank(raw[end:]):
		return event.DamageGlued
	case hasLongInteger(raw, t):
		return event.DamageTooLarge
	case t.Tokens[0].Kind != jsontape.Object:
		return event.DamageNotObject
	}
	return event.DamageNone
}

// mostDigits is how many digits of an integer Python converts.
const mostDigits = 4300

func hasLongInteger(raw []byte, t *jsontape.Tape) bool {
	if len(raw) <= mostDigits {
		return false
	}
	return slices.ContainsFunc(t.Tokens, func(k jsontape.Token) bool {
		return k.Kind == jsontape.Number && k.Flags&jsontape.Float == 0 && len(bytes.TrimPrefix(raw[k.Start:k.End], []byte{'-'})) > mostDigits
	})
}

// stateWords is what upstream raises for a problem.
func stateWords(p event.DamageReason) string {
	switch p {
	case event.DamageEmpty:
		return "ValueError: agent is required when initializing a new ConversationState"
	case event.DamageUTF8:
		return "UnicodeDecodeError: not UTF-8"
	case event.DamageTooLarge:
		return "ValueError: Exceeds the limit (4300 digits) for integer string conversion"
	case event.DamageNotObject:
		return "[model_type] Input should be a valid dictionary or instance of ConversationState"
	}
	return "JSONDecodeError: " + p.String()
}

type stateReader struct {
	raw  []byte
	tape *jsontape.Tape
}

func (r stateReader) text(key string) *string { return r.textAt(r.tape.Key(r.raw, 0, key)) }

func (r stateReader) textAt(i int) *string {
	if i < 0 || r.tape.Tokens[i].Kind != jsontape.String {
		return nil
	}
	s := string(r.tape.Bytes(r.raw, i, nil))
	return &s
}

func (r stateReader) boolean(c *schema.Checker, key string) *bool {
	i := r.tape.Key(r.raw, 0, key)
	if i < 0 {
		return nil
	}
	v, ok := c.Boolean(int32(i))
	if !ok {
		return nil
	}
	return &v
}

// keys are the names of object i, sorted, each once.
func (r stateReader) keys(i int) []string {
	if i < 0 || r.tape.Tokens[i].Kind != jsontape.Object {
		return nil
	}
	var out []string
	for n := i + 1; n < int(r.tape.Tokens[i].Next); n = int(r.tape.Tokens[n+1].Next) {
		out = append(out, string(r.tape.Bytes(r.raw, n, nil)))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// StateHints tells what in a snapshot dates its writer.
func StateHints(s *event.State) []event.Hint {
	var t jsontape.Tape
	if stateProblem(s.Raw, &t) != event.DamageNone {
		return nil
	}
	var out []event.Hint
	var c schema.Checker
	c.Watch(func(d *schema.Dating) { out = append(out, hint(d, -1)) })
	c.State(s.Raw, &t, schema.Today())
	return out
}
