package policy

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/traj-dev/traj/audit"
)

// baselineVersion is that of the file that WriteBaseline makes.
const baselineVersion = 1

// Baseline is a set of findings that are known.
type Baseline struct {
	File    string // as it is printed
	list    []Entry
	gravest map[string]audit.Severity // by fingerprint
}

// Entry is a finding that is known. Only its fingerprint and its severity
// count; the rest is for people who read the file.
type Entry struct {
	Fingerprint  string `json:"fingerprint"`
	Rule         string `json:"rule"`
	Name         string `json:"name"`
	Severity     string `json:"severity"`
	Log          string `json:"log"` // relative to the policy
	Conversation string `json:"conversation,omitempty"`
	EventID      string `json:"event_id,omitempty"`
	Message      string `json:"message"`
}

func entryOf(l Log, f *audit.Finding, fingerprint string) Entry {
	return Entry{fingerprint, f.Rule.ID, f.Rule.Name, f.Severity.String(), l.Path, l.Conversation, f.EventID, f.Message}
}

// knows reports whether the baseline has a finding at this severity or a graver
// one: what has become graver is new.
func (b *Baseline) knows(fingerprint string, s audit.Severity) bool {
	return b != nil && b.gravest[fingerprint] >= s
}

func (b *Baseline) entries() []Entry {
	if b == nil {
		return nil
	}
	return b.list
}

// ReadBaseline reads what WriteBaseline wrote; file is its name in errors.
func ReadBaseline(file string, data []byte) (*Baseline, error) {
	var doc struct {
		SchemaVersion int     `json:"schema_version"`
		Findings      []Entry `json:"findings"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("%s is no baseline: %w; traj baseline writes one", file, err)
	}
	if doc.SchemaVersion != baselineVersion {
		return nil, fmt.Errorf("%s is a baseline of version %d, this traj reads %d; write it again with traj baseline", file, doc.SchemaVersion, baselineVersion)
	}
	b := &Baseline{File: file, list: sortedEntries(doc.Findings), gravest: map[string]audit.Severity{}}
	for i, e := range doc.Findings {
		s, ok := audit.SeverityNamed(e.Severity)
		if !ok || e.Fingerprint == "" {
			return nil, fmt.Errorf("%s: finding %d has no fingerprint or an unknown severity %q; write the file again with traj baseline", file, i+1, e.Severity)
		}
		b.gravest[e.Fingerprint] = max(b.gravest[e.Fingerprint], s)
	}
	return b, nil
}

// WriteBaseline writes entries as JSON with one finding a line, so that a
// review shows what has changed.
func WriteBaseline(w io.Writer, entries []Entry) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "{\"schema_version\":%d,\"tool\":\"traj\",\"findings\":[", baselineVersion)
	for i, e := range sortedEntries(entries) {
		var line bytes.Buffer
		enc := json.NewEncoder(&line)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(e); err != nil {
			return err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		b.Write(bytes.TrimRight(line.Bytes(), "\n"))
	}
	_, err := b.WriteString("\n]}\n")
	return errors.Join(err, b.Flush())
}

// sortedEntries are the entries by log, rule and fingerprint, each once.
func sortedEntries(entries []Entry) []Entry {
	out := slices.Clone(entries)
	slices.SortFunc(out, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Log, b.Log), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Fingerprint, b.Fingerprint),
			cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(out)
}

// plainID is a conversation's id in one spelling.
func plainID(id string) string { return strings.ToLower(strings.ReplaceAll(id, "-", "")) }
