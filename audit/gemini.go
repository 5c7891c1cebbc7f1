package audit

import (
	"fmt"
	"slices"
	"sort"

	"github.com/traj-dev/traj/event"
)

// geminiContents reports whether the log is contents as the Gemini API takes
// them; what clients keep is put in order before it is sent.
func (p *Pass) geminiContents() bool { return p.Log.Format == "gemini" }

// rewrites reports whether the log is a recording of Gemini CLI, which writes
// messages again where a history takes the place of the one before.
func (p *Pass) rewrites() bool { return p.Log.Format == "gemini-cli" }

// shownAgain reports whether a row brings back, under its id, an event that a
// condensation before it took out of sight: no copy that counts twice. What no
// prompt has is in no condensation's list, and gone with the history around it.
func (p *Pass) shownAgain(row int32) bool {
	if !p.rewrites() && !p.langGraph() {
		return false
	}
	first := p.copyOf[row]
	if first < 0 {
		return false
	}
	if kind := p.Log.Kind(int(first)); p.rewrites() && (kind == event.KindLog || p.Log.Has(int(first), event.FlagHidden)) {
		k := sort.Search(len(p.condensations), func(k int) bool { return p.condensations[k].row > first }) // ascending
		return k < len(p.condensations) && p.condensations[k].row < row
	}
	places := p.forgotten.Rows(p.Log.Table.ID(int(row))) // ascending, as are the condensations
	k := sort.Search(len(places), func(k int) bool { return p.forgetting[places[k]] > first })
	return k < len(places) && p.forgetting[places[k]] < row
}

// geminiSplit reports responses whose results are spread over several contents:
// the API counts the responses of the one content that follows the calls.
func (p *Pass) geminiSplit() {
	if !p.geminiContents() {
		return
	}
	for i := range p.Log.Len() {
		batch := p.batchAt(i)
		var first, apart []int32
		for _, a := range batch {
			for _, r := range p.resultsOf(a) {
				if len(first) == 0 || p.sameContent(first[0], r) {
					first = append(first, r)
				} else {
					apart = append(apart, r)
				}
			}
		}
		if len(apart) == 0 {
			continue
		}
		p.report(Finding{Row: first[0], Field: "parts", Related: p.places(apart, "in a content of its own"),
			Message: fmt.Sprintf("%s answers one of %s of one response, and the content has %s: the API wants all of them in it", p.name(first[0]), count(len(batch), "call"), count(len(first), "response"))})
	}
}

// sameContent reports whether two parts are of one content.
func (p *Pass) sameContent(a, b int32) bool {
	x, y := p.Log.Pos(int(a)), p.Log.Pos(int(b))
	return x.File == y.File && x.Line == y.Line && x.Pointer == y.Pointer
}

// geminiRoles reports calls that follow another content of the model.
func (p *Pass) geminiRoles() {
	if !p.geminiContents() {
		return
	}
	before := int32(-1)
	for _, row := range p.path {
		i := int(row)
		if !p.shows(row) {
			continue
		}
		own := p.Log.ResponseID(i)
		if p.Log.Kind(i) == event.KindAction && before >= 0 && p.word(p.Log.Role(int(before))) == "assistant" && p.Log.ResponseID(int(before)) != own {
			p.report(Finding{Row: row, Field: "role", Severity: Error, Related: p.places([]int32{before}, "the content before"),
				Message: fmt.Sprintf("%s is a call in a content that follows another of the model: the API wants calls right after a content of the user or of responses", p.name(row))})
		}
		before = row
	}
}

var needRecording = &Need{"Gemini CLI", "the rule is about recordings of Gemini CLI", func(p *Pass) bool { return p.rewrites() }}

var rewindTargetMissing = &Rule{
	ID: "PJ051", Name: "rewind-target-missing", Severity: Error, Needs: []*Need{needRecording},
	Doc: Doc{
		Summary: "a rewind to a message that is not there",
		Why:     "whoever opens the recording drops every message that stands before the rewind",
		Fix:     "take the rewind out, or name a message of the recording",
		Source:  "google-gemini/gemini-cli packages/core/src/services/chatRecordingService.ts loadConversationRecord",
		Bad: []string{`
conv format=gemini-cli
log - type=session
msg m1
bot b1 resp=b1
cond k1 type="$rewindTo" action=gone forgets=m1,b1  // want rewind-target-missing:error
msg m2
bot b2 resp=b2
`},
		Good: []string{`
conv format=gemini-cli
log - type=session
msg m1
bot b1 resp=b1
cond k1 type="$rewindTo" action=m1 forgets=m1,b1
msg m2
bot b2 resp=b2
`},
	},
	Run: func(p *Pass) {
		for _, k := range p.condensations {
			id := p.Log.Table.ActionID(int(k.row))
			if p.word(p.Log.Type(int(k.row))) != "$rewindTo" || p.rewoundTo(k.row, id) {
				continue
			}
			p.report(Finding{Row: k.row, Field: "action_id",
				Message: fmt.Sprintf("%s goes back to %q, which is not in sight there: %s before it are dropped", p.name(k.row), p.Log.IDString(id), count(len(k.drops), "event"))})
		}
	},
}

// rewoundTo reports whether a rewind takes back the message that it names.
func (p *Pass) rewoundTo(row int32, id event.ID) bool {
	return id != 0 && slices.Contains(p.Log.Forgets(int(row)), id)
}
