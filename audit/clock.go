package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

var clockMixed = &Rule{
	ID: "TM001", Name: "clock-mixed", Severity: Warning,
	Doc: Doc{
		Summary:    "times with a zone among times without one",
		Why:        "upstream compares times as text and takes them for local: an event whose time names a zone is sorted and filtered wrongly",
		Fix:        "write the times in one form",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/event/base.py timestamp",
		Invariants: []string{"S07"},
		Bad: []string{`
sys s1 time=2026-03-04T09:00:00
msg m1 ^ time=2026-03-04T09:00:01
bot b1 ^ time=2026-03-04T08:00:02Z  // want clock-mixed:warning
`},
		Good: []string{`
sys s1 time=2026-03-04T09:00:00
msg m1 ^ time=2026-03-04T09:00:01.000000
bot b1 ^ time=2026-03-04T09:00:02
`},
	},
	Run: func(p *Pass) {
		var zoned []int32
		for _, row := range p.times {
			if t, _ := p.Log.TimeText(int(row)); hasZone(t) {
				zoned = append(zoned, row)
			}
		}
		if len(zoned) == 0 {
			return
		}
		plain := p.rowsWhere(func(i int) bool {
			t, ok := p.Log.TimeText(i)
			return ok && p.Log.Time(i) != event.NoTime && !hasZone(t)
		})
		few, form := zoned, "names a zone and the others name none"
		if len(plain) < len(zoned) {
			few, form = plain, "names no zone and the others name one"
		}
		if len(few) == 0 {
			return
		}
		t, _ := p.Log.TimeText(int(few[0]))
		p.report(Finding{Row: few[0], Field: "time", Message: fmt.Sprintf("the time %q of %s %s: %s like it", t, p.name(few[0]), form, count(len(few), "event")),
			Related: p.places(few[1:], "like it")})
	},
}

// rowsWhere are the rows of which is says so.
func (p *Pass) rowsWhere(is func(i int) bool) []int32 {
	var rows []int32
	for i := range p.Log.Len() {
		if is(i) {
			rows = append(rows, int32(i))
		}
	}
	return rows
}

// hasZone reports whether a time in ISO form ends in a zone.
func hasZone(s string) bool { return !usualTime(s) && zoned(s) }

func zoned(s string) bool {
	clock := false
	for _, c := range []byte(s) {
		switch c {
		case 'T', ' ':
			clock = true
		case 'Z', 'z', '+', '-':
			if clock {
				return true
			}
		}
	}
	return false
}

var clockDisorder = &Rule{
	ID: "TM002", Name: "clock-disorder", Severity: Info, Needs: []*Need{needOrder},
	Doc: Doc{
		Summary:    "a turn whose time is before that of the turn it follows",
		Why:        "an event's time is that of its creation on some machine's clock: who sorts this log by time gets another conversation",
		Fix:        "order by the log, never by time",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/event/base.py timestamp",
		Invariants: []string{"S08"},
		Bad: []string{`
sys s1 time=2026-03-04T09:00:00
msg m1 ^ time=2026-03-04T09:00:10
bot b1 ^ time=2026-03-04T08:00:12  // want clock-disorder:info
`},
		Good: []string{`
sys s1 time=2026-03-04T09:00:00
msg m1 ^ time=2026-03-04T09:00:10
act a1 ^ time=2026-03-04T09:00:12
obs o1 ^ of=a1 time=2026-03-04T09:00:11
bot b1 ^ time=2026-03-04T09:00:12
`},
	},
	Run: func(p *Pass) {
		var rows []int32
		before := make([]int32, p.Log.Len()) // the last turn at or above a row, -1
		for i := range before {
			before[i] = -1
		}
		for _, row := range p.downward {
			if up := p.Whole.Tree.Parent(int(row)); up >= 0 {
				before[row] = before[up]
			}
			if !p.turn(row) || p.Log.Time(int(row)) == event.NoTime || p.shownAgain(row) {
				continue
			}
			if b := before[row]; b >= 0 && p.backInTime(b, row) {
				rows = append(rows, row)
			}
			before[row] = row
		}
		if len(rows) == 0 {
			return
		}
		x := Finding{Row: rows[0], Field: "time", Message: fmt.Sprintf("%s is older than %q, which it follows", p.name(rows[0]), p.id(before[p.Whole.Tree.Parent(int(rows[0]))])),
			Related: p.places(rows[1:], "older than what it follows")}
		if n := len(rows) - 1; n > 0 {
			x.Message += fmt.Sprintf("; so are %s", count(n, "later event"))
		}
		p.report(x)
	},
}

// backInTime reports whether b is older than a by more than clocks of one
// machine and threads of one process differ. Times of different forms are not
// compared.
func (p *Pass) backInTime(a, b int32) bool {
	const slack = 1_000_000 // microseconds
	if p.Log.Time(int(b)) >= p.Log.Time(int(a))-slack {
		return false
	}
	s, _ := p.Log.TimeText(int(a))
	t, _ := p.Log.TimeText(int(b))
	return hasZone(s) == hasZone(t)
}
