package project

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/internal/jsontape"
)

// framework are the members of a call's arguments that the framework takes out
// before the tool sees them, unless the tool has such a parameter of its own.
// Source: OpenHands/software-agent-sdk v1.43.1, sdk/agent/agent.py.
var framework = []string{"security_risk", "summary"}

// Arguments are the arguments of a call as its tool is given them, in canonical
// form: compact JSON, members sorted by name, without those that the framework
// takes for itself. Arguments that are not one JSON object are returned as
// recorded, with false. The error says why the record could not be had.
func (r *Reading) Arguments(action int32) (string, bool, error) {
	if r.Log.Bodies == nil {
		return "", false, errors.New("arguments of " + strconv.Quote(r.EventID(action)) + ": the log has no records")
	}
	data, err := r.Log.Bodies.Body(int(action), nil)
	if err != nil {
		return "", false, err
	}
	var d document
	root, ok := d.load(data)
	if !ok {
		return "", false, nil
	}
	if !r.Profile.OpenHandsV1() {
		return r.Profile.rules.arguments(r, action, root)
	}
	run := root.get("action")
	if run.get("kind").text() == "MCPToolAction" {
		run = run.get("data")
	}
	drop := framework[:0:0]
	for _, name := range framework {
		if !run.get(name).ok() {
			drop = append(drop, name)
		}
	}
	call := root.get("tool_call")
	if !call.get("arguments").ok() {
		call = call.get("function") // the alphas kept the call as a provider gave it
	}
	text := call.get("arguments").text()
	if sorted, ok := toolArguments([]byte(text), drop); ok {
		return sorted, true, nil
	}
	return text, false, nil
}

// CanonicalArguments is the text of a call's arguments in the form in which
// Arguments gives them, and whether they are one JSON object.
func CanonicalArguments(text string) (string, bool) { return toolArguments([]byte(text), nil) }

// toolArguments is the canonical form of an arguments text without some of its
// members; false when it is not one JSON object.
func toolArguments(text []byte, drop []string) (string, bool) {
	var t jsontape.Tape
	end, err := t.Parse(text)
	if err != nil || t.Tokens[0].Kind != jsontape.Object || strings.TrimSpace(string(text[end:])) != "" {
		return "", false
	}
	return string(sorter{text, &t, drop}.value(nil, 0, 0)), true
}

// sortable bounds the depth to which members are sorted; deeper values are
// compact and in the order recorded.
const sortable = 200

type sorter struct {
	data []byte
	t    *jsontape.Tape
	drop []string // top members to leave out
}

func (s sorter) value(dst []byte, i, depth int) []byte {
	tok := &s.t.Tokens[i]
	if depth == sortable {
		return s.t.AppendCanonical(dst, s.data, i)
	}
	switch tok.Kind {
	case jsontape.Object:
		return s.object(dst, i, depth)
	case jsontape.Array:
		dst = append(dst, '[')
		for k := i + 1; k < int(tok.Next); k = int(s.t.Tokens[k].Next) {
			if k > i+1 {
				dst = append(dst, ',')
			}
			dst = s.value(dst, k, depth+1)
		}
		return append(dst, ']')
	}
	return s.t.AppendCanonical(dst, s.data, i)
}

// object writes the last of equal members, sorted by the bytes of their names.
func (s sorter) object(dst []byte, i, depth int) []byte {
	last := map[string]int{}
	var names []string
	for k := i + 1; k < int(s.t.Tokens[i].Next); k = int(s.t.Tokens[k+1].Next) {
		name := string(s.t.Bytes(s.data, k, nil))
		if depth == 0 && slices.Contains(s.drop, name) {
			continue
		}
		if _, ok := last[name]; !ok {
			names = append(names, name)
		}
		last[name] = k + 1
	}
	slices.Sort(names)
	dst = append(dst, '{')
	for k, name := range names {
		if k > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendJSONString(dst, name), ':')
		dst = s.value(dst, last[name], depth+1)
	}
	return append(dst, '}')
}
