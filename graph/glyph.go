package graph

import "github.com/traj-dev/traj/event"

// glyph is the sign of a node, by its kind.
type glyph uint8

const (
	glyphSystem glyph = iota
	glyphUser
	glyphMessage
	glyphAction
	glyphOrphan
	glyphResult
	glyphSynthetic
	glyphError
	glyphReject
	glyphCondensation
	glyphRequest
	glyphPause
	glyphOther
	glyphRun
	glyphCount
)

var glyphNames = [glyphCount]string{"system", "user message", "message", "action", "action with no known outcome", "result", "synthetic result", "error",
	"rejection", "condensation", "condensation request", "pause", "other event", "run of events"}

func (d *drawing) glyph(y int) glyph {
	n := &d.nodes[y]
	i := int(n.first())
	switch k := d.log.Kind(i); {
	case n.isRun():
		return glyphRun
	case d.has(n.first(), rowOrphan):
		return glyphOrphan
	case k.AnswersCall() && d.log.Synthetic(i) != event.NotSynthetic:
		return glyphSynthetic
	case k == event.KindMessage && d.log.NameString(d.log.Source(i)) == "user":
		return glyphUser
	default:
		return glyphOf(k)
	}
}

func glyphOf(k event.Kind) glyph {
	switch k {
	case event.KindSystem:
		return glyphSystem
	case event.KindMessage:
		return glyphMessage
	case event.KindAction:
		return glyphAction
	case event.KindResult:
		return glyphResult
	case event.KindError:
		return glyphError
	case event.KindReject:
		return glyphReject
	case event.KindCondensation:
		return glyphCondensation
	case event.KindCondensationRequest:
		return glyphRequest
	case event.KindPause:
		return glyphPause
	}
	return glyphOther
}
