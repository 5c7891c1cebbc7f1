package report

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/traj-dev/traj/internal/policy"
)

// GitHub's limits of a SARIF file (docs.github.com, SARIF support for code
// scanning, "Validating your SARIF file"): beyond the first two an upload is
// rejected, beyond the third locations are dropped. Of 25,000 results it shows
// the gravest 5,000.
const (
	mostResults   = 25_000
	mostGzipped   = 10_000_000 // bytes; the limit is 10 MB
	mostLocations = 100
)

// sarifSink prints audited logs as a SARIF 2.1.0 document with one run. A
// finding's fingerprint survives a re-export of the log.
type sarifSink struct {
	kept
	w io.Writer
	o SinkOptions
}

// End prints the document. Results that GitHub would reject it for are left
// out, the mildest first, and counted in the document.
func (s *sarifSink) End(e *End) error {
	all := s.spots()
	for keep := min(len(all), mostResults); ; keep = keep * 3 / 4 {
		doc, err := s.document(e, gravest(all, keep), len(all)-keep)
		if err != nil {
			return err
		}
		if keep == 0 || len(doc) <= mostGzipped || gzipped(doc) <= mostGzipped {
			_, err := s.w.Write(doc)
			return err
		}
	}
}

func (s *sarifSink) spots() []spot {
	var out []spot
	for _, a := range s.logs {
		for i := range a.Report.Findings {
			out = append(out, spot{a, i})
		}
	}
	return out
}

// gravest are the n findings that matter most, in the order in which they were
// found: those that count before the others, then by severity.
func gravest(all []spot, n int) []spot {
	if n == len(all) {
		return all
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	weight := func(k int) int {
		w := int(all[k].finding().Severity)
		if all[k].log.Mark(all[k].i).State == policy.Reported {
			w += 10
		}
		return w
	}
	slices.SortStableFunc(order, func(a, b int) int { return weight(b) - weight(a) })
	order = slices.Sorted(slices.Values(order[:n]))
	out := make([]spot, n)
	for i, k := range order {
		out[i] = all[k]
	}
	return out
}

func (s *sarifSink) document(e *End, results []spot, left int) ([]byte, error) {
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{Name: e.Tool.Name, Version: e.Tool.Version, InformationURI: homeURL, Rules: []sarifRule{}}},
		ColumnKind: "unicodeCodePoints", Invocations: []sarifInvocation{sarifInvocationOf(e, left)},
		Bases:   map[string]sarifBase{sourceRoot: {sarifText{Text: "the root of the repository"}}},
		Results: []sarifResult{}, Properties: sarifRunProperties{e.Counts.Logs, e.Counts.Events, left},
	}
	index := map[string]int{}
	for i, r := range e.Rules {
		index[r.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(r))
	}
	for _, x := range results {
		run.Results = append(run.Results, s.result(x, index[x.finding().Rule.ID], e.Baseline != ""))
	}
	var b bytes.Buffer
	enc := json.NewEncoder(SafeJSON(&b))
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err := enc.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
	return b.Bytes(), err
}

// gzipped is the size of data when it is compressed, as an upload does.
func gzipped(data []byte) int {
	var n counter
	w := gzip.NewWriter(&n)
	if _, err := w.Write(data); err != nil || w.Close() != nil {
		return len(data) // a counter takes everything
	}
	return int(n)
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// sarifInvocationOf tells what could not be read, what of the policy no longer
// holds, and how many results are left out.
func sarifInvocationOf(e *End, left int) sarifInvocation {
	out := sarifInvocation{ExecutionSuccessful: len(e.Problems) == 0}
	for _, p := range e.Problems {
		out.Execution = append(out.Execution, sarifNotification{"error", sarifText{Text: Clean(p)}})
	}
	if left > 0 {
		out.Execution = append(out.Execution, sarifNotification{"warning", sarifText{Text: fmt.Sprintf("%s left out, the mildest, to stay within what GitHub takes: %d results, %d bytes compressed", Count(left, "result"), mostResults, mostGzipped)}})
	}
	for _, n := range PolicyNotes(e) {
		out.Configuration = append(out.Configuration, sarifNotification{"note", sarifText{Text: Clean(n)}})
	}
	return out
}
