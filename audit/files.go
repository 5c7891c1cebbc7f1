package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
)

// span is a damaged span of an input and what is known about it.
type span struct {
	event.Damage
	file int32
	row  int32 // the row it lies in, -1
	loss int   // the loss it is, -1
}

// spans are the damaged spans with one of the reasons, in file order.
func (p *Pass) spans(reasons ...event.DamageReason) []span {
	var out []span
	for i := range p.Log.Files {
		f := &p.Log.Files[i]
		for k, d := range f.Damage {
			if !slices.Contains(reasons, d.Reason) {
				continue
			}
			s := span{d, int32(i), rowOf(f, d), -1}
			if x, ok := p.lossAt[lossKey{int32(i), int32(k)}]; ok {
				s.loss = x
			}
			out = append(out, s)
		}
	}
	return out
}

// reportSpan reports a damaged span with what follows from it.
func (p *Pass) reportSpan(s span, severity Severity, what string, related ...Place) {
	f := &p.Log.Files[s.file]
	m := what
	if s.Length > 0 {
		m = fmt.Sprintf("%s: %s at byte %d", what, count(int(s.Length), "byte"), s.Offset)
	}
	if s.Detail != "" {
		m += ": " + s.Detail
	}
	x := Finding{Row: s.row, Severity: severity, Message: m, Location: p.fileAt(s.file, s.Damage), Related: related}
	if s.row < 0 {
		x.EventID = f.ID
	}
	if s.loss >= 0 {
		x.Related = append(related, p.consequences(s.loss)...)
	}
	p.report(x)
}

// oneRecord reports whether a span lies in a file that is read as one record: damage
// anywhere in it loses all of it.
func (p *Pass) oneRecord(s span) bool {
	r := p.Log.Files[s.file].Role
	return r == event.RoleEvent || r == event.RoleState
}

// side reports whether a span lies in a file that is neither event nor state.
func (p *Pass) side(s span) bool {
	r := p.Log.Files[s.file].Role
	return r != event.RoleEvent && r != event.RoleState && r != event.RoleEvents
}

