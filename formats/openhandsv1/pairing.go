package openhandsv1

import (
	"math/bits"

	"github.com/traj-dev/traj/internal/jsontape"
	"github.com/traj-dev/traj/internal/schema"
)

// pairing is which values of a call's arguments and of its action are held
// against each other. It holds for all records of one shape whose arguments have
// one shape and whose actions are of one class.
type pairing struct {
	outer   *jsontape.Shape
	model   *schema.Model
	given   []given
	pairs   [][2]int32 // an argument, and what runs under its name
	added   []added
	differs bool // whatever the values are
}

// given is an argument that its tool is given.
type given struct {
	name  uint64 // a hash
	value int32
}

// added is a value that runs without an argument of its name.
type added struct {
	value  int32
	normal string // the field's default, as JSON
	field  bool   // the action has such a field
}

// maxPairs bounds the work of finding the members of one object in another;
// beyond it nothing is judged.
const maxPairs = 1 << 16

// mostPairings bounds those kept for arguments of one shape.
const mostPairings = 8

// pair finds the pairing of the record at hand with its call's arguments in, on
// d.tape.
func (d *Decoder) pair(in []byte) *pairing {
	outer, inner, model := d.check.Tape.Shape, d.tape.Shape, d.check.Action()
	if outer == nil || inner == nil {
		d.own = pairing{given: d.own.given[:0], pairs: d.own.pairs[:0], added: d.own.added[:0], model: model}
		d.own.make(d, in)
		return &d.own
	}
	known, _ := inner.Notes[jsontape.NotePairs].([]*pairing)
	for _, p := range known {
		if p.outer == outer && p.model == model {
			return p
		}
	}
	p := &pairing{outer: outer, model: model}
	p.make(d, in)
	if len(known) >= mostPairings {
		known = known[:0]
	}
	inner.Notes[jsontape.NotePairs] = append(known, p)
	return p
}

// make pairs the arguments in, on d.tape, with the action at hand. What the
// framework asks for beside the tool's own arguments is left out. Only actions
// whose class is in the catalogue are judged.
// Source: openhands-sdk agent/agent.py _get_action_event, agent/utils.py.
func (p *pairing) make(d *Decoder, in []byte) {
	c := &d.check
	asked, obj := value{in, &d.tape, 0}, c.Cols[schema.ColAction]
	mcp := p.model != nil && p.model.Name == "MCPToolAction"
	if mcp {
		obj = int32(c.Tape.Key(c.Data, int(obj), "data"))
	}
	run := value{c.Data, c.Tape, obj}
	if obj >= 0 && c.KindOf(obj) != jsontape.Object {
		obj = -1
	}
	for n := int32(1); n < asked.token().Next; n = asked.tape.Tokens[n+1].Next {
		k := &d.tape.Tokens[n]
		if name := in[k.Start:k.End]; !ofFramework(name) || obj >= 0 && run.find(name[1:len(name)-1]) >= 0 {
			p.given = append(p.given, given{sumOf(name), n + 1})
		}
	}
	if p.model != nil && obj >= 0 && int64(asked.token().Len)*int64(run.token().Len) <= maxPairs {
		p.missing(asked, run, mcp)
		p.extra(asked, run, mcp)
	}
}

// ofFramework reports whether the framework keeps an argument, in quotes, for
// itself, if the action has none of that name.
// Source: openhands-sdk agent/agent.py _get_action_event.
func ofFramework(name []byte) bool {
	return string(name) == `"summary"` || string(name) == `"security_risk"`
}

// missing pairs arguments with what runs. Of two with one name the last counts.
func (p *pairing) missing(asked, run value, mcp bool) {
	for n := int32(1); n < asked.token().Next; n = asked.tape.Tokens[n+1].Next {
		name := asked.name(n)
		if asked.at(n+1).token().Kind == jsontape.Null || string(name) == "security_risk" || asked.find(name) != n+1 {
			continue
		}
		if at := run.find(name); at >= 0 {
			p.pairs = append(p.pairs, [2]int32{n + 1, at})
		} else if string(name) != "summary" && (mcp || p.knows(name)) {
			p.differs = true
		}
	}
}

// extra lists what runs and is no argument.
func (p *pairing) extra(asked, run value, mcp bool) {
	for n := run.i + 1; n < run.token().Next; n = run.tape.Tokens[n+1].Next {
		name := run.name(n)
		if run.at(n+1).token().Kind == jsontape.Null || !mcp && string(name) == "kind" || asked.find(name) >= 0 {
			continue
		}
		normal, ok := p.model.Field(name)
		p.added = append(p.added, added{n + 1, normal, ok})
		p.differs = p.differs || mcp
	}
}

// knows reports whether the action has a field of that name.
func (p *pairing) knows(name []byte) bool {
	_, ok := p.model.Field(name)
	return ok
}

// argsDiffer reports whether the action at hand is not what its call asks for;
// values may differ as upstream's coercion, its defaults and its repair of
// arguments make them differ.
func (p *pairing) argsDiffer(asked, run value) bool {
	if p.differs {
		return true
	}
	for _, x := range p.pairs {
		if !asked.at(x[0]).means(run.at(x[1]), 0) {
			return true
		}
	}
	for _, x := range p.added {
		if v := run.at(x.value); !v.saysNothing() && (!x.field || x.normal != string(v.raw())) {
			return true
		}
	}
	return false
}

// intent is a hash of the arguments as their tool is given them: of their members
// in any order, without those that the framework takes for itself, values as
// they are written. It is never 0.
func (p *pairing) intent(asked value) uint64 {
	sum := sumOf(nil)
	for _, g := range p.given {
		sum += spread(g.name ^ bits.RotateLeft64(sumOf(asked.at(g.value).raw()), 21))
	}
	return max(sum, 1)
}
