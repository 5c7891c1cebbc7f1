package selftest

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/internal/mutate"
	"github.com/traj-dev/traj/project"
)

// format is what the defects are defects of.
const format = "openhands-v1"

// Sample is a log in which defects are planted.
type Sample struct {
	Name string
	log  *mutate.Log

	made    bool            // by Generated
	control map[string]bool // the ids and severities of what is said of it as it is; nil before that is asked
	sound   bool            // nothing of warning or above is
}

// Take makes a sample of a log that was read. Where none can be made, the
// reason is returned instead.
func Take(l *event.Log) (*Sample, string) {
	switch {
	case l.Format != format:
		return nil, fmt.Sprintf("the defects are those of %s, and this is %s", format, l.Format)
	case l.Len() == 0:
		return nil, "it has no events"
	}
	m, err := mutate.Of(l)
	if err != nil {
		return nil, err.Error()
	}
	return &Sample{Name: l.Name, log: m}, ""
}

// Generated are sound logs made from a seed, as directories and as streams.
func Generated(seed uint64) []*Sample {
	var out []*Sample
	for _, l := range mutate.Generate(seed) {
		out = append(out, &Sample{Name: fmt.Sprintf("made from seed %d", seed), log: l, made: true})
		if !waits(l) {
			out = append(out, &Sample{Name: fmt.Sprintf("made from seed %d, as a stream", seed), log: l.Stream(), made: true})
		}
	}
	return out
}

// waits reports whether calls of a log wait for the user: without its state it
// is a log that ends in a call.
func waits(l *mutate.Log) bool {
	return strings.Contains(string(l.Files[0].Data), "waiting_for_confirmation")
}

// tries is how many places are tried for a defect in a log of the user's: a
// place that a seed chooses may be one that the defect cannot be planted at. Of
// logs that are made the next will do.
const tries = 12

// with is a copy of the sample with a defect, false where it has no place.
func (s *Sample) with(m *mutate.Mutator, seed uint64) (*mutate.Log, bool) {
	for try := range uint64(tries) {
		if l, ok := m.Apply(s.log, seed+try*1000); ok || s.made {
			return l, ok
		}
	}
	return nil, false
}

// shape is 1 for a stream, 0 for a directory.
func (s *Sample) shape() int {
	if s.log.Lines {
		return 1
	}
	return 0
}

// findings are what is said of a log and of those within it.
func findings(ctx context.Context, l *mutate.Log) ([]audit.Finding, error) {
	var out []audit.Finding
	for log, err := range formats.Load(ctx, []string{"-"}, bytes.NewReader(l.Bytes()), formats.Options{Workers: 1}) {
		if err != nil {
			return nil, err
		}
		_, r := project.AutoRead(log)
		out = append(out, audit.Run(r, audit.Options{}).Findings...)
	}
	return out, nil
}

func key(f audit.Finding) string { return f.ID + " " + f.Severity.String() }
