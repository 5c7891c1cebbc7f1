package notation

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
)

// recordLength is the length of every record and damaged span.
const recordLength = 100

func (p *parser) conv(fields []field) error {
	for _, f := range fields {
		switch f.key {
		case "name":
			p.log.Name = f.value
		case "id":
			p.log.Conversation = f.value
		case "format":
			p.log.Format = f.value
		case "shape":
			if _, ok := event.ShapeNamed(f.value); !ok {
				return fmt.Errorf("no shape is called %q", f.value)
			}
		default:
			return fmt.Errorf("conv has no %q", f.key)
		}
	}
	return nil
}

func (p *parser) hint(fields []field) error {
	h := event.Hint{Row: int32(p.b.Len()) - 1}
	for _, f := range fields {
		switch f.key {
		case "atleast":
			h.AtLeast = f.value
		case "below":
			h.Below = f.value
		case "why":
			h.Why = f.value
		default:
			return fmt.Errorf("hint has no %q", f.key)
		}
	}
	p.log.Hints = append(p.log.Hints, h)
	return nil
}

// snapshot reads the state directive and adds its file.
func (p *parser) snapshot(fields []field) (int32, error) {
	s := &event.State{File: int32(len(p.log.Files))}
	p.log.State = s
	for _, f := range fields {
		if err := stateField(s, f); err != nil {
			return -1, err
		}
	}
	if s.Problem == event.DamageMissing {
		s.File = -1
		return -1, nil
	}
	file := event.File{Name: p.log.Name + "/base_state.json", Role: event.RoleState, Index: -1, Row: -1, Size: recordLength}
	if s.Problem != event.DamageNone {
		file.Damage = []event.Damage{{Reason: s.Problem, Length: recordLength, Tail: true}}
	}
	p.log.Files = append(p.log.Files, file)
	return s.File, nil
}

func stateField(s *event.State, f field) error {
	switch f.key {
	case "status":
		s.Status = f.set()
	case "head":
		s.Head = f.set()
	case "id":
		s.ID = f.set()
	case "dir":
		s.Dir = f.set()
	case "last":
		s.LastUser = f.set()
	case "agent":
		s.AgentClass = f.set()
	case "blocked":
		s.BlockedActions = f.list()
	case "blockedmsg":
		s.BlockedMessage = f.list()
	case "refuse":
		path, reason, _ := strings.Cut(f.value, ": ")
		s.Refused = append(s.Refused, event.Refusal{Path: path, Reason: reason})
	case "empty":
		b, err := strconv.ParseBool(f.value)
		s.HeadEmpty = &b
		return err
	case "problem":
		d, ok := event.DamageNamed(f.value)
		s.Problem = d
		return known(ok, f)
	default:
		return stateFact(s, f)
	}
	return nil
}

// stateFact reads what a snapshot says about the agent and the run.
func stateFact(s *event.State, f field) (err error) {
	switch f.key {
	case "tools":
		s.Tools = append([]string{}, f.list()...)
	case "skills":
		s.Skills = f.list()
	case "policy":
		s.Policy = f.set()
	case "analyzer":
		s.Analyzer = f.set()
	case "condenser":
		s.Condenser = f.set()
	case "keepfirst":
		s.KeepFirst, err = f.number()
	case "iterations":
		s.MaxIterations, err = f.number()
	case "native":
		var b bool
		b, err = strconv.ParseBool(f.value)
		s.NativeCalls = &b
	case "usageof":
		s.AgentUsage = f.set()
	case "inflight":
		s.Inflight = f.set()
	case "prompt":
		s.LastPrompt = f.set()
	case "keys":
		s.Keys = f.list()
	case "secret":
		s.Secrets, err = f.secrets(s.Secrets)
	default:
		return usage(s, f)
	}
	return err
}

// usage reads what a snapshot counts: usage= begins one, what follows is of it.
func usage(s *event.State, f field) (err error) {
	if f.key == "usage" {
		nan := math.NaN()
		s.Usages = append(s.Usages, event.Usage{Name: f.value, Cost: nan, CostSum: nan, TokensIn: -1, TokensInSum: -1, TokensOut: -1, TokensOutSum: -1})
		return nil
	}
	if len(s.Usages) == 0 {
		return fmt.Errorf("state has no %q", f.key)
	}
	u := &s.Usages[len(s.Usages)-1]
	switch f.key {
	case "cost":
		u.Cost, err = strconv.ParseFloat(f.value, 64)
	case "costsum":
		u.CostSum, err = strconv.ParseFloat(f.value, 64)
	case "in":
		u.TokensIn, err = f.int()
	case "insum":
		u.TokensInSum, err = f.int()
	case "out":
		u.TokensOut, err = f.int()
	case "outsum":
		u.TokensOutSum, err = f.int()
	case "responses":
		u.Responses = f.list()
	default:
		return fmt.Errorf("a usage has no %q", f.key)
	}
	return err
}

