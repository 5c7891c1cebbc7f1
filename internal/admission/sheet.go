package admission

import (
	"cmp"
	"slices"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/corpus"
	"github.com/traj-dev/traj/project"
)

// Verdict says what to do with a log. The order is from good to bad.
type Verdict uint8

// The verdicts.
const (
	Admit      Verdict = iota // nothing of warning or above, and nothing that another log holds too
	Quarantine                // something to look at first
	Reject                    // upstream would raise, lose data or run something again, or bytes are lost
)

var verdicts = [...]string{"admit", "quarantine", "reject"}

func (v Verdict) String() string { return verdicts[min(int(v), len(verdicts)-1)] }

// Entry is one log.
type Entry struct {
	event.LogRow
	Verdict    Verdict
	Reasons    []string // why it is not admitted, the gravest first
	Repeats    []Repeat // what it holds of logs before it
	Own        int      // events that no log before it holds
	Understood project.Understood
	Models     []string // sorted
	Figures    []Figure
}

// RuleCount is how often a rule spoke.
type RuleCount struct {
	Rule     *audit.Rule
	Severity audit.Severity // the gravest
	Logs     int
	Findings int
}

// Sheet takes the logs of a corpus, one after the other.
type Sheet struct {
	entries []*Entry
	rules   map[*audit.Rule]*RuleCount
	tools   map[string]*ToolCount
	set     corpus.Set
	alike   sketches
	related bool // the entries have what the logs have in common

	// Passed is how many files of no known format lay among the logs, and
	// Problems what could not be read.
	Passed   int
	Problems []string
}

// ToolCount is how often a tool was called.
type ToolCount struct {
	Tool                      string
	Logs, Calls, Failed, Open int // Open: calls of an active branch without a result
}

// NewSheet is a sheet without logs.
func NewSheet() *Sheet {
	return &Sheet{rules: map[*audit.Rule]*RuleCount{}, tools: map[string]*ToolCount{}}
}

// Exam is what a sheet takes of one log beside what the audit says of it.
type Exam struct {
	entry  Entry
	tools  map[string]*ToolCount
	corpus corpus.Log
	sketch sketch
}

// Examine looks at a log, whose texts are kept; it may be called from many
// goroutines. The error is that of a record that cannot be read again.
func Examine(r *project.Reading, row event.LogRow) (*Exam, error) {
	c, err := corpus.Of(r.Log)
	if err != nil {
		return nil, err
	}
	e := Entry{LogRow: row, Own: int(row.Events), Understood: r.Understood(), Models: models(r.Log), Figures: figuresOf(r.Log, &row)}
	return &Exam{e, toolsOf(r), c, sketchOf(r.Log)}, nil
}

// Add takes a log in, with what the audit says of it.
func (s *Sheet) Add(x *Exam, r *audit.Report) {
	s.entries = append(s.entries, &x.entry)
	s.countRules(r)
	x.entry.judge(r)
	s.set.Add(x.corpus)
	s.alike.logs = append(s.alike.logs, x.sketch)
	for name, t := range x.tools {
		c := s.tools[name]
		if c == nil {
			c = &ToolCount{Tool: name}
			s.tools[name] = c
		}
		c.Logs, c.Calls, c.Failed, c.Open = c.Logs+1, c.Calls+t.Calls, c.Failed+t.Failed, c.Open+t.Open
	}
}

func (s *Sheet) countRules(r *audit.Report) {
	spoke := map[*audit.Rule]bool{}
	for i := range r.Findings {
		f := &r.Findings[i]
		c := s.rules[f.Rule]
		if c == nil {
			c = &RuleCount{Rule: f.Rule}
			s.rules[f.Rule] = c
		}
		c.Findings++
		c.Severity = max(c.Severity, f.Severity)
		if !spoke[f.Rule] {
			spoke[f.Rule] = true
			c.Logs++
		}
	}
}

// toolsOf counts the calls of a log by tool.
func toolsOf(r *project.Reading) map[string]*ToolCount {
	l, tools := r.Log, map[string]*ToolCount{}
	for i := range l.Len() {
		if l.Kind(i) != event.KindAction {
			continue
		}
		name := l.NameString(l.Tool(i))
		c := tools[name]
		if c == nil {
			c = &ToolCount{Tool: name}
			tools[name] = c
		}
		c.Calls++
		results := r.Results(int32(i))
		if slices.ContainsFunc(results, func(row int32) bool { return l.Has(int(row), event.FlagFailed) }) {
			c.Failed++
		}
		if len(results) == 0 && l.Has(i, event.FlagExecutable) && r.OnBranch(int32(i)) {
			c.Open++
		}
	}
	return tools
}

// Rules are the rules that spoke: the gravest first, then the most frequent.
func (s *Sheet) Rules() []RuleCount {
	var out []RuleCount
	for _, c := range s.rules {
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b RuleCount) int {
		return cmp.Or(-cmp.Compare(a.Severity, b.Severity), -cmp.Compare(a.Logs, b.Logs), -cmp.Compare(a.Findings, b.Findings), cmp.Compare(a.Rule.ID, b.Rule.ID))
	})
	return out
}

// Tools are the tools called, the most frequent first.
func (s *Sheet) Tools() []ToolCount {
	var out []ToolCount
	for _, c := range s.tools {
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b ToolCount) int {
		return cmp.Or(-cmp.Compare(a.Calls, b.Calls), cmp.Compare(a.Tool, b.Tool))
	})
	return out
}
