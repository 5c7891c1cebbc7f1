package audit

import (
	"fmt"
	"strings"

	"github.com/traj-dev/traj/event"
)

var indexGap = &Rule{
	ID: "LG010", Name: "index-gap", Severity: Error, Needs: []*Need{needV1, needFiles},
	Doc: Doc{
		Summary:    "an index that no event file has, with files after it",
		Why:        "the loader stops at the first gap: the events after it vanish on a cold start, and the next event is written with an index that exists",
		Fix:        "restore the missing file, or number the later files anew and mend the parents",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/conversation/event_store.py _scan_and_build_index",
		Invariants: []string{"F02"},
		Bad: []string{`
state status=idle head=m2
sys s1
msg m1 ^
bot b1 ^=gone idx=3  // want index-gap:error
msg m2 ^
`, `
conv shape=events
sys s1 ^=before idx=99998  // want index-gap:warning
msg m1 ^
`},
		Good: []string{`
state status=idle head=m2
sys s1
msg m1 ^
bot b1 ^
msg m2 ^
`},
	},
	Run: func(p *Pass) {
		next, left := int64(0), p.indexedFiles()
		for i, f := range p.Log.Files {
			if f.Role != event.RoleEvent || f.Index < 0 {
				continue
			}
			if f.Index > next && !p.misnamed(next, f.Index) {
				p.reportGap(i, next, left)
			}
			next = f.Index + 1
			left--
		}
	},
}

// reportGap reports that no file has the indexes from from up to file i's, with
// which the last left files begin.
func (p *Pass) reportGap(i int, from int64, left int) {
	f := p.Log.Files[i]
	x := Finding{Row: f.Row, EventID: f.ID, Field: "index", Severity: Error, Location: Location{File: f.Name, HasPointer: true}}
	missing := fmt.Sprintf("no file has index %d", from)
	if f.Index-from > 1 {
		missing = fmt.Sprintf("no file has an index from %d to %d", from, f.Index-1)
	}
	x.Message = fmt.Sprintf("%s: the loader stops there and does not see %s", missing, count(left, "later event"))
	if from == 0 && p.window {
		x.Severity = Warning
		x.Message = fmt.Sprintf("the log begins at index %d and has no state: a part of a longer log", f.Index)
	}
	if k, ok := p.lossAt[lossKey{-1, int32(i)}]; ok {
		x.Related = p.consequences(k)
	}
	p.report(x)
}

// indexedFiles is the number of event files with an index.
func (p *Pass) indexedFiles() int {
	n := 0
	for _, f := range p.Log.Files {
		if f.Role == event.RoleEvent && f.Index >= 0 {
			n++
		}
	}
	return n
}

// misnamed reports whether files whose names the loader does not take fill the
// gap: their names are the cause then.
func (p *Pass) misnamed(from, to int64) bool {
	for ; from < to && p.unread[from]; from++ {
	}
	return from == to
}

// numberInName is the number after "event-" in a file's name, -1 without one.
func numberInName(name string) int64 {
	name = name[strings.LastIndexAny(name, "/!")+1:]
	rest, ok := strings.CutPrefix(name, "event-")
	n, digits := int64(0), 0
	for ; digits < len(rest) && digits < 18 && rest[digits] >= '0' && rest[digits] <= '9'; digits++ {
		n = 10*n + int64(rest[digits]-'0')
	}
	if !ok || digits == 0 {
		return -1
	}
	return n
}

