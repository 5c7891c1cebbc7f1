package selftest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/mutate"
)

// Run plants defects in samples, one after another, and counts.
type Run struct {
	each    int
	defects []*Defect
	rules   map[string]*Rule
	order   []*Rule
	logs    int
	sound   int
	left    []Left
	planted map[string]bool // by the names of samples: whether they are sound
}

// Defect is what became of one defect of the matrix.
type Defect struct {
	Name    string
	Doc     string
	Raises  []string // names of rules, each with its severity after a colon where it is always the same
	Planted int
	mutator *mutate.Mutator
	shapes  [2]int
}

// Rule is what became of one rule.
type Rule struct {
	*audit.Rule
	Defects int      // of the matrix that it must tell
	Planted int      // times that one of them was planted
	Told    int      // times that the rule told it
	Missed  []string // where it did not
	Wrong   []string // where it spoke though the defect is another
	Unsure  int      // misses and wrongs in logs that are not sound: something else may hide the defect
	Spoke   int      // logs in which it speaks as they are
}

// Left is a log in which nothing was planted, and why.
type Left struct{ Log, Why string }

// New makes a run that plants each defect in so many logs of each shape.
func New(each int) *Run {
	r := &Run{each: each, rules: map[string]*Rule{}, planted: map[string]bool{}}
	for _, a := range audit.Rules() {
		x := &Rule{Rule: a}
		r.order, r.rules[a.Name] = append(r.order, x), x
	}
	for _, m := range mutate.Mutators() {
		r.defects = append(r.defects, &Defect{Name: m.Name, Doc: m.Doc, Raises: m.Raises, mutator: m})
		for _, w := range m.Raises {
			if x := r.rules[rule(w)]; x != nil {
				x.Defects++
			}
		}
	}
	return r
}

func rule(raises string) string {
	name, _, _ := strings.Cut(raises, ":")
	return name
}

// Hold counts what is said of a log as it is.
func (r *Run) Hold(fs []audit.Finding) {
	r.logs++
	sound, spoke := true, map[string]bool{}
	for _, f := range fs {
		sound = sound && f.Severity <= audit.Info
		spoke[f.Rule.Name] = true
	}
	if sound {
		r.sound++
	}
	for name := range spoke {
		r.rules[name].Spoke++
	}
}

// Leave counts a log in which nothing is planted.
func (r *Run) Leave(log, why string) { r.left = append(r.left, Left{log, why}) }

// Unplanted reports whether some defect has not been planted at all.
func (r *Run) Unplanted() bool {
	return slices.ContainsFunc(r.defects, func(d *Defect) bool { return d.Planted == 0 })
}

// Wants reports whether some defect is to be planted in more logs.
func (r *Run) Wants() bool {
	return slices.ContainsFunc(r.defects, func(d *Defect) bool { return min(d.shapes[0], d.shapes[1]) < r.each })
}

// Plant plants in a copy of a sample every defect that is still wanted and has
// a place in it. An error is that of the context, or of a copy that cannot be
// read at all.
func (r *Run) Plant(ctx context.Context, s *Sample) error {
	for i, d := range r.defects {
		if d.shapes[s.shape()] >= r.each {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		l, ok := s.with(d.mutator, uint64(i)+1)
		if !ok {
			continue
		}
		if err := r.control(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		fs, err := findings(ctx, l)
		if err != nil {
			return fmt.Errorf("%s with %s: %w", s.Name, d.Name, err)
		}
		d.shapes[s.shape()]++
		d.Planted++
		r.planted[s.Name] = s.sound
		r.compare(s, d, fs)
	}
	return nil
}

// control says once what is said of a sample as it is. A log of the user's is
// held as it was read; one that was made is held here.
func (r *Run) control(ctx context.Context, s *Sample) error {
	if s.control != nil {
		return nil
	}
	fs, err := findings(ctx, s.log)
	if err != nil {
		return err
	}
	s.sound, s.control = true, map[string]bool{}
	for _, f := range fs {
		s.control[key(f)] = true
		s.sound = s.sound && f.Severity <= audit.Info
	}
	if s.made {
		r.Hold(fs)
	}
	return nil
}

// compare holds what is said against what the defect must raise.
func (r *Run) compare(s *Sample, d *Defect, fs []audit.Finding) {
	got := map[string]audit.Severity{}
	for _, f := range fs {
		if !s.control[key(f)] {
			got[f.Rule.Name] = max(got[f.Rule.Name], f.Severity)
		}
	}
	wanted := map[string]bool{}
	for _, w := range d.Raises {
		name, severity, _ := strings.Cut(w, ":")
		wanted[name] = true
		x := r.rules[name]
		x.Planted++
		at, ok := got[name]
		switch {
		case ok && (severity == "" || severity == at.String()):
			x.Told++
		case !s.sound:
			x.Unsure++
		case ok:
			x.Missed = append(x.Missed, fmt.Sprintf("%s in %s: told as %s, not %s", d.Name, s.Name, at, severity))
		default:
			x.Missed = append(x.Missed, d.Name+" in "+s.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		switch {
		case wanted[name] || got[name] <= audit.Info:
		case !s.sound:
			r.rules[name].Unsure++
		default:
			r.rules[name].Wrong = append(r.rules[name].Wrong, d.Name+" in "+s.Name)
		}
	}
}
