package project

// Profile is the frozen set of rules of one upstream release. It stands for the
// releases up to the next profile as well, and accepts the events they write.
type Profile struct {
	Name    string // what users say: openhands-v1.43
	Version string // the release whose rules these are
	Doc     string // what sets it apart from the profile before

	view        viewDialect
	messages    messageDialect
	tree        bool // events form a tree and a head is kept; before, the log is one line
	skipsTail   bool // state updates and run errors at the end are not taken for the head of a legacy log
	errorsCount bool // an error event answers the action with its call id
	incremental bool // a running agent folds new events into its view; before, it rebuilt the view at each step
	wideIndex   bool // event files may have an index of more than five digits
	newest      bool // the schema is the one the readers' refusals speak of
}

// viewDialect is how a version makes a view from the events of a path.
type viewDialect uint8

const (
	viewForgottenSet viewDialect = iota // all condensations at once, one summary, calls matched once
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

// profiles is the catalogue, oldest first.
var profiles = [...]Profile{
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
		skipsTail: true, wideIndex: true, newest: true,
		Doc: "a batch keeps its reasoning item; state updates at the end of a legacy log are not its head"},
}

// Profiles returns the catalogue, oldest first.
func Profiles() []*Profile {
	out := make([]*Profile, len(profiles))
	for i := range profiles {
		out[i] = &profiles[i]
	}
	return out
}

// ByName returns the profile with that name, false when there is none.
func ByName(name string) (*Profile, bool) {
	for i := range profiles {
		if profiles[i].Name == name {
			return &profiles[i], true
		}
	}
	return nil, false
}

// Newest is the profile of the newest version known.
func Newest() *Profile { return &profiles[len(profiles)-1] }

// HasTree reports whether the version keeps events in a tree with a head.
func (p *Profile) HasTree() bool { return p.tree }

// Incremental reports whether a running agent of the version folds new events
// into its view, so that what it sees can differ from what a resumed one sees.
func (p *Profile) Incremental() bool { return p.incremental }

// MergesUsers reports whether adjacent messages of the user become one.
func (p *Profile) MergesUsers() bool { return p.messages >= messagesMerged }

func (p *Profile) version() version { return parseVersion(p.Version) }

// until is the release of the next profile, false when p is the newest.
func (p *Profile) until() (version, bool) {
	for i := range profiles[:len(profiles)-1] {
		if &profiles[i] == p {
			return profiles[i+1].version(), true
		}
	}
	return version{}, false
}
