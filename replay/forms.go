package replay

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// Detail says how far a replay looks into the records of a log.
type Detail uint8

// The details. What a record of a lower one lacks is zero in it.
const (
	Places Detail = iota // where views change and what rebuilds drop: columns tell that, and no record is read
	Keyed                // and the key
	Whole                // and what stands in a file of checkpoints: chains, fields, the numbers of messages
)

// Forms are what a replay needs of the records of a log: digests, and what the
// message of each event is in short. A run makes them as it comes by; others may
// help it, for each is made of one record alone.
type Forms struct {
	r      *project.Reading
	detail Detail

	pieces []piece      // of pieceRows rows each
	helped atomic.Int64 // by so many of them, from the last one, a helper has come
	prompt func() (string, error)

	// By row, filled in under the lock of the row's piece.
	made    []bool
	records []Digest
	flags   []itemFlag
	digests []Digest // of the event's item or of its summary
	texts   []string // the fields
}

// piece is the rows that are made at one time.
type piece struct {
	sync.Mutex
	tried bool
}

// pieceRows is so many that taking a piece costs nothing beside it, and so few
// that who waits for one does not wait long.
const pieceRows = 1 << 8

// NewForms returns those of a log, none of them made, for a run in a detail.
func NewForms(r *project.Reading, d Detail) *Forms {
	f, n := &Forms{r: r, detail: d}, r.Log.Len()
	if d >= Keyed {
		f.pieces = make([]piece, (n+pieceRows-1)/pieceRows)
		f.made, f.records = make([]bool, n), make([]Digest, n)
	}
	if d == Whole {
		f.flags, f.digests, f.texts = make([]itemFlag, n), make([]Digest, n), make([]string, n)
	}
	f.prompt = sync.OnceValues(f.ownPrompt)
	return f
}

// Help makes forms that are not made yet until there are none or the context
// ends. Several goroutines may help, also while the run is under way. A record
// that cannot be had is passed over: the run will say it.
//
// A run begins at the other end: nobody waits for a piece that another makes
// until they meet.
func (f *Forms) Help(ctx context.Context) {
	m := newFormer(f.r)
	for ctx.Err() == nil {
		k := len(f.pieces) - int(f.helped.Add(1))
		if k < 0 {
			return
		}
		if k == len(f.pieces)-1 && f.detail == Whole {
			_, _ = f.prompt() // which the run needs last
		}
		if p := &f.pieces[k]; p.TryLock() {
			f.piece(m, k)
			p.Unlock()
		}
	}
}

// piece makes the forms of a piece, which is locked.
func (f *Forms) piece(m *former, k int) {
	if f.pieces[k].tried {
		return
	}
	f.pieces[k].tried = true
	for row := k * pieceRows; row < min((k+1)*pieceRows, len(f.made)); row++ {
		f.made[row] = f.one(m, int32(row)) == nil
	}
}

// need makes the form of a row unless it is made.
func (f *Forms) need(m *former, row int32) error {
	k := int(row) / pieceRows
	f.pieces[k].Lock()
	defer f.pieces[k].Unlock()
	if f.piece(m, k); f.made[row] {
		return nil
	}
	return f.one(m, row)
}

// one makes the form of a row.
func (f *Forms) one(m *former, row int32) error {
	if i, ok := f.item(row); ok && f.detail == Whole {
		made, err := m.make(i)
		if err != nil {
			return err
		}
		f.digests[row], f.texts[row], f.flags[row] = made.digest, made.text, made.flags
		f.records[row] = sha256.Sum256(m.items.Record())
		return nil
	}
	data, err := m.record(f.r.Log, row)
	if err != nil {
		return err
	}
	f.records[row] = sha256.Sum256(data)
	return nil
}

// item is what a row can bring into a view, false when it is nothing.
func (f *Forms) item(row int32) (project.Item, bool) {
	if f.r.Log.Kind(int(row)) == event.KindCondensation {
		return project.Item{Row: row, Summary: true}, f.r.Log.Has(int(row), event.FlagSummary)
	}
	return project.Item{Row: row}, f.r.Convertible(row)
}

// record reads the record of a row that is no item, or whose message is not
// asked for.
func (f *former) record(l *event.Log, row int32) ([]byte, error) {
	if l.Bodies == nil {
		return nil, fmt.Errorf("%s: the log has no records", l.Name)
	}
	if f.records == nil {
		f.records = event.Ahead(l.Bodies)
	}
	if n := l.Pos(int(row)).Length; int64(cap(f.raw)) < n {
		f.raw = make([]byte, 0, 2*n)
	}
	return f.records.Body(int(row), f.raw)
}