// meta reads what a server wrote down beside the events.
func (p *parser) meta(fields []field) (file int32, err error) {
	m := &event.Meta{File: int32(len(p.log.Files))}
	for _, f := range fields {
		switch f.key {
		case "id":
			m.ID = f.set()
		case "fork":
			m.ForkedFrom = f.set()
		case "policy":
			m.Policy = f.set()
		case "iterations":
			m.Iterations, err = f.number()
		case "generation":
			m.Generation, err = f.number()
		case "expires":
			m.Expires, err = f.number()
		case "owner":
			m.Owner = f.set()
		default:
			err = fmt.Errorf("meta has no %q", f.key)
		}
		if err != nil {
			return -1, err
		}
	}
	p.log.Meta = m
	p.log.Files = append(p.log.Files, event.File{Name: p.log.Name + "/meta.json", Role: event.RoleMeta, Index: -1, Row: -1, Size: recordLength, Space: recordLength})
	return m.File, nil
}

func known(ok bool, f field) error {
	if !ok {
		return fmt.Errorf("%s: unknown value %q", f.key, f.value)
	}
	return nil
}

// file reads a file that yields no event.
func (p *parser) file(fields []field) (int32, error) {
	f := event.File{Index: -1, Row: -1, Role: event.RoleOther, Size: recordLength}
	for _, w := range fields {
		if err := p.fileField(&f, w); err != nil {
			return -1, err
		}
	}
	if f.Role == event.RoleOther && f.Index >= 0 {
		f.Role = event.RoleEvent
	}
	if f.Name == "" {
		f.Name = p.eventFile(f.Index, f.ID)
	}
	if f.Index >= 0 {
		p.index = f.Index + 1
	}
	p.log.Files = append(p.log.Files, f)
	return int32(len(p.log.Files) - 1), nil
}

func (p *parser) fileField(f *event.File, w field) (err error) {
	switch w.key {
	case "idx":
		f.Index, err = w.int()
	case "id":
		f.ID = w.value
	case "name":
		f.Name = w.value
	case "size":
		f.Size, err = w.int()
	case "role":
		for r := event.RoleUnknown; r <= event.RoleCopy; r++ {
			if r.String() == w.value {
				f.Role = r
				return nil
			}
		}
		return known(false, w)
	case "damage":
		f.Damage, err = p.damages(w, false)
	case "differs":
		f.Differs = append(f.Differs, event.Difference{Row: -1, Detail: w.value})
	case "dead":
		f.Differs = append(f.Differs, event.Difference{Row: -1, Dead: true, Detail: w.value})
	default:
		return fmt.Errorf("file has no %q", w.key)
	}
	return err
}

func (p *parser) eventFile(index int64, id string) string {
	return fmt.Sprintf("%s/events/event-%05d-%s.json", p.log.Name, index, id)
}

// damages reads a list of reasons as damage of a file that holds one record.
func (p *parser) damages(w field, inside bool) ([]event.Damage, error) {
	var out []event.Damage
	for _, name := range w.list() {
		r, ok := event.DamageNamed(name)
		if !ok {
			return nil, fmt.Errorf("no damage is called %q", name)
		}
		d := event.Damage{Reason: r, Length: recordLength, Inside: inside, Tail: !inside, Before: int32(p.b.Len())}
		if r == event.DamageEmpty {
			d.Length = 0
		}
		if inside {
			d.Length = 1
		}
		out = append(out, d)
	}
	return out, nil
}

// damage reads a damaged span of a stream.
func (p *parser) damage(fields []field) (int32, error) {
	if p.log.Shape.NamesEvents() || len(fields) == 0 {
		return -1, fmt.Errorf("damage wants a reason and a log in one file")
	}
	r, ok := event.DamageNamed(fields[0].key)
	if !ok {
		return -1, fmt.Errorf("no damage is called %q", fields[0].key)
	}
	d := event.Damage{Reason: r, Offset: p.offset, Length: recordLength, Line: p.line, Before: int32(p.b.Len())}
	p.offset += recordLength
	p.line++
	p.log.Files[0].Damage = append(p.log.Files[0].Damage, d)
	return 0, nil
}