var sequenceReused = &Rule{
	ID: "LG011", Name: "sequence-reused", Severity: Error, Needs: []*Need{needIndexes},
	Doc: Doc{
		Summary:    "two event files with one index, or two records with one ordinal",
		Why:        "only one of them can be reached, and which one the directory's order decides; it is what appending to a log with a gap leaves behind",
		Fix:        "keep the file whose event the next ones name as their parent",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/conversation/event_store.py _scan_and_build_index",
		Invariants: []string{"F03"},
		Bad: []string{`
state status=idle head=b2
sys s1
msg m1 ^
bot b1 ^
bot b2 ^=m1 idx=2  // want sequence-reused:error
`, `
conv format=codex
msg m1 value=3
bot b1 value=3  // want sequence-reused:error
`, `
conv format=codex
msg m1 value=0
bot b1 value=0  // want sequence-reused:error
msg m2 value=0
bot b2 value=0
`},
		Good: []string{`
state status=idle head=b1
sys s1
msg m1 ^
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		p.ordinalsReused()
		last := int32(-1)
		for i, f := range p.Log.Files {
			if f.Role != event.RoleEvent || f.Index < 0 {
				continue
			}
			if last >= 0 && p.Log.Files[last].Index == f.Index {
				other := p.Log.Files[last]
				x := Finding{Row: f.Row, EventID: f.ID, Field: "index", Location: Location{File: f.Name, HasPointer: true},
					Message: fmt.Sprintf("index %d stands in the name of a second file: the loader reaches one of the two", f.Index)}
				x.Related = []Place{{Row: other.Row, EventID: other.ID, Location: Location{File: other.Name, HasPointer: true}, Note: "has the same index"}}
				p.report(x)
			}
			last = int32(i)
		}
	},
}

// padded reports whether the index in an event file's name has more zeros in
// front than upstream writes.
func padded(f event.File) bool {
	name := f.Name[strings.LastIndexAny(f.Name, "/!")+1:]
	return strings.HasPrefix(name, "event-") && !strings.HasPrefix(name, fmt.Sprintf("event-%05d-", f.Index))
}

var fileNameMismatch = &Rule{
	ID: "LG012", Name: "file-name-mismatch", Severity: Error, Needs: []*Need{needV1, needFiles},
	Doc: Doc{
		Summary:    "a file name that does not say what its event is",
		Why:        "the loader indexes by file name and walks by the ids in the records: an event whose name says another id is not found, and a name of another form is not read at all",
		Fix:        "rename the file after its record: five digits or more, and the event's id in hex",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/conversation/persistence_const.py, event_store.py",
		Invariants: []string{"F01", "F04", "F09"},
		Bad: []string{`
state status=idle head=b1
sys s1
msg m1 ^ fid=beef  // want file-name-mismatch:error
bot b1 ^=m1
`, `
state status=idle head=m1
sys s1
msg m1 ^
bot b1 ^ fid=-  // want file-name-mismatch:error
`, `
state status=idle head=m1
sys s1
msg m1 ^ file=conv/events/event-000001-m1.json  // want file-name-mismatch:error
`},
		Good: []string{`
state status=idle head=b1
sys s1
msg m1 ^
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		for _, f := range p.Log.Files {
			if f.Role != event.RoleEvent || f.Row < 0 {
				continue
			}
			x := Finding{Row: f.Row, Field: "id", Location: Location{File: f.Name, HasPointer: true}}
			id := p.Log.Table.ID(int(f.Row))
			switch {
			case f.Index < 0:
				x.Message = "the loader does not take this file name: the event is never read"
			case padded(f):
				x.Field = "index"
				x.Message = fmt.Sprintf("the loader takes index %d from this name and then looks for it with five digits: the file is not found", f.Index)
			case len(p.Log.Refused(int(f.Row))) > 0 && (id == 0 || p.Log.Refused(int(f.Row))[0].Path == "id"):
				continue // schema-violation tells why the record is not read
			case id == 0:
				x.Severity = Warning
				x.Message = fmt.Sprintf("the record has no id and its file is called %q: it gets a new id at every load", f.ID)
			case p.Log.IDString(id) != f.ID:
				x.Message = fmt.Sprintf("the record's id is %q and its file name says %q: nothing that names the record finds it", p.Log.IDString(id), f.ID)
				x.Related = p.places(p.naming(id), "names it as its parent")
			default:
				continue
			}
			p.report(x)
		}
	},
}
