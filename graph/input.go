package graph

import "github.com/traj-dev/traj/event"

// Input is what a picture is made of. Slices may be in any order and are not
// changed; rows that the log does not have are ignored.
type Input struct {
	Log     *event.Log
	Tree    *event.Tree        // effective parents over all rows of Log
	Active  func(row int) bool // whether a row lies on the active branch; nil: none does
	Head    int32              // the row the log ends at, -1 when there is none
	Orphans []int32            // actions with no known outcome
	Marks   []Mark             // findings
	Batches [][]int32          // the actions of each model response; nil: actions that share a response id
	Title   string             // "" is the log's name
	Notes   []string           // what else the picture should say, such as the profile
}

// Mark is a finding to show at a row.
type Mark struct {
	Row   int32
	Level Level
	Label string // short, such as the rule's number
	Text  string // the whole message, for the tooltip
}

// Level is how serious a mark is. The zero value is unknown and drawn as info.
type Level uint8

// The levels, in rising order.
const (
	LevelUnknown Level = iota
	LevelInfo
	LevelWarning
	LevelError
)

// Options say which part of the tree is drawn, and how.
type Options struct {
	Format Format
	Show   Selection
	All    bool // every event by itself: no run is collapsed, no state update folded into its parent
	Max    int  // nodes at most; 0 is the format's default, negative is no limit (a PNG is bounded all the same)
	Width  int  // of a text line, in terminal cells; 0 is unlimited
	ASCII  bool // text without line-drawing characters
	Color  bool // text with terminal colours
	Brief  bool // DOT with short labels, for layouts that wide ones would tear apart: all but dot
}

// Selection is the part of the tree to draw. The zero value is the whole.
type Selection struct {
	mode  selectMode
	row   int32
	depth int
}

type selectMode uint8

const (
	selectWhole selectMode = iota
	selectBranch
	selectAround
)

// Whole selects every event.
func Whole() Selection { return Selection{} }

// Branch selects the path from the root to a row.
func Branch(row int32) Selection { return Selection{mode: selectBranch, row: row} }

// Around selects the rows that depth steps to parents or children reach from a
// row. Nothing is collapsed.
func Around(row int32, depth int) Selection {
	return Selection{mode: selectAround, row: row, depth: depth}
}

// Picture is a drawing and what must be said about it.
type Picture struct {
	Data   []byte
	Nodes  int      // drawn, of which each stands for one event or a run
	Events int      // that the nodes stand for
	Notes  []string // what was left out or could not be drawn; also in the picture itself
}
