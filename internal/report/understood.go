package report

import (
	"fmt"
	"strings"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/project"
)

// InfoUnderstood is how much of a log was understood. The shares are counts;
// UnknownPercent is the greatest of their parts that are not typed.
type InfoUnderstood struct {
	Records        InfoShare `json:"records"`
	Bytes          InfoShare `json:"bytes"`
	Text           InfoShare `json:"text"`
	UnknownPercent float64   `json:"unknown_percent"`
}

// InfoShare splits an amount.
type InfoShare struct {
	Typed      int64 `json:"typed"`
	Opaque     int64 `json:"opaque"`
	Unreadable int64 `json:"unreadable"`
}

// InfoSkip is what is not checked of a log, for one reason.
type InfoSkip struct {
	Reason string   `json:"reason"`
	Rules  []string `json:"rules"`
}

// Explain adds how far the log was understood and what of it is not checked:
// rules that do not apply, and limits is what the format's reader leaves out.
func (i *Info) Explain(u project.Understood, skips []audit.Skip, limits []string) {
	i.Understood = &InfoUnderstood{InfoShare(u.Records), InfoShare(u.Bytes), InfoShare(u.Text), u.Unknown()}
	i.NotChecked, i.Limits = []InfoSkip{}, append([]string{}, limits...)
	at := map[string]int{}
	for _, s := range skips {
		k, ok := at[s.Reason]
		if !ok {
			k = len(i.NotChecked)
			at[s.Reason] = k
			i.NotChecked = append(i.NotChecked, InfoSkip{Reason: s.Reason})
		}
		i.NotChecked[k].Rules = append(i.NotChecked[k].Rules, s.Rule.Name)
	}
}

// explained are the lines of the text about what Explain added.
func (i *Info) explained() [][]string {
	if i.Understood == nil {
		return nil
	}
	u := i.Understood
	rows := [][]string{{"understood", percent(100 - u.UnknownPercent), strings.Join([]string{
		shareText(u.Records, "events"), shareText(u.Bytes, "bytes"), shareText(u.Text, "bytes of text that a model saw")}, "; ")}}
	label, foreign := "not checked", 0
	for _, s := range i.NotChecked {
		if strings.HasPrefix(s.Reason, "the rule is about ") {
			foreign += len(s.Rules)
			continue
		}
		rows = append(rows, []string{label, Count(len(s.Rules), "rule"), s.Reason})
		label = ""
	}
	if foreign > 0 {
		rows = append(rows, []string{label, Count(foreign, "rule"), "about logs of other upstreams"})
	}
	label = "limits"
	for _, l := range i.Limits {
		rows = append(rows, []string{label, "", l})
		label = ""
	}
	return rows
}

// shareText words a share: what is not typed only where there is some.
func shareText(s InfoShare, of string) string {
	text := fmt.Sprintf("%d %s", s.Typed, of)
	if s.Opaque > 0 {
		text += fmt.Sprintf(", %d more of no known kind", s.Opaque)
	}
	if s.Unreadable > 0 {
		text += fmt.Sprintf(", %d damaged", s.Unreadable)
	}
	return text
}

// percent is a share as people read it: whole unless that would hide something.
func percent(p float64) string {
	switch {
	case p == 100 || p == 0:
		return fmt.Sprintf("%.0f %%", p)
	case p > 99.9:
		return "99.9 %"
	case p < 0.1:
		return "0.1 %"
	}
	return fmt.Sprintf("%.1f %%", p)
}
