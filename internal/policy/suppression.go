package policy

import (
	"strings"

	"github.com/traj-dev/traj/audit"
)

// Suppression says that findings are accepted, why, and until when.
type Suppression struct {
	Rule    string // a selector, "" where Finding says it
	Path    string // a pattern for the log or the file, "" is every one
	Event   string // the id of the finding's event, "" is every one
	Finding string // a finding's id or fingerprint, "" is every one
	Reason  string
	Until   string // the last day on which it holds, as 2026-12-31; "" is for ever
	Origin  Origin
}

// Use is what became of a suppression in a run.
type Use struct {
	*Suppression
	Findings int  // that it covers
	Logs     int  // that its path leads to
	Expired  bool // its last day is over: it covers nothing
}

// Unused reports whether the suppression could have covered something and did
// not. One for logs that were not audited is not unused.
func (u Use) Unused() bool { return u.Findings == 0 && u.Logs > 0 && !u.Expired }

// covers reports whether the suppression speaks of a finding that goes by the
// fingerprint; path is where its log lies, file where its bytes lie.
func (s *Suppression) covers(f *audit.Finding, fingerprint, path, file string) bool {
	return (s.Rule == "" || rank(s.Rule, f.Rule) > 0) &&
		(s.Event == "" || strings.EqualFold(s.Event, f.EventID)) &&
		(s.Finding == "" || s.Finding == f.ID || s.Finding == fingerprint) &&
		(s.Path == "" || matches(s.Path, path) || matches(s.Path, file))
}

// Expired reports whether the last day of the suppression is before a day.
func (s *Suppression) Expired(day string) bool { return s.Until != "" && s.Until < day }
