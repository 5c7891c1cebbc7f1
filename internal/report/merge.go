package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// auditDoc is the JSON of an audit, as far as a merge looks at it.
type auditDoc struct {
	SchemaVersion int               `json:"schema_version"`
	Tool          Tool              `json:"tool"`
	Logs          []json.RawMessage `json:"logs"`
	Findings      []json.RawMessage `json:"findings"`
	Summary       Counts            `json:"summary"`
	Policy        jsonPolicy        `json:"policy"`
	Problems      []string          `json:"problems"`
	Shard         *jsonShard        `json:"shard"`
}

// mergedLog is a log of a shard with its findings, or a problem.
type mergedLog struct {
	unit     int
	log      json.RawMessage
	findings []json.RawMessage
	problem  string
}

// MergeAudits prints the JSON that an audit of all the inputs prints, from that
// of its shards, in any order.
func MergeAudits(w io.Writer, shards [][]byte) error {
	docs := make([]*auditDoc, len(shards))
	for i, b := range shards {
		docs[i] = &auditDoc{}
		dec := json.NewDecoder(bytes.NewReader(b))
		dec.DisallowUnknownFields()
		if err := dec.Decode(docs[i]); err != nil {
			return fmt.Errorf("shard %d is not the JSON of an audit: %w", i+1, err)
		}
	}
	if err := complete(docs); err != nil {
		return err
	}
	var all, problems []mergedLog
	for _, d := range docs {
		logs, bad, err := d.split()
		if err != nil {
			return fmt.Errorf("shard %d/%d: %w", d.Shard.Index, d.Shard.Of, err)
		}
		all, problems = append(all, logs...), append(problems, bad...)
	}
	byUnit := func(a, b mergedLog) int { return cmp.Compare(a.unit, b.unit) }
	slices.SortStableFunc(all, byUnit)
	slices.SortStableFunc(problems, byUnit)
	return printMerged(w, docs, all, problems)
}

// complete refuses shards that are not of one audit, or not all of them.
func complete(docs []*auditDoc) error {
	seen := map[int]bool{}
	for _, d := range docs {
		switch {
		case d.Shard == nil:
			return errors.New("the audit of a shard is needed, as --shard 1/7 makes it")
		case d.SchemaVersion != auditSchema || d.Tool != docs[0].Tool:
			return errors.New("the shards are of different versions of traj")
		case d.Shard.Of != docs[0].Shard.Of || len(docs) != d.Shard.Of:
			return fmt.Errorf("%s of an audit in %d", Count(len(docs), "shard"), d.Shard.Of)
		case d.Shard.Inputs != docs[0].Shard.Inputs:
			return errors.New("the shards are of different inputs: all are made from the same logs by the same names")
		case seen[d.Shard.Index]:
			return fmt.Errorf("shard %d/%d is given twice", d.Shard.Index, d.Shard.Of)
		}
		seen[d.Shard.Index] = true
	}
	return nil
}

// split gives each log its findings, and each problem its unit.
func (d *auditDoc) split() (logs, problems []mergedLog, err error) {
	if len(d.Shard.Logs) != len(d.Logs) || len(d.Shard.Problems) != len(d.Problems) {
		return nil, nil, errors.New("its shard member is not that of its logs")
	}
	rest := d.Findings
	for i, s := range d.Shard.Logs {
		if s.Findings < 0 || s.Findings > len(rest) {
			return nil, nil, errors.New("it has fewer findings than its shard member says")
		}
		logs = append(logs, mergedLog{unit: s.Unit, log: d.Logs[i], findings: rest[:s.Findings]})
		rest = rest[s.Findings:]
	}
	for i, p := range d.Problems {
		problems = append(problems, mergedLog{unit: d.Shard.Problems[i], problem: p})
	}
	return logs, problems, nil
}

func printMerged(w io.Writer, docs []*auditDoc, all, problems []mergedLog) error {
	s := &jsonSink{w: w, o: SinkOptions{Tool: docs[0].Tool}}
	for _, l := range all {
		if err := s.put(l.log); err != nil {
			return err
		}
		for _, f := range l.findings {
			if err := s.findings.add(f); err != nil {
				return err
			}
		}
	}
	told := []string{}
	for _, p := range problems {
		told = append(told, p.problem)
	}
	var sum Counts
	for _, d := range docs {
		c := d.Summary
		sum.Logs, sum.Events, sum.Error, sum.Warn = sum.Logs+c.Logs, sum.Events+c.Events, sum.Error+c.Error, sum.Warn+c.Warn
		sum.Info, sum.Suppressed, sum.Known = sum.Info+c.Info, sum.Suppressed+c.Suppressed, sum.Known+c.Known
	}
	return s.finish(docs[0].Tool, sum, mergedPolicy(docs), told, nil)
}

// mergedPolicy is what the policy did in all shards: a suppression is unused
// where no shard used it, and what a baseline knows is fixed where none has it.
func mergedPolicy(docs []*auditDoc) jsonPolicy {
	p := docs[0].Policy
	for _, d := range docs[1:] {
		for i := range min(len(p.Suppressions), len(d.Policy.Suppressions)) {
			u := &p.Suppressions[i]
			u.Findings, u.Unused = u.Findings+d.Policy.Suppressions[i].Findings, u.Unused && d.Policy.Suppressions[i].Unused
		}
		p.Fixed = slices.DeleteFunc(p.Fixed, func(k jsonKnown) bool {
			return !slices.ContainsFunc(d.Policy.Fixed, func(o jsonKnown) bool { return o.Fingerprint == k.Fingerprint })
		})
	}
	return p
}

// MergeFindings prints the lines that an audit of all the inputs prints, from
// those of its shards.
func MergeFindings(w io.Writer, shards [][]byte) error {
	type line struct {
		unit int
		text []byte
	}
	var all []line
	for i, b := range shards {
		for text := range bytes.Lines(b) {
			var head struct {
				Unit *int `json:"shard_unit"`
			}
			err := json.Unmarshal(text, &head)
			own, ok := bytes.CutPrefix(text, fmt.Appendf(nil, `{"shard_unit":%d,`, deref(head.Unit)))
			if err != nil || !ok {
				return fmt.Errorf("shard %d: not a finding of a shard: %.80s", i+1, text)
			}
			all = append(all, line{*head.Unit, own})
		}
	}
	slices.SortStableFunc(all, func(a, b line) int { return cmp.Compare(a.unit, b.unit) })
	for _, l := range all {
		if _, err := fmt.Fprintf(w, "{%s", l.text); err != nil {
			return err
		}
	}
	return nil
}

func deref(p *int) int {
	if p == nil {
		return -1
	}
	return *p
}

func (s *jsonSink) shardJSON(e *End) *jsonShard {
	if s.o.Shard == nil {
		return nil
	}
	return &jsonShard{*s.o.Shard, e.Inputs, append([]shardLog{}, s.shard...), append([]int{}, e.Units...)}
}
