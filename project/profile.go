package project

import (
	"slices"

	"github.com/traj-dev/traj/internal/schema"
)

// Profile is the frozen set of rules of one upstream release. It stands for the
// releases up to the next profile of its family as well, and accepts the events
// they write.
type Profile struct {
	Name    string // what users say: openhands-v1.43
	Family  string // what the profiles of one upstream share
	Version string // the release whose rules these are; "" where a family has one profile for all
	Doc     string // what sets it apart from the profile before

	formats []string // the formats whose logs it reads
	form    Form     // the provider's form that the logs themselves are of, Neutral for none
	rules   rules

	view        viewDialect
	messages    messageDialect
	lastWins    bool // of several events with one id the last is the one that others name
	tree        bool // events form a tree and a head is kept; before, the log is one line
	endsAtGap   bool // the way to the root ends at a parent that is not there; elsewhere that is an error
	skipsTail   bool // state updates and run errors at the end are not taken for the head of a legacy log
	errorsCount bool // an error event answers the action with its call id
	incremental bool // a running agent folds new events into its view; before, it rebuilt the view at each step
	wideIndex   bool // event files may have an index of more than five digits
	newest      bool // the schema is the one the readers' refusals speak of
	alpha       bool // results have no common fields: each tool tells its own
}

// viewDialect is how a version makes a view from the events of a path.
type viewDialect uint8

const (
	viewPlain        viewDialect = iota // condensations in order, nothing enforced
	viewForgottenIDs                    // all condensations at once, one summary, nothing enforced
	viewForgottenSet                    // the same, whole batches, and calls matched once
	viewSequential                      // condensations in order, batches and calls matched once
	viewProperties                      // batches, calls and loops enforced until nothing changes
	viewUniqueness                      // the same, and before them one result per call
)

// messageDialect is how a version makes messages from a view.
type messageDialect uint8

const (
	messagesPlain     messageDialect = iota // a batch loses its reasoning item
	messagesMerged                          // and adjacent messages of the user become one
	messagesReasoning                       // a batch keeps its reasoning item
)

// openHandsV1 is the family of OpenHands V1, oldest first.
var openHandsV1 = family("openhands-v1", v1Rules{}, []Profile{
	{Name: "openhands-v1.0a", Version: "1.0.0a5", view: viewForgottenSet, alpha: true,
		Doc: "the alphas 1.0.0a1 to 1.0.0a6: as the first release, and each tool puts its result in words of its own"},
	{Name: "openhands-v1.0", Version: "1.0.0", view: viewForgottenSet,
		Doc: "the first release: every condensation counts at once, only the last summary is shown"},
	{Name: "openhands-v1.10", Version: "1.10.0", view: viewSequential,
		Doc: "condensations are applied in order and may leave several summaries"},
	{Name: "openhands-v1.11.5", Version: "1.11.5", view: viewProperties,
		Doc: "batches, calls and tool loops are enforced until the view is stable"},
	{Name: "openhands-v1.20.1", Version: "1.20.1", view: viewUniqueness, errorsCount: true,
		Doc: "a call keeps its first result only; an error event answers its call"},
	{Name: "openhands-v1.26", Version: "1.26.0", view: viewUniqueness, messages: messagesMerged, errorsCount: true, incremental: true,
		Doc: "adjacent messages of the user become one; the view grows with the log and is rebuilt only on resume"},
	{Name: "openhands-v1.31", Version: "1.31.0", view: viewUniqueness, messages: messagesMerged, errorsCount: true, incremental: true, tree: true, wideIndex: true,
		Doc: "events form a tree with a head; only the active branch is projected"},
	{Name: "openhands-v1.43", Version: "1.43.1", view: viewUniqueness, messages: messagesReasoning, errorsCount: true, incremental: true, tree: true,
		skipsTail: true, wideIndex: true,
		Doc: "a batch keeps its reasoning item; state updates at the end of a legacy log are not its head"},
})

// Newest is the profile of the newest version of OpenHands V1.
func Newest() *Profile { return openHandsV1[len(openHandsV1)-1] }

// HasTree reports whether the version keeps events in a tree with a head.
func (p *Profile) HasTree() bool { return p.tree }

// ClaudeCode reports whether p is the profile of Claude Code's sessions.
func (p *Profile) ClaudeCode() bool { _, ok := p.rules.(claudeRules); return ok }

// Incremental reports whether a running agent of the version folds new events
// into its view, so that what it sees can differ from what a resumed one sees.
func (p *Profile) Incremental() bool { return p.incremental }

// MergesUsers reports whether adjacent messages of the user become one.
func (p *Profile) MergesUsers() bool { return p.messages >= messagesMerged }

// window is the releases that p stands for: up to the next profile of its
// family, and for the oldest also what came before.
func (p *Profile) window() schema.Window {
	same := p.siblings()
	i := slices.Index(same, p)
	w := schema.Window{From: schema.Oldest}
	if i > 0 {
		w.From = schema.ParseRelease(p.Version)
	}
	if i+1 < len(same) {
		w.Until = schema.ParseRelease(same[i+1].Version)
	}
	return w
}

// atOnce reports whether all condensations of a path count at once.
func (v viewDialect) atOnce() bool { return v == viewForgottenIDs || v == viewForgottenSet }
