package replay

import (
	"crypto/sha256"
	"fmt"

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
// message of each event is in short. Each is made of one record alone, so that
// several goroutines may make different ones at the same time; what nobody has
// made a run makes itself.
type Forms struct {
	r       *project.Reading
	detail  Detail
	made    []bool     // by row
	records []Digest   // by row
	flags   []itemFlag // by row
	digests []Digest   // by row, of the event's item or of its summary
	texts   []string   // by row: the fields
}

// NewForms returns those of a log, none of them made, for a run in a detail.
func NewForms(r *project.Reading, d Detail) *Forms {
	f, n := &Forms{r: r, detail: d}, r.Log.Len()
	if d >= Keyed {
		f.made, f.records = make([]bool, n), make([]Digest, n)
	}
	if d == Whole {
		f.flags, f.digests, f.texts = make([]itemFlag, n), make([]Digest, n), make([]string, n)
	}
	return f
}

// Make makes those of the rows from one up to another. A record that cannot be
// had is passed over: the run will say it.
func (f *Forms) Make(from, to int) {
	if f.detail == Places {
		return
	}
	m := newFormer(f.r)
	for row := from; row < to; row++ {
		_ = f.one(m, int32(row))
	}
}

// one makes the form of a row.
func (f *Forms) one(m *former, row int32) error {
	if f.made[row] {
		return nil
	}
	if i, ok := f.item(row); ok && f.detail == Whole {
		made, err := m.make(i)
		if err != nil {
			return err
		}
		f.digests[row], f.texts[row], f.flags[row] = made.digest, made.text, made.flags
		f.records[row] = sha256.Sum256(m.items.Record())
	} else {
		data, err := m.record(f.r.Log, row)
		if err != nil {
			return err
		}
		f.records[row] = sha256.Sum256(data)
	}
	f.made[row] = true
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
