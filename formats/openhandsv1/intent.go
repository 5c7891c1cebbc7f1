package openhandsv1

import (
	"math/bits"

	"github.com/cespare/xxhash/v2"

	"github.com/traj-dev/traj/internal/jsontape"
	"github.com/traj-dev/traj/internal/schema"
)

// intent is a hash of the arguments in, on d.tape, as their tool is given them:
// of their members in any order, without those that the framework takes for
// itself, values as they are written. It is never 0.
func (d *Decoder) intent(in []byte) uint64 {
	sum := sumOf(nil)
	for n := int32(1); n < d.tape.Tokens[0].Next; n = d.tape.Tokens[n+1].Next {
		k, v := &d.tape.Tokens[n], &d.tape.Tokens[n+1]
		if !d.ofFramework(in[k.Start:k.End]) {
			sum += spread(sumOf(in[k.Start:k.End]) ^ bits.RotateLeft64(sumOf(in[v.Start:v.End]), 21))
		}
	}
	return max(sum, 1)
}

// ofFramework reports whether the framework keeps an argument for itself: the
// action at hand has none of that name, in quotes.
// Source: openhands-sdk agent/agent.py _get_action_event.
func (d *Decoder) ofFramework(name []byte) bool {
	if string(name) != `"summary"` && string(name) != `"security_risk"` {
		return false
	}
	c := &d.check
	run := c.Cols[schema.ColAction]
	if m := c.Action(); m != nil && m.Name == "MCPToolAction" {
		run = int32(c.Tape.Key(c.Data, int(run), "data"))
	}
	return run < 0 || c.KindOf(run) != jsontape.Object || c.Tape.Key(c.Data, int(run), string(name[1:len(name)-1])) < 0
}

// sumOf is a hash of bytes, never 0. It is a fast one: arguments may be long, and
// every action has some.
func sumOf(b []byte) uint64 { return max(xxhash.Sum64(b), 1) }

// spread has every bit bear on every other, as the end of MurmurHash3 does.
func spread(x uint64) uint64 {
	x = (x ^ x>>33) * 0xff51afd7ed558ccd
	x = (x ^ x>>33) * 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}
