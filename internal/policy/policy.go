package policy

import (
	"slices"

	"github.com/traj-dev/traj/audit"
)

// Policy is what a policy file says. The zero value says nothing.
type Policy struct {
	File         string // as it is printed; "" without one
	Dir          string // the directory that its paths are relative to
	FailOn       Setting
	Show         Setting
	Profile      Setting
	Provider     Setting
	Baseline     Setting // a path, relative to Dir
	Rules        []Level
	Sections     []Section
	Suppressions []*Suppression
}

// Section is what holds for the logs below a path.
type Section struct {
	Path     string // a pattern
	Profile  Setting
	Provider Setting
	Rules    []Level
	Origin   Origin
}

// Effective is what holds for one log.
type Effective struct {
	Profile  Setting
	Provider Setting
	Sections []Section // that speak of it
	layers   [][]Level
}

// At returns what holds for a log whose path is relative to the policy. What
// flags say comes last.
func (p *Policy) At(path string, flags []Level) Effective {
	e := Effective{Profile: p.Profile, Provider: p.Provider, layers: [][]Level{p.Rules}}
	for _, s := range p.Sections {
		if matches(s.Path, path) {
			e.Sections = append(e.Sections, s)
			e.Profile, e.Provider = s.Profile.Or(e.Profile), s.Provider.Or(e.Provider)
			e.layers = append(e.layers, s.Rules)
		}
	}
	e.layers = append(e.layers, flags)
	return e
}

// Level is what holds for a rule.
func (e Effective) Level(r *audit.Rule) Level { return level(r, e.layers...) }

// Apply gives findings the severities of the policy and drops those of rules
// that are off, which join the rules that are not applicable. The order of what
// is left stays.
func (e Effective) Apply(rep *audit.Report) {
	if !e.speaks() {
		return
	}
	off := map[*audit.Rule]bool{}
	for _, r := range audit.Rules() {
		l := e.Level(r)
		severity, named := audit.SeverityNamed(l.Value)
		if off[r] = l.Value == "off"; off[r] {
			rep.NotApplicable = slices.DeleteFunc(rep.NotApplicable, func(s audit.Skip) bool { return s.Rule == r })
			rep.NotApplicable = append(rep.NotApplicable, audit.Skip{Rule: r, Reason: "turned off by " + l.Origin.String()})
		}
		for i := range rep.Findings {
			if f := &rep.Findings[i]; named && f.Rule == r {
				f.Severity = severity
			}
		}
	}
	rep.Findings = slices.DeleteFunc(rep.Findings, func(f audit.Finding) bool { return off[f.Rule] })
}

// speaks reports whether anything is said of any rule.
func (e Effective) speaks() bool {
	return slices.ContainsFunc(e.layers, func(l []Level) bool { return len(l) > 0 })
}
