package report

import (
	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/policy"
	"github.com/traj-dev/traj/project"
)

// AuditedLog is what an audit has to say about one log.
type AuditedLog struct {
	Name         string
	Conversation string
	Unit         int // of the inputs, in a shard
	Format       string
	Shape        event.Shape
	Profile      project.Choice
	Events       int
	Damage       int // spans of the input that are no sound record
	Report       *audit.Report
	Marks        []policy.Mark // what a policy makes of each finding; nil: all of them count
	Spans        []Span        // the bytes of each finding's record
}

// Mark is what a policy makes of finding i.
func (a *AuditedLog) Mark(i int) policy.Mark {
	if i < len(a.Marks) {
		return a.Marks[i]
	}
	return policy.Mark{Fingerprint: a.Report.Findings[i].ID}
}

// Audited gathers what is printed of a log, so that the log itself can go.
func Audited(r *project.Reading, c project.Choice, rep *audit.Report) *AuditedLog {
	a := &AuditedLog{Name: r.Log.Name, Conversation: r.Log.Conversation, Unit: r.Log.Unit, Format: r.Log.Format, Shape: r.Log.Shape, Profile: c, Events: r.Log.Len(), Report: rep}
	for _, f := range r.Log.Files {
		a.Damage += len(f.Damage)
	}
	for i := range rep.Findings {
		a.Spans = append(a.Spans, spanOf(r.Log, &rep.Findings[i]))
	}
	return a
}

// Tool names the program that made an output.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Counts sums an audit up. By severity it counts the findings that no policy
// suppresses and no baseline knows.
type Counts struct {
	Logs       int `json:"logs"`
	Events     int `json:"events"`
	Error      int `json:"error"`
	Warn       int `json:"warning"`
	Info       int `json:"info"`
	Suppressed int `json:"suppressed"`
	Known      int `json:"known"`
}

// Add counts a log and its findings.
func (c *Counts) Add(a *AuditedLog) {
	c.Logs++
	c.Events += a.Events
	for i, f := range a.Report.Findings {
		switch a.Mark(i).State {
		case policy.Suppressed:
			c.Suppressed++
			continue
		case policy.Known:
			c.Known++
			continue
		}
		switch f.Severity {
		case audit.Error:
			c.Error++
		case audit.Warning:
			c.Warn++
		default:
			c.Info++
		}
	}
}

// AtLeast is the number of findings of a severity and above.
func (c Counts) AtLeast(s audit.Severity) int {
	n := c.Error
	if s <= audit.Warning {
		n += c.Warn
	}
	if s <= audit.Info {
		n += c.Info
	}
	return n
}
