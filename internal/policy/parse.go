package policy

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Words are those that a policy may use for what this package does not
// know: the profiles and the providers.
type Words struct{ Profiles, Providers []string }

// Parse reads a policy file; file is its name in origins and errors. It reads
// on after a mistake and returns all of them, each with its line; a policy with
// mistakes is not to be used.
func Parse(file string, data []byte, known Words) (*Policy, []error) {
	p := &Policy{File: file}
	if len(data) > mostBytes {
		return p, []error{fmt.Errorf("%s: has %d bytes, more than %d: it is no policy", file, len(data), mostBytes)}
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return p, []error{fmt.Errorf("%s: is not YAML: %w", file, err)}
	}
	if len(doc.Content) == 0 || doc.Content[0].Tag == "!!null" {
		return p, nil // all of it is a comment
	}
	r := &reader{file: file, known: known}
	r.mapping(doc.Content[0], "the policy", map[string]func(*yaml.Node){
		"fail-on":  r.word(&p.FailOn, "info", "warning", "error", "never"),
		"show":     r.word(&p.Show, "info", "warning", "error"),
		"profile":  r.word(&p.Profile, known.Profiles...),
		"provider": r.word(&p.Provider, known.Providers...),
		"baseline": r.text(&p.Baseline),
		"rules":    r.levels(&p.Rules),
		"paths":    r.list(func(n *yaml.Node) { r.section(n, p) }),
		"suppress": r.list(func(n *yaml.Node) { r.suppression(n, p) }),
	})
	return p, r.mistakes
}

// mostBytes is far above what a policy is written with.
const mostBytes = 4 << 20

func (r *reader) section(n *yaml.Node, p *Policy) {
	s := Section{Origin: r.origin(n)}
	var path Setting
	r.mapping(n, "a section of paths", map[string]func(*yaml.Node){
		"path":     r.pattern(&path),
		"profile":  r.word(&s.Profile, r.known.Profiles...),
		"provider": r.word(&s.Provider, r.known.Providers...),
		"rules":    r.levels(&s.Rules),
	})
	if s.Path = path.Value; s.Path == "" {
		r.mistake(n, "a section of paths needs a path, as \"runs/**\"")
	}
	p.Sections = append(p.Sections, s)
}

func (r *reader) suppression(n *yaml.Node, p *Policy) {
	s := &Suppression{Origin: r.origin(n)}
	var rule, path, event, finding, reason, until Setting
	r.mapping(n, "a suppression", map[string]func(*yaml.Node){
		"rule": r.selector(&rule), "path": r.pattern(&path), "event": r.text(&event), "finding": r.text(&finding),
		"reason": r.text(&reason), "until": r.day(&until),
	})
	s.Rule, s.Path, s.Event, s.Finding = rule.Value, path.Value, event.Value, finding.Value
	s.Reason, s.Until = strings.Join(strings.Fields(reason.Value), " "), until.Value
	if s.Rule == "" && s.Finding == "" {
		r.mistake(n, "a suppression names a rule or a finding; \"rule: all\" covers every rule")
	}
	if s.Reason == "" {
		r.mistake(n, "a suppression needs a reason: who accepts the finding, and why")
	}
	p.Suppressions = append(p.Suppressions, s)
}

// levels reads a mapping of selectors to levels.
func (r *reader) levels(out *[]Level) func(*yaml.Node) {
	return func(n *yaml.Node) {
		r.pairs(n, "rules", func(key, value *yaml.Node) {
			l := Level{Rule: key.Value, Value: value.Value, Origin: r.origin(key)}
			if !Selects(l.Rule) {
				r.mistake(key, fmt.Sprintf("no rule %q; %s", l.Rule, Suggest(l.Rule, Selectors(), "traj rules lists them")))
			}
			r.oneOf(value, Levels())
			*out = append(*out, l)
		})
	}
}

// selector reads what selects rules.
func (r *reader) selector(s *Setting) func(*yaml.Node) {
	return func(n *yaml.Node) {
		r.text(s)(n)
		if s.Value != "" && !Selects(s.Value) {
			r.mistake(n, fmt.Sprintf("no rule %q; %s", s.Value, Suggest(s.Value, Selectors(), "traj rules lists them")))
		}
	}
}
