package audit

import (
	"fmt"
	"strings"

	"github.com/traj-dev/traj/event"
)

var timeInvalid = &Rule{
	ID: "TM003", Name: "time-invalid", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a time that is not written as upstream writes times",
		Why:     "upstream takes any text and compares times as text: events with one like this are sorted, filtered and shown at the wrong place",
		Fix:     "write the time as year-month-dayThour:minute:second with at most six digits after the point, without a zone",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/event/base.py timestamp", Invariants: []string{"S07"},
		Bad: []string{`
sys s1 time=yesterday  // want time-invalid:warning
msg m1 ^ time=2026-03-04T09:00:01.1234567  // want time-invalid:warning
`, `
sys s1 time=2026-03-04T09:00:00Z  // want time-invalid:info
msg m1 ^ time=2026-03-04T09:00:01Z
`},
		Good: []string{`
sys s1 time=2026-03-04T09:00:00
msg m1 ^ time=2026-03-04T09:00:01.000001
`},
	},
	Run: func(p *Pass) {
		groups := p.newGroups()
		zoned, all := 0, 0
		for _, row := range p.times {
			i := int(row)
			if p.copyOf[i] >= 0 {
				continue
			}
			all++
			s, _ := p.Log.TimeText(i)
			zone := hasZone(s)
			if zone {
				zoned++
			}
			switch point := strings.IndexByte(s, '.'); {
			case p.Log.Time(i) == event.NoTime && !zone:
				groups.add(int32(i), "time", Warning, fmt.Sprintf("the time of the %s cannot be read", p.Log.Kind(i)))
			case point >= 0 && digits(s[point+1:]) > 6:
				groups.add(int32(i), "time", Warning, "the time has more than six digits after the point")
			}
		}
		groups.report()
		if zoned > 0 && zoned == all && !p.usual {
			p.report(Finding{Row: p.firstTimed(), Field: "time", Severity: Info, Message: "the times name a zone, which upstream does not write: another program wrote them"})
		}
	},
}

// digits is the number of digits that s begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// firstTimed is the first row with a time.
func (p *Pass) firstTimed() int32 {
	for i := range p.Log.Len() {
		if _, ok := p.Log.TimeText(i); ok {
			return int32(i)
		}
	}
	return -1
}

var orderUnknown = &Rule{
	ID: "TM004", Name: "order-unknown", Severity: Info, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "an export whose events stand neither in the order of their times nor, maybe, in that of the log",
		Why:     "exports list events by time, and the order in which they were appended is lost: where even the times do not ascend, what followed what is known from the parents alone",
		Fix:     "take the conversation's directory instead, where the indexes tell the order",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/conversation/impl/remote_conversation.py", Invariants: []string{"R02"},
		Bad: []string{`
conv shape=history
sys s1 time=2026-03-04T09:00:00
msg m1 ^ time=2026-03-04T09:00:09
bot b1 ^ time=2026-03-04T09:00:05  // want order-unknown:info
`},
		Good: []string{`
conv shape=history
sys s1 time=2026-03-04T09:00:00
msg m1 ^ time=2026-03-04T09:00:05
bot b1 ^ time=2026-03-04T09:00:09
`},
	},
	Run: func(p *Pass) {
		if p.inOrder {
			return // clock-disorder tells it
		}
		var rows []int32
		last := int64(event.NoTime)
		for i := range p.Log.Len() {
			t := p.Log.Time(i)
			if t == event.NoTime {
				continue
			}
			if t < last {
				rows = append(rows, int32(i))
			}
			last = max(last, t)
		}
		if len(rows) > 0 {
			x := Finding{Row: rows[0], Field: "time", Related: p.places(rows[1:], "older than an event before it")}
			x.Message = fmt.Sprintf("%s is older than an event before it", p.name(rows[0]))
			if n := len(rows) - 1; n > 0 {
				x.Message += fmt.Sprintf("; so are %s", count(n, "later event"))
			}
			p.report(x)
		}
	},
}
