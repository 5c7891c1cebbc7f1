package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

var duplicateEventID = &Rule{
	ID: "LG030", Name: "duplicate-event-id", Severity: Error,
	Doc: Doc{
		Summary:    "two events with one id",
		Why:        "upstream refuses to append the second and finds only the first: what names the second as its parent hangs on the first",
		Fix:        "remove the copy, or give it an id of its own",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/conversation/event_store.py append",
		Invariants: []string{"F05"},
		Bad: []string{`
state status=idle head=b1
sys s1
msg m1 ^
msg m1 ^=s1  // want duplicate-event-id:error
bot b1 ^
`, `
conv format=langgraph
msg m1
bot b1 resp=b1
act a1 resp=b1 call=c1
bot b1 resp=r2  // want duplicate-event-id:error
act a1 resp=r2 call=c1
obs o1 call=c1  // want result-not-adjacent:warning
bot b2 resp=b2
`},
		Good: []string{`
state status=idle head=b1
sys s1
msg m1 ^
msg m2 ^
bot b1 ^
`, `
conv format=langgraph
msg m1
bot b1 resp=b1
cond k1 forgets=m1,b1
bot m2 resp=m2
msg m1
bot b1 resp=b1
`, `
conv format=gemini-cli
log - type=session
msg m1
log m2 type=user
bot b1 resp=b1
cond k1 type="$set" forgets=m1,b1
bot m3 resp=m3
log m2 type=user
bot b1 resp=b1
`},
	},
	Run: func(p *Pass) {
		for _, c := range p.copyRuns() {
			if c.length > 1 && !p.Log.Shape.NamesEvents() && !p.claude() && !p.langGraph() {
				continue // records-replayed tells it
			}
			x := Finding{Row: c.row, Field: "id", Related: p.places([]int32{p.copyOf[c.row]}, "has the same id")}
			x.Message = fmt.Sprintf("%s has the id of an earlier event", p.name(c.row))
			if p.claude() {
				x.Severity = Warning // the last one counts, and a resume or a fork writes them again
			}
			if c.length > 1 {
				x.Message += fmt.Sprintf(", and so have the %s after it", count(c.length-1, "event"))
			}
			p.report(x)
		}
	},
}

// run is some rows in a row.
type run struct {
	row    int32
	length int
}

// copyRuns are the runs of rows that repeat, in their order, rows with the
// same ids. A row whose file name says another id is told of by its name.
func (p *Pass) copyRuns() []run {
	var out []run
	for i := range p.Log.Len() {
		if p.copyOf[i] < 0 || p.misnamedRow(int32(i)) || p.shownAgain(int32(i)) {
			continue
		}
		if n := len(out) - 1; n >= 0 && out[n].row+int32(out[n].length) == int32(i) && p.copyOf[i] == p.copyOf[i-1]+1 {
			out[n].length++
			continue
		}
		out = append(out, run{int32(i), 1})
	}
	return out
}

// misnamedRow reports whether the name of a row's file says another id.
func (p *Pass) misnamedRow(row int32) bool {
	f := p.Log.Files[p.Log.Pos(int(row)).File]
	return f.Role == event.RoleEvent && f.ID != "" && f.ID != p.Log.IDString(p.Log.Table.ID(int(row)))
}

var recordsReplayed = &Rule{
	ID: "LG031", Name: "records-replayed", Severity: Warning,
	Doc: Doc{
		Summary:    "earlier records stored again",
		Why:        "a resume, a fork or a stream of input wrote the history a second time: turns, tokens and costs count double, and a model is shown everything twice",
		Fix:        "leave the repeated records out",
		Source:     "codex codex-rs rollout (a fork writes the parent's lines again); software-agent-sdk openhands-sdk/openhands/sdk/conversation/event_store.py (keeps the first of two events of one id)",
		Invariants: []string{"F05", "B07"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1
bot b1 ^
msg m1 ^=s1  // want records-replayed:warning
act a1 ^=m1
obs o1 ^=a1 of=a1
bot b2 ^
`, `
sys s1
msg m1 ^
act a1 ^ resp=r1 call=c1
obs o1 ^ of=a1
bot b1 ^ resp=r2
msg n1 ^  // want records-replayed:warning
act n2 ^ resp=r1 call=c1
obs n3 ^ of=n2
bot n4 ^ resp=r2
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^ resp=r1
obs o1 ^ of=a1
bot b1 ^ resp=r2
msg m2 ^
act a2 ^ resp=r3
obs o2 ^ of=a2
bot b2 ^ resp=r4
`, `
sys s1
msg m1 ^
bot b1 ^ resp=r1 intent=1
msg m2 ^
bot b2 ^ resp=r1 intent=2
msg m3 ^
`},
	},
	Run: func(p *Pass) {
		if !p.Log.Shape.NamesEvents() && !p.claude() && !p.langGraph() {
			for _, c := range p.copyRuns() {
				if c.length > 1 {
					p.reportReplay(c, p.copyOf[c.row], "the same ids")
				}
			}
		}
		for i := 0; i < p.Log.Len(); i++ {
			if p.replayOf[i] >= 0 {
				r, from := p.growReplay(int32(i))
				if r.length > 1 {
					p.reportReplay(r, from, "new ids")
				}
				i = int(r.row) + r.length - 1
			}
		}
	},
}

func (p *Pass) reportReplay(r run, from int32, how string) {
	x := Finding{Row: r.row, Field: "id", Message: fmt.Sprintf("%s and %s after it repeat the records from %q on under %s", p.name(r.row), count(r.length-1, "event"), p.id(from), how)}
	for k := range min(r.length, mostPlaces/2) {
		x.Related = append(x.Related, p.place(from+int32(k), "stored first"))
		if k > 0 {
			x.Related = append(x.Related, p.place(r.row+int32(k), "stored again"))
		}
	}
	p.report(x)
}

// growReplay finds the run of records around a row that repeats another run:
// as far as both go on with records of the same kinds and calls.
func (p *Pass) growReplay(row int32) (r run, from int32) {
	from = p.replayOf[row]
	start := row
	for start > 0 && from > 0 && from < start-1 && p.alike(from-1, start-1) {
		start, from = start-1, from-1
	}
	end, other := row+1, p.replayOf[row]+1
	for int(end) < p.Log.Len() && other < start && (p.replayOf[end] == other || p.alike(other, end)) {
		end, other = end+1, other+1
	}
	return run{start, int(end - start)}, from
}

// alike reports whether a record may be another one stored again: of one kind,
// source and call, and of about one length.
func (p *Pass) alike(a, b int32) bool {
	l, i, k := p.Log, int(a), int(b)
	if l.Kind(i) != l.Kind(k) || l.Source(i) != l.Source(k) || l.CallID(i) != l.CallID(k) || l.ResponseID(i) != l.ResponseID(k) {
		return false
	}
	d := l.Pos(i).Length - l.Pos(k).Length
	return p.replayOf[b] < 0 && p.copyOf[b] < 0 && d >= -80 && d <= 80
}
