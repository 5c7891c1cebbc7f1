package mutate_test

import (
	"flag"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/mutate"
)

var (
	logs = flag.String("logs", "", "paths of other logs in which to plant defects")
	each = flag.Int("each", 4, "in how many logs of each shape to plant a defect")
)

// sample is a sound log and what is said of it.
type sample struct {
	name    string
	log     *mutate.Log
	control map[string]bool // the ids and severities of its findings
}

func newSample(t *testing.T, name string, l *mutate.Log) *sample {
	s := &sample{name, l, map[string]bool{}}
	for _, f := range findings(t, l) {
		s.control[key(f)] = true
	}
	return s
}

// findings are those of a log and of the logs below it.
func findings(t *testing.T, l *mutate.Log) []audit.Finding {
	var out []audit.Finding
	for _, log := range load(t, l.Bytes()) {
		out = append(out, judge(log).Findings...)
	}
	return out
}

func key(f audit.Finding) string { return f.ID + " " + f.Severity.String() }

// score counts, for one rule, the defects it told of, those it missed, and
// those it spoke up on though they are others.
type score struct{ right, missed, wrong int }

// matrix is what the rules say of each defect.
type matrix struct {
	scores map[string]*score
}

func (m *matrix) of(rule string) *score {
	if m.scores[rule] == nil {
		m.scores[rule] = &score{}
	}
	return m.scores[rule]
}

// raised is what a mutated log has more than its control: the gravest severity
// of each rule, and the findings.
func raised(s *sample, fs []audit.Finding) (map[string]audit.Severity, []string) {
	got, lines := map[string]audit.Severity{}, []string(nil)
	for _, f := range fs {
		if !s.control[key(f)] {
			got[f.Rule.Name] = max(got[f.Rule.Name], f.Severity)
			lines = append(lines, line(f))
		}
	}
	return got, lines
}

