package report

import (
	"net/url"
	"path/filepath"
	"strings"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/policy"
)

// sourceRoot names the root of the repository, which an uploader knows and the
// document does not: it would depend on the machine.
const sourceRoot = "%SRCROOT%"

// result is one finding. GitHub knows an alert again by
// primaryLocationLineHash and computes it from the line where it is not given;
// a line of a log moves with every re-export, so it is the fingerprint here.
func (s *sarifSink) result(x spot, rule int, baseline bool) sarifResult {
	f, m := x.finding(), x.log.Mark(x.i)
	out := sarifResult{RuleID: f.Rule.ID, RuleIndex: rule, Level: sarifLevel(f.Severity), Message: sarifText{Text: Clean(f.Message)},
		Locations:    []sarifLocation{s.location(f.Location, f.EventID, x.log, x.log.Spans[x.i])},
		Fingerprints: map[string]string{"trajFinding/v1": m.Fingerprint, "primaryLocationLineHash": m.Fingerprint + ":1"}}
	for i, p := range f.Related {
		if i == mostLocations {
			out.Properties = &sarifResultProperties{len(f.Related) - i}
			break
		}
		l := s.location(p.Location, p.EventID, x.log, Span{Offset: p.Location.Offset, Line: p.Location.Line, EndLine: p.Location.Line})
		l.ID, l.Message = i+1, &sarifText{Text: Clean(p.Note)}
		out.Related = append(out.Related, l)
	}
	if m.By != nil {
		out.Suppressions = []sarifSuppression{{"external", "accepted", Clean(m.By.Reason)}}
	}
	switch {
	case baseline && m.State == policy.Known:
		out.Baseline = "unchanged"
	case baseline:
		out.Baseline = "new"
	}
	return out
}

// location is a place as a file relative to the root of the repository, and the
// event within the log. A member of an archive lies in the archive's file, of
// which no byte can be named.
func (s *sarifSink) location(l audit.Location, event string, a *AuditedLog, span Span) sarifLocation {
	file, member, inside := strings.Cut(l.File, "!")
	if file == "" {
		file = strings.SplitN(a.Name, "!", 2)[0]
	}
	region := &sarifRegion{StartLine: max(span.Line, 1), EndLine: span.EndLine}
	if !inside && l.File != "" {
		region.ByteOffset = &span.Offset
		if span.Length > 0 {
			region.ByteLength = &span.Length
		}
	}
	out := sarifLocation{Physical: &sarifPhysical{artifact(s.o.place(file)), region}}
	if event != "" {
		out.Logical = append(out.Logical, sarifLogical{Clean(event), Clean(s.o.place(a.Name) + "#" + event), "object"})
	} else if member != "" {
		out.Logical = append(out.Logical, sarifLogical{Clean(member), Clean(l.File), "resource"})
	}
	return out
}

// artifact is a relative reference for a relative path, a file URI for an
// absolute one.
func artifact(path string) sarifArtifact {
	p := filepath.ToSlash(path)
	if strings.HasPrefix(p, "/") {
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: p}).String()}
	}
	return sarifArtifact{(&url.URL{Path: strings.TrimPrefix(p, "./")}).String(), sourceRoot}
}

func sarifLevel(s audit.Severity) string {
	if s == audit.Info {
		return "note"
	}
	return s.String()
}
