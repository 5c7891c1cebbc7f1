package project

import (
	"strconv"
	"strings"
	"sync"

	"github.com/traj-dev/traj/event"
)

// Reading is a log as a profile's loader sees it. It never changes once made
// and may be used from many goroutines.
type Reading struct {
	Log     *event.Log
	Profile *Profile
	Lenient bool        // records the version refuses are projected by their kind
	Seq     []int32     // the rows in sight, in the loader's order
	Tree    *event.Tree // effective parents over all rows of the log; rows out of sight are outside it

	slots   []slot
	slotOf  []int32          // by row; -1 out of sight
	parent  []int32          // by slot: a slot or a mark
	first   []int32          // by key: the slot that an id stands for, -1: the first with it, or the last where the profile says so
	extra   map[string]int32 // keys of ids that no row mentions
	turns   *responseTurns   // where the profile reads a response's rows together
	before  []int32          // by slot: the one before it in its chain, where the profile goes by chains
	refused []bool           // by row; never in a lenient reading
	dated   int32            // the first row that may hold what the version does not know yet
	judges  *sync.Pool       // of *judge

	stateUpdate, runError event.Name

	head     Head
	active   []int32
	activeOf []bool // by row
	activeE  *Error

	actionOf []int32 // by row: the action a result answers, -1
	results  *event.Index
}

// slot is one place in the loader's index. Its event may be unreadable.
type slot struct {
	row  int32 // -1 when the loader finds no event there at all
	file int32 // whose name gave the place, -1 when no file did
	key  int32 // of the id the loader looks it up by, -1 when it has none
}

// Marks in place of a parent slot.
const (
	noParent      = -1
	missingParent = -2
	unknownParent = -3 // the record that would name it cannot be read
)

// Read returns l as a version reads it.
func Read(l *event.Log, p *Profile) *Reading { return read(l, p, false) }

// ReadLenient is Read without the version's refusals: a record it would refuse
// takes its place by its kind and what of it can be read.
func ReadLenient(l *event.Log, p *Profile) *Reading { return read(l, p, true) }

func read(l *event.Log, p *Profile, lenient bool) *Reading {
	r := &Reading{Log: l, Profile: p, Lenient: lenient, extra: map[string]int32{}}
	r.stateUpdate, r.runError = l.FindName("ConversationStateUpdateEvent"), l.FindName("ConversationErrorEvent")
	r.dated, r.judges = r.firstDated(), newJudges()
	if lenient {
		r.refused = make([]bool, l.Len())
	} else {
		r.refused = r.refusals()
	}
	p.rules.scan(r)
	r.index()
	r.link()
	r.findHead()
	r.actionOf = p.rules.link(r)
	r.results = event.NewIndex(l.Len(), l.Len()+1, func(i int) event.ID { return event.ID(r.actionOf[i] + 1) })
	return r
}

// refusals tells for each row whether the version refuses it.
func (r *Reading) refusals() []bool {
	refused := make([]bool, r.Log.Len())
	if r.RefusesNone() {
		return refused
	}
	for i := range refused {
		refused[i] = r.Profile.rules.refuses(r, int32(i))
	}
	return refused
}

// findHead fills head and the active path.
func (r *Reading) findHead() {
	r.head = r.Profile.rules.head(r)
	r.active, r.activeE = r.headPath()
	r.activeOf = make([]bool, r.Log.Len())
	for _, row := range r.active {
		r.activeOf[row] = true
	}
}

// scanRows follows the loader of a stream: a record it refuses is absent.
func (r *Reading) scanRows() {
	r.slots = make([]slot, 0, r.Log.Len())
	for i := range r.Log.Len() {
		if r.refused[i] {
			continue
		}
		key := int32(-1)
		if id := r.Log.Table.ID(i); id != 0 {
			key = int32(id)
		}
		r.slots = append(r.slots, slot{int32(i), -1, key})
	}
}

// key is the number of an id in the look-up: its ID where a row mentions it.
func (r *Reading) key(id string) int32 {
	if k := r.Log.FindID(id); k != 0 {
		return int32(k)
	}
	k, ok := r.extra[id]
	if !ok {
		k = int32(r.Log.IDs() + len(r.extra))
		r.extra[id] = k
	}
	return k
}

// index fills first, slotOf and Seq.
func (r *Reading) index() {
	r.first, r.slotOf = minusOnes(r.Log.IDs()+len(r.extra)), minusOnes(r.Log.Len())
	r.Seq = make([]int32, 0, len(r.slots))
	for i, s := range r.slots {
		if s.key >= 0 && (r.first[s.key] < 0 || r.Profile.lastWins) {
			r.first[s.key] = int32(i)
		}
		if s.row >= 0 {
			r.slotOf[s.row] = int32(i)
			r.Seq = append(r.Seq, s.row)
		}
	}
}

func minusOnes(n int) []int32 {
	s := make([]int32, n)
	for i := range s {
		s[i] = -1
	}
	return s
}

// find is the first slot with that id, -1 when there is none.
func (r *Reading) find(id string) int32 {
	if k := r.Log.FindID(id); k != 0 {
		return r.first[k]
	}
	if k, ok := r.extra[id]; ok {
		return r.first[k]
	}
	if row, ok := r.madeID(id); ok {
		return r.slotOf[row]
	}
	return -1
}

// Visible reports whether the loader sees the row at all. It may refuse to
// read it all the same.
func (r *Reading) Visible(row int32) bool { return r.slotOf[row] >= 0 }

// Readable reports whether the version reads the row when it gets to it.
func (r *Reading) Readable(row int32) bool {
	return r.slotOf[row] >= 0 && !r.refused[row]
}

// Row is the row that the loader finds under an id, -1 when there is none or
// its record holds no event.
func (r *Reading) Row(id string) int32 {
	if s := r.find(id); s >= 0 {
		return r.slots[s].row
	}
	return -1
}

// EventID is the id an event goes by: the one in its record, else the one in
// its file's name, else, in a log of a format whose events need none, its row's
// ("row:3"), else "".
func (r *Reading) EventID(row int32) string {
	if id := r.Log.Table.ID(int(row)); id != 0 {
		return r.Log.IDString(id)
	}
	if s := r.slotOf[row]; s >= 0 && r.slots[s].file >= 0 {
		return r.Log.Files[r.slots[s].file].ID
	}
	if !r.Profile.OpenHandsV1() {
		return rowID + strconv.Itoa(int(row))
	}
	return ""
}

// rowID begins the id that an event without one goes by.
const rowID = "row:"

// madeID is the row that a made id names.
func (r *Reading) madeID(id string) (int32, bool) {
	digits, ok := strings.CutPrefix(id, rowID)
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || n < 0 || n >= r.Log.Len() || r.EventID(int32(n)) != id {
		return -1, false
	}
	return int32(n), true
}