var recordTorn = &Rule{
	ID: "LG001", Name: "record-torn", Severity: Error,
	Doc: Doc{
		Summary:    "a record that cannot be parsed",
		Why:        "the writer was stopped in the middle of a record, or something cut it since; upstream raises when it comes to an event file like this, and a reader that stops here loses what follows",
		Fix:        "restore the record from a copy, or remove it and accept that its event is lost",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/io/local.py (write in place), conversation/event_store.py",
		Invariants: []string{"F07", "F16"},
		Bad: []string{`
state status=idle head=m1
sys s1
msg m1 ^
file idx=2 id=b1 damage=torn  // want record-torn:error
`, `
msg m1
damage torn  // want record-torn:error
bot b1 ^
damage torn  // want record-torn:warning
`},
		Good: []string{`
state status=idle head=b1
sys s1
msg m1 ^
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		for _, s := range p.spans(event.DamageTorn, event.DamageJSON, event.DamageTooLarge) {
			severity, what := Error, "record cannot be parsed"
			switch {
			case p.side(s):
				severity, what = Warning, "file cannot be parsed"
			case s.Reason == event.DamageTooLarge:
				what = "record is too large to be read"
			case s.Tail && !p.oneRecord(s):
				severity, what = Warning, "last record is cut off"
			case s.Reason == event.DamageTorn:
				what = "record is cut off"
			}
			p.reportSpan(s, severity, what)
		}
	},
}

var recordEmpty = &Rule{
	ID: "LG002", Name: "record-empty", Severity: Error,
	Doc: Doc{
		Summary:    "a file that exists and holds nothing",
		Why:        "event files are written in place without a sync, so that a power cut leaves an empty one; upstream skips it in a scan and raises when it is asked for",
		Fix:        "restore the file from a copy; the event's id stands in its name",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/conversation/event_store.py _get_single_item",
		Invariants: []string{"F06"},
		Bad: []string{`
state status=idle head=b1
sys s1
msg m1 ^
file idx=2 id=m2 damage=empty  // want record-empty:error
bot b1 ^=m2
`},
		Good: []string{`
state status=idle head=b1
sys s1
msg m1 ^
msg m2 ^
bot b1 ^=m2
`},
	},
	Run: func(p *Pass) {
		for _, s := range p.spans(event.DamageEmpty) {
			severity := Error
			if p.side(s) {
				severity = Info
			}
			if p.Log.Files[s.file].Role != event.RoleEvents {
				p.reportSpan(s, severity, "file is empty")
			}
		}
	},
}

var recordGlued = &Rule{
	ID: "LG003", Name: "record-glued", Severity: Error,
	Doc: Doc{
		Summary:    "two records where one should be",
		Why:        "a separator was lost or two writers met; upstream refuses the record as a whole",
		Fix:        "split the records",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/conversation/event_store.py _get_single_item (model_validate_json of the whole file)",
		Invariants: []string{"F07"},
		Bad: []string{`
state status=idle head=b1
sys s1
msg m1 ^ damage=glued  // want record-glued:error
bot b1 ^
`},
		Good: []string{"msg m1\nbot b1 ^\n"},
	},
	Run: func(p *Pass) {
		for _, s := range p.spans(event.DamageGlued) {
			p.reportSpan(s, Error, "bytes after the record")
		}
	},
}

var recordNUL = &Rule{
	ID: "LG004", Name: "record-nul", Severity: Error,
	Doc: Doc{
		Summary:    "a run of NUL bytes",
		Why:        "the file was extended and its data never flushed; the records that stood there are lost",
		Fix:        "remove the run, or restore the records from a copy",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/io/local.py (write in place, without a sync)",
		Invariants: []string{"F07"},
		Bad: []string{`
msg m1
damage nul  // want record-nul:error
bot b1 ^
`},
		Good: []string{"msg m1\nbot b1 ^\n"},
	},
	Run: func(p *Pass) {
		for _, s := range p.spans(event.DamageNUL) {
			p.reportSpan(s, Error, "run of NUL bytes")
		}
	},
}

var encodingInvalid = &Rule{
	ID: "LG005", Name: "encoding-invalid", Severity: Error,
	Doc: Doc{
		Summary:    "bytes that are not UTF-8, half of a surrogate pair, or a byte order mark",
		Why:        "upstream raises on an event file that is not UTF-8 and on half of a pair anywhere; other readers replace the character in silence and hide the fault",
		Fix:        "re-encode the record",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/io/local.py (reads as UTF-8), conversation/event_store.py _get_single_item (model_validate_json)",
		Invariants: []string{"F07"},
		Bad: []string{`
state status=idle head=b1
sys s1
msg m1 ^ damage=utf8  // want encoding-invalid:error
bot b1 ^ damage=bom  // want encoding-invalid:error
`, `
msg m1 damage=utf8  // want encoding-invalid:warning
bot b1 ^ damage=surrogate  // want encoding-invalid:error
`},
		Good: []string{"msg m1 text=\"\\u00e9\"\nbot b1 ^\n"},
	},
	Run: func(p *Pass) {
		for _, s := range p.spans(event.DamageUTF8, event.DamageSurrogate, event.DamageBOM) {
			switch {
			case s.Reason == event.DamageSurrogate:
				p.reportSpan(s, Error, "escape of half a surrogate pair")
			case s.Reason == event.DamageBOM && p.oneRecord(s):
				p.reportSpan(s, Error, "byte order mark before the record")
			case s.Reason == event.DamageBOM:
				p.reportSpan(s, Info, "byte order mark")
			case p.oneRecord(s):
				p.reportSpan(s, Error, "not UTF-8")
			default:
				p.reportSpan(s, Warning, "not UTF-8")
			}
		}
	},
}

var jsonNonstandard = &Rule{
	ID: "LG006", Name: "json-nonstandard", Severity: Warning,
	Doc: Doc{
		Summary:    "JSON that readers take differently: a key that stands twice, NaN, Infinity",
		Why:        "of two values for one key upstream takes the last and others the first; strict readers refuse NaN and Infinity",
		Fix:        "write the record again from what upstream reads",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/conversation/event_store.py _get_single_item (model_validate_json: the last of two values stands, NaN and Infinity are taken); RFC 8259 §4, §6",
		Invariants: []string{"F07"},
		Bad: []string{`
msg m1 damage=duplicate-key  // want json-nonstandard:warning
bot b1 ^ damage=nonstandard  // want json-nonstandard:info
`},
		Good: []string{"msg m1\nbot b1 ^\n"},
	},
	Run: func(p *Pass) {
		for _, s := range p.spans(event.DamageDuplicateKey, event.DamageNonstandard) {
			if s.Reason == event.DamageDuplicateKey {
				p.reportSpan(s, Warning, "a key stands twice")
			} else {
				p.reportSpan(s, Info, "JSON with NaN or Infinity")
			}
		}
	},
}

var containerDamaged = &Rule{
	ID: "LG007", Name: "container-damaged", Severity: Error,
	Doc: Doc{
		Summary:    "an archive or a compressed stream that breaks off, or a file that cannot be read",
		Why:        "what lies behind the break is unknown, so nothing about the log is certain",
		Fix:        "fetch the file again",
		Source:     "software-agent-sdk openhands-agent-server/openhands/agent_server/file_router.py (trajectory archives); RFC 1952 §2.3 and the end record of zip, which tell a whole archive from a part",
		Invariants: []string{"F07"},
		Bad: []string{`
conv shape=directory
file name=export.zip damage=container  // want container-damaged:error
`},
		Good: []string{"msg m1\nbot b1 ^\n"},
	},
	Run: func(p *Pass) {
		spans := p.spans(event.DamageContainer, event.DamageUnreadable)
		for _, s := range spans {
			what := "container is cut off or damaged"
			switch name := p.Log.Files[s.file].Name; {
			case slices.ContainsFunc(spans, func(o span) bool { return strings.HasPrefix(name, p.Log.Files[o.file].Name+"!") }):
				continue // a member of the container that is told of
			case s.Reason == event.DamageUnreadable:
				what = "file cannot be read"
			}
			p.reportSpan(s, Error, what, p.membersOf(s, spans)...)
		}
	},
}

// membersOf are the places of damage within the members of a container.
func (p *Pass) membersOf(s span, spans []span) []Place {
	var out []Place
	for _, o := range spans {
		if strings.HasPrefix(p.Log.Files[o.file].Name, p.Log.Files[s.file].Name+"!") && len(out) < mostPlaces {
			out = append(out, Place{Row: o.row, EventID: p.Log.Files[o.file].ID, Location: p.fileAt(o.file, o.Damage), Note: "cut off with it"})
		}
	}
	return out
}
