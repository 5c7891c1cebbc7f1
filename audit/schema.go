package audit

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/traj-dev/traj/event"
)

var unknownKind = &Rule{
	ID: "LG020", Name: "unknown-kind", Severity: Warning,
	Doc: Doc{
		Summary: "a kind of event, action or observation that the schema does not know",
		Why:     "a custom tool or a newer version wrote it: everything around it is read and checked, but a version without that kind refuses the record",
		Fix:     "read the log with the tools it was written with",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/utils/models.py",
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
				groups.add(row, "kind", fmt.Sprintf("event of the unknown kind %q", p.word(p.Log.Type(i))))
				continue
			}
			for _, r := range p.Log.Refused(i) {
				if isUnknownKind(r) && p.Log.Type(i) != 0 {
					groups.add(row, plainPath(r.Path), fmt.Sprintf("unknown kind %q in %q", kindIn(r.Reason), plainPath(r.Path)))
				}
			}
		}
		groups.report(Warning)
	},
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
		Summary: "a record that the schema of its version refuses",
		Why:     "upstream raises when it loads the record: a conversation with it on its branch cannot be resumed, and a stream loses the event",
		Fix:     "correct the field, or read the log with the version that wrote it",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/event/base.py (extra=forbid)",
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
				p.addRefusals(groups, int32(i))
			}
		}
		groups.report(severity)
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
func (p *Pass) addRefusals(groups *groups, row int32) {
	for _, r := range p.Reading.Refused(row) {
		if isUnknownKind(r) && p.Log.Type(int(row)) != 0 || r.Path == "<root>" && p.damaged[row] {
			continue
		}
		groups.add(row, plainPath(r.Path), fmt.Sprintf("%s refuses %q: %s", p.Reading.Profile.Name, plainPath(r.Path), plainReason(r.Reason)))
		return
	}
}

var indexInPath = regexp.MustCompile(`\.\d+`)

// plainPath is a path without indexes, so that one fault in many records or
// places is one finding.
func plainPath(s string) string { return indexInPath.ReplaceAllString(s, "") }

// plainReason is a reason on one line.
func plainReason(s string) string { return strings.Join(strings.Fields(s), " ") }

// groups collects rows by what is wrong with them.
type groups struct {
	p     *Pass
	order []string
	rows  map[string][]int32
	field map[string]string
}

func (p *Pass) newGroups() *groups {
	return &groups{p: p, rows: map[string][]int32{}, field: map[string]string{}}
}

func (g *groups) add(row int32, field, what string) {
	if _, ok := g.rows[what]; !ok {
		g.order, g.field[what] = append(g.order, what), field
	}
	if rows := g.rows[what]; len(rows) == 0 || rows[len(rows)-1] != row {
		g.rows[what] = append(rows, row)
	}
}

// report makes one finding of each group, at its first row.
func (g *groups) report(severity Severity) {
	for _, what := range g.order {
		rows := g.rows[what]
		x := Finding{Row: rows[0], Field: g.field[what], Severity: severity, Message: what, Related: g.p.places(rows[1:], "the same")}
		if n := len(rows) - 1; n > 0 {
			x.Message += fmt.Sprintf(", and in %s", count(n, "later event"))
		}
		g.p.report(x)
	}
}
