package report

import (
	"fmt"
	"time"

	"github.com/traj-dev/traj/replay"
)

// OrphanedLog is the work-list of one log.
type OrphanedLog struct {
	Name     string
	Profile  string
	Redacted bool
	Tally    *replay.Tally
	Orphans  []*replay.Orphan
	Findings []replay.LedgerFinding
	Partial  bool // the log was not looked at to its end
}

// OrphanCounts sums a work-list up.
type OrphanCounts struct {
	Logs     int            `json:"logs"`
	Actions  int            `json:"actions"` // all actions of the logs
	Listed   int            `json:"listed"`
	Unknown  int            `json:"unknown"` // not confirmed and not failed
	ByEffect map[string]int `json:"unknown_by_effect"`
	ByStatus map[string]int `json:"by_status"`
	Outcomes map[string]int `json:"outcomes"` // of all actions
	Findings int            `json:"ledger_findings"`
}

// NewOrphanCounts returns counts of nothing.
func NewOrphanCounts() *OrphanCounts {
	c := &OrphanCounts{ByEffect: map[string]int{}, ByStatus: map[string]int{}, Outcomes: map[string]int{}}
	for _, e := range replay.Effects() {
		c.ByEffect[e.String()] = 0
	}
	return c
}

// Add counts a log.
func (c *OrphanCounts) Add(a *OrphanedLog) {
	c.Logs++
	a.Tally.Each(func(o replay.Outcome, n int) {
		c.Actions += n
		c.Outcomes[o.String()] += n
	})
	c.Findings += len(a.Findings)
	for _, o := range a.Orphans {
		c.Listed++
		c.ByStatus[o.Status.String()]++
		if !o.Status.Settled() {
			c.Unknown++
			c.ByEffect[o.Effect.String()]++
		}
	}
}

// OrphansSummary is the last line of a work-list.
func OrphansSummary(c *OrphanCounts) string {
	head := Count(c.Logs, "log") + ", " + Count(c.Actions, "action")
	if c.Unknown == 0 {
		return head + ": nothing is left to find out"
	}
	s := fmt.Sprintf("%s: %d to find out", head, c.Unknown)
	sep := " ("
	for _, e := range replay.Effects() {
		if n := c.ByEffect[e.String()]; n > 0 {
			s += fmt.Sprintf("%s%d %s", sep, n, e)
			sep = ", "
		}
	}
	return s + ")"
}

// age words how long before the end of its log an action stands.
func age(o *replay.Orphan) string {
	s := Count(o.Later, "event") + " before the last of the log"
	if o.Later == 0 {
		s = "the last event of the log"
	}
	if o.Age > 0 {
		s += ", " + (time.Duration(o.Age) * time.Microsecond).Round(time.Second).String() + " before the last recorded time"
	}
	return s
}

// outcomeWords is an outcome with who wrote the error of a synthetic one.
func outcomeWords(o *replay.Orphan) string {
	s := o.Outcome.String()
	if o.Outcome == replay.Synthetic {
		s += " (" + o.By.String() + ")"
	}
	if o.Runs > 1 || o.Runs == 1 && !o.Outcome.Known() {
		s += ", " + Count(o.Runs, "real result")
	}
	return s
}

func branchWords(o *replay.Orphan) string {
	where := "off the active branch"
	if o.OnBranch {
		where = "on the active branch"
	}
	if o.Head != "" {
		where += ", which ends at " + o.Head
	}
	if !o.OnBranch && o.Head != "" {
		where = "off the active branch, on one that ends at " + o.Head
	}
	return where
}

func toolWords(o *replay.Orphan) string {
	if o.Tool == "" {
		return "(no tool named)"
	}
	return o.Tool
}
