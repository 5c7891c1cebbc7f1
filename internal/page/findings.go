package page

import (
	"cmp"
	"slices"

	"github.com/traj-dev/traj/audit"
)

// mostFindings is how many findings of a log a page lists, the gravest first.
const mostFindings = 3000

// mostPlaces is how many other places of a finding are listed.
const mostPlaces = 20

// ruleNote is what a reader needs to know of a rule that found something.
type ruleNote struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Summary string `json:"summary"`
	Why     string `json:"why"`
	Fix     string `json:"fix"`
}

type finding struct {
	Rule     int     `json:"rule"`
	Severity string  `json:"severity"`
	Message  string  `json:"message"`
	Row      int32   `json:"row"`
	Event    string  `json:"event,omitempty"`
	Call     string  `json:"call,omitempty"`
	Field    string  `json:"field,omitempty"`
	Where    where   `json:"where"`
	Related  []place `json:"related,omitempty"`
	More     int     `json:"more,omitempty"` // places left out
}

// where is a span of a file.
type where struct {
	File    string `json:"file,omitempty"`
	Line    int32  `json:"line,omitempty"`
	Offset  int64  `json:"offset"`
	Pointer string `json:"pointer,omitempty"`
}

type place struct {
	Row   int32  `json:"row"`
	Event string `json:"event,omitempty"`
	Note  string `json:"note"`
}

// silent is why some rules say nothing.
type silent struct {
	Reason string   `json:"reason"`
	Rules  []string `json:"rules"`
}

func (g *gatherer) findings(rep *audit.Report) {
	s := g.s
	s.Counts, s.Rules, s.Findings, s.Silent = map[string]int{"error": 0, "warning": 0, "info": 0}, []ruleNote{}, []finding{}, []silent{}
	found := make([]*audit.Finding, len(rep.Findings))
	for i := range rep.Findings {
		found[i] = &rep.Findings[i]
		s.Counts[found[i].Severity.String()]++
	}
	slices.SortStableFunc(found, func(a, b *audit.Finding) int { return cmp.Compare(b.Severity, a.Severity) })
	rules := map[*audit.Rule]int{}
	for _, f := range found[:min(len(found), mostFindings)] {
		if _, ok := rules[f.Rule]; !ok {
			rules[f.Rule] = len(s.Rules)
			s.Rules = append(s.Rules, ruleNote{f.Rule.ID, f.Rule.Name, f.Rule.Doc.Summary, f.Rule.Doc.Why, f.Rule.Doc.Fix})
		}
		s.Findings = append(s.Findings, findingOf(f, rules[f.Rule]))
	}
	for _, skip := range rep.NotApplicable {
		at := slices.IndexFunc(s.Silent, func(x silent) bool { return x.Reason == skip.Reason })
		if at < 0 {
			at = len(s.Silent)
			s.Silent = append(s.Silent, silent{Reason: skip.Reason})
		}
		s.Silent[at].Rules = append(s.Silent[at].Rules, skip.Rule.Name)
	}
}

func findingOf(f *audit.Finding, rule int) finding {
	out := finding{Rule: rule, Severity: f.Severity.String(), Message: f.Message, Row: f.Row, Event: f.EventID, Call: f.CallID, Field: f.Field,
		Where: where{f.Location.File, f.Location.Line, f.Location.Offset, f.Location.Pointer}}
	for i, p := range f.Related {
		if i == mostPlaces {
			out.More = len(f.Related) - i
			break
		}
		out.Related = append(out.Related, place{p.Row, p.EventID, p.Note})
	}
	return out
}
