package notation

import (
	"errors"
	"fmt"
	"strings"

	"github.com/traj-dev/traj/event"
)

// Case is a log and what is expected of it.
type Case struct {
	Log   *event.Log
	Wants []Want
}

// Want is one expectation, at the place of the line that names it. Row and
// File are -1 where the line stands for none; both are for the conv line.
type Want struct {
	Line     int // from 1
	Row      int32
	File     int32
	At       int32 // the line of File, from 1; 0 in a log that keeps each event in a file of its own
	Rule     string
	Severity string // "" when the line does not say
}

// parser collects the log line by line.
type parser struct {
	b      *event.Builder
	log    event.Log
	lines  []line
	wants  []Want
	acts   map[string]action // by id, for of=
	head   string            // the newest event that is no state update
	hasTop bool
	index  int64 // of the next event file
	line   int32 // of the next line of a stream
	offset int64
}

// action is what of= takes from an action's line.
type action struct{ call, tool string }

// Parse reads a log in the notation.
func Parse(src string) (*Case, error) {
	p := &parser{b: event.NewBuilder(true), acts: map[string]action{}, line: 1}
	for i, s := range strings.Split(src, "\n") {
		l, err := splitLine(i+1, s)
		if err != nil {
			return nil, err
		}
		if len(l.words) > 0 {
			p.lines = append(p.lines, l)
		} else if len(l.wants) > 0 {
			return nil, fmt.Errorf("line %d: want on a line that stands for nothing", i+1)
		}
	}
	p.begin()
	for _, l := range p.lines {
		if err := p.take(l); err != nil {
			return nil, fmt.Errorf("line %d: %w", l.number, err)
		}
	}
	p.log.Table = p.b.Table()
	p.log.Bodies = noBodies{}
	p.fixDamage()
	return &Case{&p.log, p.wants}, nil
}

// begin settles the shape, which decides what the lines stand for.
func (p *parser) begin() {
	p.log.Name, p.log.Format, p.log.Shape = "conv", "openhands-v1", event.ShapeStream
	for _, l := range p.lines {
		if isSnapshot(l) {
			p.log.Shape = event.ShapeDirectory
		}
	}
	for _, l := range p.lines {
		for _, f := range l.words[1:] {
			if s, ok := event.ShapeNamed(f.value); l.words[0].key == "conv" && f.key == "shape" && ok {
				p.log.Shape = s
			}
		}
	}
	if !p.log.Shape.NamesEvents() {
		p.log.Files = []event.File{{Name: "log.jsonl", Role: event.RoleEvents, Index: -1, Row: -1}}
	}
}

func isSnapshot(l line) bool {
	return l.words[0].key == "state" && (len(l.words) == 1 || l.words[1].has)
}

func (p *parser) take(l line) error {
	row, file, at := int32(-1), int32(-1), p.line
	var err error
	switch w := l.words[0]; {
	case w.has:
		return fmt.Errorf("%q is no word for an event or directive", w.key)
	case isSnapshot(l):
		file, err = p.snapshot(l.words[1:])
	case w.key == "conv":
		err = p.conv(l.words[1:])
	case w.key == "file":
		file, err = p.file(l.words[1:])
	case w.key == "meta":
		file, err = p.meta(l.words[1:])
	case w.key == "claim":
		row, err = p.claim(l.words[1:])
	case w.key == "ref":
		row, err = p.ref(l.words[1:])
	case w.key == "damage":
		file, err = p.damage(l.words[1:])
	case w.key == "hint":
		err = p.hint(l.words[1:])
	default:
		row, file, err = p.event(l.words)
	}
	if p.log.Shape.NamesEvents() || p.line == at {
		at = 0
	}
	for _, w := range l.wants {
		rule, severity, _ := strings.Cut(w, ":")
		p.wants = append(p.wants, Want{l.number, row, file, at, rule, severity})
	}
	return err
}

// fixDamage completes what only the end of the log tells: which damage stands
// at the end of a file.
func (p *parser) fixDamage() {
	if p.log.Shape.NamesEvents() || len(p.log.Files) == 0 {
		return
	}
	f := &p.log.Files[0]
	f.Size = p.offset
	for i := range f.Damage {
		f.Damage[i].Tail = f.Damage[i].Offset+f.Damage[i].Length == p.offset
	}
}

// noBodies stands for records that were never written.
type noBodies struct{}

func (noBodies) Body(int, []byte) ([]byte, error) {
	return nil, errors.New("notation has no records")
}
