package audit

import "github.com/traj-dev/traj/event"

// nameless adds calls whose tool's name is the empty text: every provider
// refuses a request with one of them. OpenHands has refusals of its own.
func (p *Pass) nameless(groups *groups) {
	if p.Whole.Profile.OpenHandsV1() || p.v0() {
		return
	}
	for i := range p.Log.Len() {
		if p.Log.Kind(i) == event.KindAction && p.Log.Tool(i) != 0 && p.word(p.Log.Tool(i)) == "" && p.original(i) {
			groups.add(int32(i), "tool", Error, "a call with an empty name, for which a provider refuses every request that it is part of")
		}
	}
}
