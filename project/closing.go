package project

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Closing is what is to be written down in place of a result that was lost.
type Closing struct {
	ID     string // of the new event
	Parent string // "" for none
	Time   string
	Text   string // what the model will read: it says itself that no tool wrote it
}

// Closing is the record of an event that answers an action: an observation of
// the kind that its tool returns where that kind needs nothing the call does
// not have, else an error event, where the version takes one for an answer.
func (r *Reading) Closing(action int32, c Closing) ([]byte, error) {
	if !r.Profile.OpenHandsV1() {
		return nil, errors.New("no event is known that closes an action of " + r.Profile.Family)
	}
	if r.Log.Bodies == nil {
		return nil, errors.New("close " + strconv.Quote(r.EventID(action)) + ": the log has no records")
	}
	data, err := r.Log.Bodies.Body(int(action), nil)
	if err != nil {
		return nil, fmt.Errorf("close %q: %w", r.EventID(action), err)
	}
	var d document
	root, ok := d.load(data)
	if !ok {
		return nil, fmt.Errorf("close %q: its record is not one JSON object", r.EventID(action))
	}
	kind, extra := observationFor(root)
	if kind == "" && !r.Profile.errorsCount {
		return nil, fmt.Errorf("close %q: %s knows no result that fits the call", r.EventID(action), r.Profile.Name)
	}
	var w jsonWriter
	w.open('{')
	w.member("id", c.ID)
	w.member("timestamp", c.Time)
	if kind == "" {
		w.closingError(root, c)
	} else {
		w.closingObservation(root, c, r.EventID(action), kind, extra)
	}
	w.close('}')
	return w.buf, nil
}

// observations are the kinds of observation that can be written for a kind of
// action, with the members that they need beside their content and where in
// the call those are.
// Source: OpenHands/software-agent-sdk v1.43.1, the observation classes.
var observations = []struct {
	action, observation string
	members             []string // of the action
}{
	{"TerminalAction", "TerminalObservation", []string{"command"}},
	{"ExecuteBashAction", "ExecuteBashObservation", []string{"command"}},
	{"FileEditorAction", "FileEditorObservation", []string{"command", "path"}},
	{"PlanningFileEditorAction", "PlanningFileEditorObservation", []string{"command", "path"}},
	{"TaskTrackerAction", "TaskTrackerObservation", []string{"command"}},
	{"EditAction", "EditObservation", []string{"file_path"}},
	{"WriteFileAction", "WriteFileObservation", []string{"file_path"}},
	{"ApplyPatchAction", "ApplyPatchObservation", nil},
	{"FinishAction", "FinishObservation", nil},
	{"ThinkAction", "ThinkObservation", nil},
}

// observationFor is the kind of observation for a call and its members, "" for
// none.
func observationFor(root node) (kind string, extra [][2]string) {
	run := root.get("action")
	name := run.get("kind").text()
	if name == "MCPToolAction" {
		return "MCPToolObservation", [][2]string{{"tool_name", root.get("tool_name").text()}}
	}
	if strings.HasPrefix(name, "Browser") && strings.HasSuffix(name, "Action") {
		return "BrowserObservation", nil
	}
	for _, o := range observations {
		if o.action != name {
			continue
		}
		for _, m := range o.members {
			v := run.get(m)
			if v.kind() != stringKind {
				return "", nil
			}
			extra = append(extra, [2]string{m, v.text()})
		}
		return o.observation, extra
	}
	return "", nil
}

func (w *jsonWriter) closingObservation(root node, c Closing, action, kind string, extra [][2]string) {
	w.member("source", "environment")
	w.parent(c.Parent)
	w.member("tool_name", root.get("tool_name").text())
	w.member("tool_call_id", root.get("tool_call_id").text())
	w.key("observation")
	w.open('{')
	w.list("content", 1, func(int) {
		w.key("cache_prompt")
		w.bool(false)
		w.member("type", "text")
		w.member("text", c.Text)
	})
	w.key("is_error")
	w.bool(false)
	for _, m := range extra {
		w.member(m[0], m[1])
	}
	w.member("kind", kind)
	w.close('}')
	w.member("action_id", action)
	w.member("kind", "ObservationEvent")
}

func (w *jsonWriter) closingError(root node, c Closing) {
	w.member("source", "agent")
	w.parent(c.Parent)
	w.member("tool_name", root.get("tool_name").text())
	w.member("tool_call_id", root.get("tool_call_id").text())
	w.member("error", c.Text)
	w.member("kind", "AgentErrorEvent")
}

func (w *jsonWriter) parent(id string) {
	if id != "" {
		w.member("parent_id", id)
	}
}