// check compares what was raised with what a mutator says, and returns what is
// wrong.
func (m *matrix) check(u *mutate.Mutator, got map[string]audit.Severity) []string {
	var wrong []string
	want := map[string]bool{}
	for _, w := range u.Raises {
		name, severity, _ := strings.Cut(w, ":")
		want[name] = true
		switch at, ok := got[name]; {
		case !ok:
			m.of(name).missed++
			wrong = append(wrong, "missing "+w)
		case severity != "" && at.String() != severity:
			m.of(name).missed++
			wrong = append(wrong, fmt.Sprintf("%s is %s", w, at))
		default:
			m.of(name).right++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if !want[name] && got[name] > audit.Info {
			m.of(name).wrong++
			wrong = append(wrong, "extra "+name)
		}
	}
	return wrong
}

// Every defect raises exactly the rules that it names, on logs of every shape;
// every rule has a defect, and every defect is planted.
func TestMatrix(t *testing.T) {
	made, real := &pool{}, fixtures(t)
	m := &matrix{scores: map[string]*score{}}
	for _, r := range applicable(t) {
		m.of(r.Name)
	}
	for _, u := range mutate.Mutators() {
		t.Run(u.Name, func(t *testing.T) {
			n := m.plant(t, u, made.from(t, u.Name), *each)
			n += m.plant(t, u, slices.Values(real), len(real))
			if len(u.Raises) == 0 || n == 0 {
				t.Errorf("planted in no log, or raises nothing")
			}
		})
	}
	m.table(t)
}

// applicable are the rules that any of the logs that are made here can be judged
// by. The others are about other upstreams.
func applicable(t *testing.T) []*audit.Rule {
	rules := map[*audit.Rule]bool{}
	for seed := range uint64(40) {
		for _, l := range mutate.Generate(seed) {
			for _, log := range append(load(t, l.Bytes()), load(t, l.Stream().Bytes())...) {
				skip := map[*audit.Rule]bool{}
				for _, n := range judge(log).NotApplicable {
					skip[n.Rule] = true
				}
				for _, r := range audit.Rules() {
					rules[r] = rules[r] || !skip[r]
				}
			}
		}
	}
	return slices.DeleteFunc(audit.Rules(), func(r *audit.Rule) bool {
		if r.Judge != nil {
			return true // it waits for its provider to be asked for
		}
		if !rules[r] {
			t.Logf("%s is not about these logs", r.Name)
		}
		return !rules[r]
	})
}

// plant plants a defect in at most some logs of each shape, and returns in how
// many.
func (m *matrix) plant(t *testing.T, u *mutate.Mutator, samples iter.Seq[*sample], most int) int {
	for _, w := range u.Raises {
		name, _, _ := strings.Cut(w, ":")
		if _, ok := audit.RuleNamed(name); !ok {
			t.Errorf("no rule is called %q", name)
		}
	}
	planted, seed := map[bool]int{}, uint64(0)
	for s := range samples {
		seed++
		if planted[true] >= most && planted[false] >= most {
			break
		}
		if planted[s.log.Lines] >= most {
			continue
		}
		l, ok := u.Apply(s.log, seed)
		if !ok {
			continue
		}
		planted[s.log.Lines]++
		got, lines := raised(s, findings(t, l))
		if wrong := m.check(u, got); wrong != nil {
			t.Errorf("%s: %s\n\t%s", s.name, strings.Join(wrong, ", "), strings.Join(lines, "\n\t"))
		}
	}
	t.Logf("planted in %d directories and %d streams", planted[false], planted[true])
	return planted[false] + planted[true]
}

// table prints precision and recall, and fails for rules without a defect.
func (m *matrix) table(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-36s %8s %8s %8s %9s %8s\n", "rule", "right", "missed", "wrong", "precision", "recall")
	for _, name := range slices.Sorted(maps.Keys(m.scores)) {
		c := m.scores[name]
		if c.right+c.missed == 0 {
			t.Errorf("%s: no mutator raises it", name)
		}
		fmt.Fprintf(&b, "%-36s %8d %8d %8d %9.3f %8.3f\n", name, c.right, c.missed, c.wrong, ratio(c.right, c.wrong), ratio(c.right, c.missed))
	}
	t.Log("\n" + b.String())
}

func ratio(a, b int) float64 {
	if a+b == 0 {
		return 0
	}
	return float64(a) / float64(a+b)
}

// pool makes sound logs as they are needed, as directories and as streams.
type pool struct {
	have []*sample
	next uint64
}

// from gives the samples from a place that a name chooses.
func (p *pool) from(t *testing.T, name string) iter.Seq[*sample] {
	start := 0
	for _, c := range name {
		start += 7 * int(c)
	}
	start %= 100
	return func(yield func(*sample) bool) {
		for i := start; ; i++ {
			for i >= len(p.have) && p.next < mostSeeds {
				p.add(t)
			}
			if i >= len(p.have) || !yield(p.have[i]) {
				return
			}
		}
	}
}

// mostSeeds is how far a place for a rare defect is looked for.
const mostSeeds = 900

func (p *pool) add(t *testing.T) {
	for _, l := range mutate.Generate(p.next) {
		p.have = append(p.have, newSample(t, fmt.Sprintf("seed %d", p.next), l))
		if !waits(l) {
			p.have = append(p.have, newSample(t, fmt.Sprintf("seed %d as a stream", p.next), l.Stream()))
		}
	}
	p.next++
}

// fixtures are the sound logs among those that were not made by Generate: the
// repository's, and what -logs names.
func fixtures(t *testing.T) []*sample {
	var out []*sample
	for _, path := range append([]string{"../../fixtures/openhands-v1"}, strings.Fields(*logs)...) {
		for _, l := range loadPath(t, path) {
			if len(l.Files) == 0 || len(l.Files[0].Data) == 0 {
				continue // a row without a history is no log to break
			}
			if s := newSample(t, l.Name, l); s.sound() {
				out = append(out, s)
			}
		}
	}
	if len(out) < 3 {
		t.Fatalf("%d sound logs", len(out))
	}
	return out
}

// sound reports whether nothing of warning or above is said of a sample.
func (s *sample) sound() bool {
	for k := range s.control {
		if !strings.HasSuffix(k, " "+audit.Info.String()) {
			return false
		}
	}
	return true
}
