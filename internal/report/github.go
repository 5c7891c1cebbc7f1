package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/policy"
)

// mostAnnotations is how many annotations of each kind GitHub shows for a step
// (docs.github.com, usage limits of annotations: ten errors, ten warnings, ten
// notices; fifty for a job).
const mostAnnotations = 10

// githubSink prints findings as annotations of GitHub's workflow commands.
type githubSink struct {
	w       io.Writer
	o       SinkOptions
	printed map[string]int // by command
	left    map[string]int
}

// Log annotates the findings of a log that count and are shown.
func (s *githubSink) Log(a *AuditedLog) error {
	for i := range a.Report.Findings {
		f := &a.Report.Findings[i]
		if f.Severity < s.o.Shown || a.Mark(i).State != policy.Reported {
			continue
		}
		lines := []string{f.Message}
		for _, r := range related(f) {
			lines = append(lines, strings.TrimSpace(r))
		}
		if f.EventID != "" {
			lines = append(lines, "event "+f.EventID)
		}
		file, member, inside := strings.Cut(f.Location.File, "!")
		if inside {
			lines = append(lines, "in "+member)
		}
		props := "file=" + githubProperty(s.o.place(file))
		if line := a.Spans[i].Line; line > 0 {
			props += fmt.Sprintf(",line=%d", line)
		} else if !inside {
			props += ",line=1"
		}
		props += ",title=" + githubProperty("traj "+f.Rule.ID+" "+f.Rule.Name)
		if err := s.annotate(githubCommand(f.Severity), props, lines); err != nil {
			return err
		}
	}
	return nil
}

// End annotates what could not be read and says how much is not annotated.
func (s *githubSink) End(e *End) error {
	for _, p := range e.Problems {
		if err := s.annotate("error", "title="+githubProperty("traj cannot read"), []string{p}); err != nil {
			return err
		}
	}
	var left []string
	for _, command := range []string{"error", "warning", "notice"} {
		if n := s.left[command]; n > 0 {
			left = append(left, Count(n, command))
		}
	}
	if len(left) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(s.w, "traj: not annotated: %s; GitHub shows %d of each kind for a step\n", strings.Join(left, ", "), mostAnnotations)
	return err
}

func (s *githubSink) annotate(command, props string, lines []string) error {
	if s.printed == nil {
		s.printed, s.left = map[string]int{}, map[string]int{}
	}
	if s.printed[command] == mostAnnotations {
		s.left[command]++
		return nil
	}
	s.printed[command]++
	for i, l := range lines {
		lines[i] = Clean(l)
	}
	_, err := fmt.Fprintf(s.w, "::%s %s::%s\n", command, props, githubData(strings.Join(lines, "\n")))
	return err
}

func githubCommand(s audit.Severity) string {
	if s == audit.Info {
		return "notice"
	}
	return s.String()
}

// githubData escapes the message of a command (actions/toolkit,
// packages/core/src/command.ts escapeData).
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// githubProperty escapes a property of a command (the same file,
// escapeProperty).
func githubProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(Clean(s))
}
