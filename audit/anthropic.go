package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

// textAfterCalls reports text and thinking behind a call within one message of
// Anthropic's: the results must follow the calls of a message at once, so that
// the provider refuses the history whatever comes then. Its own tools answer
// within the message.
func (p *Pass) textAfterCalls() {
	if p.Log.Format != "anthropic-messages" {
		return
	}
	told := map[event.ID]bool{}
	calls := map[event.ID]int32{} // by response: its newest call
	for i := range p.Log.Len() {
		row, response := int32(i), p.Log.ResponseID(i)
		switch p.Log.Kind(i) {
		case event.KindAction:
			calls[response] = row
		case event.KindMessage:
			call, ok := calls[response]
			if response == 0 || !ok || told[response] || p.answeredBefore(call, row) {
				continue
			}
			told[response] = true
			p.report(Finding{Row: row, Field: "content", Severity: Error, Related: p.places([]int32{call}, "the call"),
				Message: fmt.Sprintf("%s stands behind the call %q in one message: its result cannot follow it at once", p.name(row), p.id(call))})
		}
	}
}

// answeredBefore reports whether a result of an action stands before a row.
func (p *Pass) answeredBefore(action, row int32) bool {
	for _, r := range p.resultsOf(action) {
		if r < row {
			return true
		}
	}
	return false
}

// ownText reports whether a row is text or thinking of the response that a call
// is of, where such blocks have rows of their own.
func (p *Pass) ownText(row, call int32) bool {
	response := p.Log.ResponseID(int(row))
	return !p.Whole.Profile.OpenHandsV1() && response != 0 && response == p.Log.ResponseID(int(call)) && p.Log.Kind(int(row)) == event.KindMessage
}
