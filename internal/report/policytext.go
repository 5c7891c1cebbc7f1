package report

import (
	"fmt"

	"github.com/traj-dev/traj/internal/policy"
)

// suppressedBy says why a finding does not count.
func suppressedBy(s *policy.Suppression) string {
	out := "suppressed"
	if s.Until != "" {
		out += " until " + s.Until
	}
	return out + " by " + s.Origin.String() + ": " + s.Reason
}

// mostFixed bounds how many findings that are gone are named.
const mostFixed = 20

// PolicyNotes are the lines for people on what became of suppressions and of
// the baseline: what no longer holds, what covers nothing, what is fixed.
func PolicyNotes(e *End) []string {
	var out []string
	for _, u := range e.Uses {
		switch {
		case u.Expired:
			out = append(out, fmt.Sprintf("%s: the suppression of %s ended on %s: it covers nothing any more (%s)", u.Origin, what(u.Suppression), u.Until, u.Reason))
		case u.Unused():
			out = append(out, fmt.Sprintf("%s: the suppression of %s covers nothing: remove it (%s)", u.Origin, what(u.Suppression), u.Reason))
		}
	}
	for i, f := range e.Fixed {
		if i == mostFixed {
			out = append(out, fmt.Sprintf("fixed: and %d more", len(e.Fixed)-i))
			break
		}
		out = append(out, fmt.Sprintf("fixed: %s %s in %s: %s", f.Severity, f.Name, f.Log, f.Message))
	}
	if len(e.Fixed) > 0 {
		out = append(out, fmt.Sprintf("%s of %s fixed: write the baseline again, or it hides them if they return", Count(len(e.Fixed), "finding"), e.Baseline))
	}
	return out
}

// what a suppression is about.
func what(s *policy.Suppression) string {
	out := s.Rule
	if out == "" {
		out = "finding " + s.Finding
	}
	if s.Event != "" {
		out += " at " + s.Event
	}
	if s.Path != "" {
		out += " in " + s.Path
	}
	return out
}
