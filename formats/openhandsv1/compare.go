package openhandsv1

import (
	"github.com/traj-dev/traj/internal/jsontape"
	"github.com/traj-dev/traj/internal/schema"
)

// comparison holds what an action runs against what its call asks for.
type comparison struct {
	asked, run value
	model      *schema.Model
	mcp        bool // run is the free-form data of a tool of another server
}

// maxPairs bounds the work of finding the members of one object in another;
// beyond it nothing is judged.
const maxPairs = 1 << 16

// argsDiffer reports whether the action at hand is not what its call asks for:
// in, on d.tape, are the call's arguments. Only actions whose class is in the
// catalogue are judged; values may differ as upstream's coercion, its defaults
// and its repair of arguments make them differ. What the framework asks for
// beside the tool's own arguments is left out.
// Source: openhands-sdk agent/agent.py _get_action_event, agent/utils.py.
func (d *Decoder) argsDiffer(in []byte) bool {
	c := &d.check
	m := c.Action()
	if m == nil {
		return false
	}
	obj := c.Cols[schema.ColAction]
	x := comparison{asked: value{in, &d.tape, 0}, model: m, mcp: m.Name == "MCPToolAction"}
	if x.mcp {
		if obj = int32(c.Tape.Key(c.Data, int(obj), "data")); obj < 0 || c.KindOf(obj) != jsontape.Object {
			return false
		}
	}
	x.run = value{c.Data, c.Tape, obj}
	if int64(x.asked.token().Len)*int64(x.run.token().Len) > maxPairs {
		return false
	}
	return x.missing() || x.added()
}

// missing reports whether an argument is not in what runs.
func (x *comparison) missing() bool {
	a := x.asked
	for n := int32(1); n < a.token().Next; n = a.tape.Tokens[n+1].Next {
		arg := a.at(n + 1)
		if arg.token().Kind == jsontape.Null || a.tape.Equal(a.data, int(n), "security_risk") {
			continue
		}
		name := a.name(n)
		switch at := x.run.find(name); {
		case at >= 0 && arg.means(x.run.at(at), 0):
			continue
		case at < 0 && (string(name) == "summary" || !x.mcp && !x.knows(name)):
			continue
		}
		if a.find(name) == n+1 { // of two arguments with one name the last counts
			return true
		}
	}
	return false
}

// added reports whether something runs that is neither argument nor default.
func (x *comparison) added() bool {
	r := x.run
	for n := r.i + 1; n < r.token().Next; n = r.tape.Tokens[n+1].Next {
		v := r.at(n + 1)
		switch {
		case v.token().Kind == jsontape.Null, !x.mcp && (v.saysNothing() || r.tape.Equal(r.data, int(n), "kind")):
		case x.asked.find(r.name(n)) >= 0:
		default:
			normal, ok := x.model.Field(r.name(n))
			if x.mcp || !ok || normal != string(v.raw()) {
				return true
			}
		}
	}
	return false
}

// knows reports whether the action has a field of that name.
func (x *comparison) knows(name []byte) bool {
	_, ok := x.model.Field(name)
	return ok
}

// value is a value on a tape.
type value struct {
	data []byte
	tape *jsontape.Tape
	i    int32
}

func (v value) token() *jsontape.Token { return &v.tape.Tokens[v.i] }

func (v value) at(i int32) value { return value{v.data, v.tape, i} }

func (v value) raw() []byte { return v.tape.Raw(v.data, int(v.i)) }

func (v value) name(i int32) []byte { return v.tape.Bytes(v.data, int(i), nil) }

// find is the token of the value of the member called name, -1 when there is
// none; of several the last one.
func (v value) find(name []byte) int32 {
	found := int32(-1)
	for n := v.i + 1; n < v.token().Next; n = v.tape.Tokens[n+1].Next {
		if k := &v.tape.Tokens[n]; k.Flags&(jsontape.Escaped|jsontape.BadUTF8) == 0 {
			if string(v.data[k.Start+1:k.End-1]) == string(name) {
				found = n + 1
			}
		} else if v.tape.Equal(v.data, int(n), string(name)) {
			found = n + 1
		}
	}
	return found
}

// saysNothing reports whether v is what a field has that was not given.
func (v value) saysNothing() bool {
	switch k := v.token(); k.Kind {
	case jsontape.Null, jsontape.False:
		return true
	case jsontape.Object, jsontape.Array:
		return k.Len == 0
	case jsontape.String:
		return k.End-k.Start == 2
	case jsontape.Number:
		raw := v.raw()
		return (k.Flags&jsontape.Float != 0 || raw[0] < '1') && parseFloat(string(raw)) == 0
	}
	return false
}
