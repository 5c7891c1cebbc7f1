package audit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/traj-dev/traj/event"
)

var unknownKind = &Rule{
	ID: "LG020", Name: "unknown-kind", Severity: Warning,
	Doc: Doc{
		Summary:    "a kind of event, action or observation that the schema does not know",
		Why:        "a custom tool or a newer version wrote it: everything around it is read and checked, but a version without that kind refuses the record",
		Fix:        "read the log with the tools it was written with",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/utils/models.py",
		Invariants: []string{"S01"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^ tool=chart refuse="action: value_error: unknown kind 'ChartAction'"  // want unknown-kind:warning
obs o1 ^ of=a1
other x1 ^ type=NewEvent  // want unknown-kind:warning
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		groups := p.newGroups()
		for i := range p.Log.Len() {
			row := int32(i)
			if p.otherKind(row) {
				severity := Warning
				if p.claude() || p.claudeStream() {
					severity = Info // types of lines come with every release, and every reader passes over them
				}
				groups.add(row, "kind", severity, fmt.Sprintf("event of the unknown kind %q", p.word(p.Log.Type(i))))
				continue
			}
			for _, r := range p.refusals(row) {
				if isUnknownKind(r.Refusal) && p.Log.Type(i) != 0 {
					severity := Info
					if r.own {
						severity = Warning
					}
					groups.add(row, plainPath(r.Path), severity, fmt.Sprintf("%s does not know the kind %q in %q", r.by, kindIn(r.Reason), plainPath(r.Path)))
				}
			}
		}
		groups.report()
	},
}

// refusal is a refusal and the version that makes it.
type refusal struct {
	event.Refusal
	by  string
	own bool // the version is the one the log is read as, not a newer one
}

// refusals are the refusals of a row that the log's own version does not make
// void. Those that the reader found are the newest schema's; whether an older
// version shares them is not known.
func (p *Pass) refusals(row int32) []refusal {
	if p.agreed {
		return nil
	}
	refused := p.Reading.Refused(row)
	if len(refused) == 0 {
		return nil
	}
	newest, own := p.Log.Refused(int(row)), p.Reading.Profile == p.Reading.Profile.Newest()
	var out []refusal
	for _, r := range refused {
		if own || !slices.Contains(newest, r) {
			out = append(out, refusal{r, p.Reading.Profile.Name, true})
		} else {
			out = append(out, refusal{r, p.Reading.Profile.Newest().Name, false})
		}
	}
	return out
}

// kindIn is the kind that a refusal quotes, else the refusal itself.
func kindIn(reason string) string {
	if parts := strings.Split(reason, "'"); len(parts) >= 3 {
		return parts[1]
	}
	return plainReason(reason)
}

func isUnknownKind(r event.Refusal) bool {
	reason := strings.ToLower(r.Reason)
	return strings.Contains(reason, "unknown kind") || strings.Contains(reason, "unexpected kind")
}

// otherKind reports whether a record says its kind and no schema knows it. One
// that says none is no record of a custom tool: schema-violation tells of it.
func (p *Pass) otherKind(row int32) bool {
	k := p.Log.Kind(int(row))
	return (k == event.KindOther || k == event.KindUnknown) && p.Log.Type(int(row)) != 0
}

var schemaViolation = &Rule{
	ID: "LG021", Name: "schema-violation", Severity: Error,
	Doc: Doc{
		Summary:    "a record that the schema of its version refuses",
		Why:        "upstream raises when it loads the record: a conversation with it on its branch cannot be resumed, and a stream loses the event",
		Fix:        "correct the field, or read the log with the version that wrote it",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/event/base.py (extra=forbid)",
		Invariants: []string{"S02", "S03", "S04", "S05", "F07"},
		Bad: []string{`
state status=idle head=b1
sys s1
msg m1 ^ refuse="llm_message.role: literal_error"  // want schema-violation:error
bot b1 ^
`, `
sys s1
msg m1 ^ refuse="llm_message.role: literal_error"  // want schema-violation:warning
bot b1 ^
damage not-object  // want schema-violation:warning
bot b2 ^
`, `
conv format=pi
log - type=session
msg m1 ^/
act a1 ^ resp=a1 call=c1 tool=""  // want schema-violation:error
obs o1 ^ call=c1 tool=""
bot b1 ^ resp=b1
`},
		Good: []string{`
state status=idle head=b1
sys s1
msg m1 ^
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		severity := Warning
		if p.Log.Shape.NamesEvents() {
			severity = Error
		}
		groups := p.newGroups()
		for i := range p.Log.Len() {
			if !p.otherKind(int32(i)) {
				p.addRefusals(groups, int32(i), severity)
			}
		}
		p.nameless(groups)
		groups.report()
		for _, s := range p.spans(event.DamageNotObject, event.DamageDepth, event.DamageUnknownRecord) {
			at := severity
			if p.oneRecord(s) {
				at = Error
			}
			p.reportSpan(s, at, map[event.DamageReason]string{event.DamageNotObject: "record is no object", event.DamageDepth: "record is nested too deep", event.DamageUnknownRecord: "record has no place in the format"}[s.Reason])
		}
	},
}

// addRefusals adds the first refusal of a row that no other rule reports.
func (p *Pass) addRefusals(groups *groups, row int32, severity Severity) {
	for _, r := range p.refusals(row) {
		if isUnknownKind(r.Refusal) && p.Log.Type(int(row)) != 0 || r.Path == "<root>" && p.damaged[row] {
			continue
		}
		if !r.own {
			severity = Info
		}
		groups.add(row, plainPath(r.Path), severity, fmt.Sprintf("%s refuses %q: %s", r.by, plainPath(r.Path), plainReason(r.Reason)))
		return
	}
}

var indexInPath = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\.\d+`)
})

// plainPath is a path without indexes, so that one fault in many records or
// places is one finding.
func plainPath(s string) string { return indexInPath().ReplaceAllString(s, "") }

// plainReason is a reason on one line.
func plainReason(s string) string { return strings.Join(strings.Fields(s), " ") }

// groups collects rows by what is wrong with them.
type groups struct {
	p     *Pass
	order []string
	rows  map[string][]int32
	first map[string]Finding
}

func (p *Pass) newGroups() *groups {
	return &groups{p: p}
}

func (g *groups) add(row int32, field string, severity Severity, what string) {
	if g.rows == nil { // most rules find nothing in most logs
		g.rows, g.first = map[string][]int32{}, map[string]Finding{}
	}
	if _, ok := g.rows[what]; !ok {
		g.order, g.first[what] = append(g.order, what), Finding{Row: row, Field: field, Severity: severity, Message: what}
	}
	if rows := g.rows[what]; len(rows) == 0 || rows[len(rows)-1] != row {
		g.rows[what] = append(rows, row)
	}
}

// report makes one finding of each group, at its first row.
func (g *groups) report() {
	for _, what := range g.order {
		rows, x := g.rows[what], g.first[what]
		x.Related = g.p.places(rows[1:], "the same")
		if n := len(rows) - 1; n > 0 {
			x.Message += fmt.Sprintf(", and in %s", count(n, "later event"))
		}
		g.p.report(x)
	}
}
