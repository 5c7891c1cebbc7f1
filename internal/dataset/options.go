package dataset

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/project"
)

// Options say what a dataset is made of, and how. What it holds depends on
// Inputs, Load.From, Settings, Tool and the shard alone.
type Options struct {
	Inputs   []string // paths and patterns; not stdin
	Out      string   // a directory: none yet, empty, or a dataset
	Load     formats.Options
	Tool     Tool
	Settings Settings
	Shard    Shard // zero: all of it
	Parallel int   // parts that are written at a time; at least 1

	// Read is a log as the profile sees it that Settings name.
	Read func(*event.Log) (*project.Reading, project.Choice)
	// Unread tells which files of a log could not be read; nil asks nobody.
	Unread func(*event.Log) []string
	// Done is called after each part, one at a time; nil is nobody.
	Done func(p *Part, reused bool)

	small bool // in tests: parts of a few kilobytes
	// step, in tests, is called before each change on disk and may end the run
	// there, as a crash would.
	step func(what string) error
}

// Tool is the program that made a dataset. Another version may find other
// things in the same logs, and takes nothing over.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Settings are what the tables depend on beside the inputs.
type Settings struct {
	Profile string `json:"profile"`
	From    string `json:"from"` // a format, "" when told by the bytes
	Bodies  bool   `json:"bodies"`
}

// Shard is one of Of runs that together make a dataset. The zero value is the
// only one.
type Shard struct {
	Index int `json:"index"` // from 1
	Of    int `json:"of"`
}

// Result is what a run came to.
type Result struct {
	Manifest  *Manifest
	Unchanged bool // the dataset was as it should be before
	Reused    int  // parts that were there already
	Problems  []string
	Passed    int // files that belong to no log
}

// InSmallParts are the options with parts of a few kilobytes: for tests of who
// makes datasets, in which few logs are to be many parts.
func (o Options) InSmallParts() Options {
	o.small = true
	return o
}
