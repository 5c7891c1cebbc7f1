package report

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/traj-dev/traj/audit"
)

// The parts of SARIF 2.1.0 (OASIS, 2020) that an audit has something to say in.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		ColumnKind  string            `json:"columnKind"`
		Invocations []sarifInvocation `json:"invocations"`
		Results     []sarifResult     `json:"results"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool `json:"executionSuccessful"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string      `json:"id"`
		Name             string      `json:"name"`
		ShortDescription sarifText   `json:"shortDescription"`
		FullDescription  sarifText   `json:"fullDescription"`
		Help             sarifText   `json:"help"`
		Default          sarifConfig `json:"defaultConfiguration"`
	}
	sarifConfig struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		ID       int            `json:"id,omitempty"`
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifText     `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine  int32  `json:"startLine"`
		ByteOffset *int64 `json:"byteOffset,omitempty"`
	}
	sarifLogical struct {
		Name               string `json:"name"`
		FullyQualifiedName string `json:"fullyQualifiedName"`
		Kind               string `json:"kind"`
	}
)

// SARIF prints audited logs as a SARIF 2.1.0 document with one run. A finding's
// fingerprint is its id, which survives a re-export of the log.
func SARIF(w io.Writer, tool Tool, rules []*audit.Rule, logs []*AuditedLog, complete bool) error {
	index := map[string]int{}
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: tool.Name, Version: tool.Version}}, ColumnKind: "unicodeCodePoints",
		Invocations: []sarifInvocation{{complete}}, Results: []sarifResult{}}
	for i, r := range rules {
		index[r.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{ID: r.ID, Name: r.Name,
			ShortDescription: sarifText{sentence(r.Doc.Summary)}, FullDescription: sarifText{sentence(r.Doc.Summary) + " " + sentence(r.Doc.Why)},
			Help: sarifText{helpText(r)}, Default: sarifConfig{sarifLevel(r.Severity)}})
	}
	for _, a := range logs {
		for i := range a.Report.Findings {
			f := &a.Report.Findings[i]
			run.Results = append(run.Results, sarifOf(f, a, index[f.Rule.ID]))
		}
	}
	enc := json.NewEncoder(SafeJSON(w))
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func sarifOf(f *audit.Finding, a *AuditedLog, rule int) sarifResult {
	out := sarifResult{RuleID: f.Rule.ID, RuleIndex: rule, Level: sarifLevel(f.Severity), Message: sarifText{Clean(f.Message)},
		Locations: []sarifLocation{sarifPlace(f.Location, f.EventID, a)}, Fingerprints: map[string]string{"trajFinding/v1": f.ID}}
	for i, p := range f.Related {
		l := sarifPlace(p.Location, p.EventID, a)
		l.ID, l.Message = i+1, &sarifText{Clean(p.Note)}
		out.Related = append(out.Related, l)
	}
	return out
}

// sarifPlace is a place as a file relative to where traj ran, and the event
// within the log. A member of an archive lies in the archive's file.
func sarifPlace(l audit.Location, event string, a *AuditedLog) sarifLocation {
	file, member, inside := strings.Cut(l.File, "!")
	if file == "" {
		file = strings.SplitN(a.Name, "!", 2)[0]
	}
	region := &sarifRegion{StartLine: max(l.Line, 1), ByteOffset: &l.Offset}
	if inside || l.File == "" {
		region = nil
	}
	out := sarifLocation{Physical: &sarifPhysical{sarifArtifact{fileURI(file)}, region}}
	if event != "" {
		out.Logical = append(out.Logical, sarifLogical{Clean(event), Clean(a.Name + "#" + event), "object"})
	} else if member != "" {
		out.Logical = append(out.Logical, sarifLogical{Clean(member), Clean(l.File), "resource"})
	}
	return out
}

// fileURI is a relative reference for a relative path, a file URI for an
// absolute one.
func fileURI(path string) string {
	p := filepath.ToSlash(path)
	if strings.HasPrefix(p, "/") {
		return (&url.URL{Scheme: "file", Path: p}).String()
	}
	return strings.TrimPrefix((&url.URL{Path: strings.TrimPrefix(p, "./")}).String(), "./")
}

func sarifLevel(s audit.Severity) string {
	if s == audit.Info {
		return "note"
	}
	return s.String()
}

func helpText(r *audit.Rule) string {
	parts := []string{sentence(r.Doc.Summary)}
	for _, p := range explanation(r) {
		parts = append(parts, p.title+" "+p.text)
	}
	return strings.Join(parts, "\n\n")
}
