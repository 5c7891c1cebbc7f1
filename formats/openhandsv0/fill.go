package openhandsv0

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// known looks a type up and fills what follows from it.
func (d *Decoder) known(types map[string]shape, field string, name []byte) shape {
	d.row.Type = d.b.Name(name)
	s, ok := types[string(name)]
	switch {
	case !ok:
		s.kind = event.KindOther
		d.refuse(field, "unknown kind '"+string(name)+"'")
	case !s.old:
		d.require(s)
	}
	d.row.Kind = s.kind
	return s
}

func (d *Decoder) action(name []byte) {
	s := d.known(actions, "action", name)
	switch string(name) {
	case "message", "system", "summarize":
		d.row.Role = d.b.Name(d.role(string(name)))
		d.keepText(d.args, "content")
	case "null", "change_agent_state":
		d.row.Flags |= event.FlagHidden
		d.word("agent_state")
	case "condensation":
		d.condensation()
	case "finish", "reject":
		d.row.Flags |= event.FlagFinish
	}
	if s.kind != event.KindAction {
		return
	}
	d.row.Role = d.b.Name([]byte("assistant"))
	state, _ := d.r.text(d.args, "confirmation_state")
	if s.runs && !d.flat && d.row.Flags&event.FlagHidden == 0 && string(state) != awaiting {
		d.row.Flags |= event.FlagExecutable
	} else { // an end, a proposal, or one of which the log cannot say what became of it
		d.row.Flags |= event.FlagNotExecutable
	}
	if string(state) == awaiting || string(state) == "rejected" {
		d.row.Label = d.b.Name(state)
	}
	if i := d.r.get(d.args, "security_risk"); i >= 0 && d.r.t.Tokens[i].Kind == jsontape.Number {
		d.row.Value = d.b.Name(d.r.t.Raw(d.r.data, i))
	}
	d.call()
	d.usage()
}

// awaiting is the state of an action that is shown to the user; it is recorded
// again, under a new id, once the user has decided.
const awaiting = "awaiting_confirmation"

func (d *Decoder) role(action string) []byte {
	if action == "system" {
		return []byte("system")
	}
	if s, _ := d.r.text(0, "source"); string(s) == "user" {
		return []byte("user")
	}
	return []byte("assistant")
}

// call fills what the model response says of the action's call.
func (d *Decoder) call() {
	message := d.r.get(d.r.first(d.r.path(0, "tool_call_metadata", "model_response", "choices")), "message")
	if i := d.r.get(message, "reasoning_content"); i >= 0 {
		d.row.Flags |= event.FlagReasoning
	}
	function := d.callIn(message)
	if name, ok := d.r.text(function, "name"); ok {
		d.row.WireTool = d.b.Name(name)
	}
	arguments, ok := d.r.text(function, "arguments")
	if !ok {
		if d.b.KeepsText() && !d.flat {
			d.row.Args = d.r.t.AppendCanonical(nil, d.r.data, d.args)
		}
		return
	}
	var t jsontape.Tape
	end, err := t.Parse(arguments)
	if err != nil || t.Tokens[0].Kind != jsontape.Object || !blank(arguments[end:]) {
		d.row.Flags |= event.FlagArgsMalformed
		if d.b.KeepsText() {
			d.row.Args = arguments
		}
		return
	}
	if d.b.KeepsText() {
		d.row.Args = t.AppendCanonical(nil, arguments, 0)
	}
}

// callIn notes the calls in the message of the row's response, and returns the
// function of its own; -1 when it is not among them.
func (d *Decoder) callIn(message int) int {
	want, ok := d.r.text(d.r.get(0, "tool_call_metadata"), "tool_call_id")
	calls := d.r.get(message, "tool_calls")
	if !ok || calls < 0 || d.r.t.Tokens[calls].Kind != jsontape.Array {
		return -1
	}
	function := -1
	for i := calls + 1; i < int(d.r.t.Tokens[calls].Next); i = int(d.r.t.Tokens[i].Next) {
		id, ok := d.r.text(i, "id")
		if !ok {
			continue
		}
		d.row.Calls = append(d.row.Calls, d.b.ID(id))
		if string(id) == string(want) && function < 0 {
			d.row.WireCallID = d.row.CallID
			function = d.r.get(i, "function")
		}
	}
	return function
}

func blank(b []byte) bool {
	for _, c := range b {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return false
		}
	}
	return true
}

// usage tells the tokens of a model response once, on its first call.
func (d *Decoder) usage() {
	use := d.r.path(0, "tool_call_metadata", "model_response", "usage")
	if use < 0 || d.responses[d.row.ResponseID] {
		return
	}
	d.responses[d.row.ResponseID] = true
	if n, ok := d.r.integer(d.r.get(use, "prompt_tokens")); ok && n >= 0 {
		d.row.TokensIn = n
	}
	if n, ok := d.r.integer(d.r.get(use, "completion_tokens")); ok && n >= 0 {
		d.row.TokensOut = n
	}
}

// word fills the label with the name of a member and the value with its text.
func (d *Decoder) word(key string) {
	if s, ok := d.r.text(d.args, key); ok {
		d.row.Label, d.row.Value = d.b.Name([]byte(key)), d.b.Name(s)
	}
}

func (d *Decoder) keepText(obj int, key string) {
	if !d.b.KeepsText() {
		return
	}
	if s, ok := d.r.text(obj, key); ok {
		d.row.Text = append([]byte{}, s...)
	}
}

func (d *Decoder) observation(name []byte) {
	s := d.known(observations, "observation", name)
	if cause := d.r.identifier(d.r.get(0, "cause")); cause != nil && s.kind.AnswersCall() {
		d.row.ActionID = d.b.ID(cause)
	}
	if s.kind == event.KindMessage {
		d.row.Role = d.b.Name([]byte("user"))
	}
	if s.kind.AnswersCall() {
		d.row.Role = d.b.Name([]byte("tool"))
		d.keepText(0, "content")
	}
	switch string(name) {
	case "null":
		d.row.Flags |= event.FlagHidden
	case "agent_state_changed":
		d.row.Flags |= event.FlagHidden
		d.word("agent_state")
	case "error":
		d.failure()
	case "run":
		d.exit()
	case "delegate":
		d.delegated()
	case "success":
		if d.row.ActionID == 0 {
			d.row.Kind, d.row.Role = event.KindState, 0
		}
	}
}

// failure tells the errors that stand for an action which was not waited for.
func (d *Decoder) failure() {
	id, ok := d.r.text(d.args, "error_id")
	if !ok {
		return
	}
	if len(id) > 0 {
		d.row.Label = d.b.Name(id)
	}
	switch string(id) {
	case "AGENT_ERROR$ERROR_ACTION_NOT_EXECUTED_STOPPED", "AGENT_ERROR$ERROR_ACTION_NOT_EXECUTED_ERROR", "AGENT_ERROR$ERROR_ACTION_NOT_EXECUTED":
		d.row.Synthetic = event.SyntheticInterrupt
	}
}

// exit marks commands that failed. -1 says that the command still runs.
func (d *Decoder) exit() {
	code, ok := d.r.integer(d.r.path(d.args, "metadata", "exit_code"))
	if !ok {
		code, ok = d.r.integer(d.r.get(d.args, "exit_code"))
	}
	if ok && code != 0 && code != -1 {
		d.row.Flags |= event.FlagFailed
	}
}
