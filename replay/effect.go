package replay

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Effect is what a tool call can do to the world outside the log.
type Effect uint8

// The effects.
const (
	EffectUnknown Effect = iota // cannot be told from the call
	Read
	LocalWrite
	ExternalWrite
	effectCount
)

var effectStrings = [effectCount]string{"unknown", "read", "local-write", "external-write"}

func (e Effect) String() string {
	if e < effectCount {
		return effectStrings[e]
	}
	return "unknown"
}

// Effects are all effects, the gravest first.
func Effects() []Effect { return []Effect{ExternalWrite, EffectUnknown, LocalWrite, Read} }

// graver reports whether a decides where a call does both.
func (e Effect) graver(f Effect) bool {
	rank := [effectCount]int{EffectUnknown: 2, Read: 0, LocalWrite: 1, ExternalWrite: 3}
	return rank[e] > rank[f]
}

// EffectTable tells effects from calls. It never changes once made.
type EffectTable struct {
	shells []shellTool
	values map[string][]string // by command: flags that are followed by a value
	wraps  map[string]int      // by command: its own words before those it runs
	rules  []effectRule
}

type shellTool struct {
	names    alternatives
	argument string
}

// effectRule is a line of a table.
type effectRule struct {
	effect Effect
	run    bool // of a command, else of a tool
	names  alternatives
	words  []alternatives
	flags  []flagRule
	ask    string
}

// flagRule is a flag of a command, or an argument of a tool.
type flagRule struct {
	not    bool
	names  alternatives
	values alternatives // nil for any
}

// Judgement is what a table says about a call.
type Judgement struct {
	Effect  Effect
	Line    string // the command line of a shell tool, "" for other tools
	Command string // the command of the line that decides
	Ask     string // the question of the deciding line, filled in; "" when it has none

	template string // the question before it was filled in
}

// Judge tells the effect of a call from its tool and its canonical arguments.
func (t *EffectTable) Judge(tool, args string) Judgement {
	var members map[string]any
	_ = json.Unmarshal([]byte(args), &members) // what is no object has no members
	for i := range t.rules {
		if r := &t.rules[i]; !r.run && r.names.match(tool) && r.argsMatch(members) {
			return Judgement{Effect: r.effect, Ask: fill(r.ask, tool, args, members, nil), template: r.ask}
		}
	}
	for _, s := range t.shells {
		if command, ok := members[s.argument].(string); ok && s.names.match(tool) {
			return t.judgeLine(command, tool, args, members)
		}
	}
	return Judgement{}
}

// judgeLine is the gravest of the commands of a command line.
func (t *EffectTable) judgeLine(line, tool, args string, members map[string]any) Judgement {
	out := Judgement{Effect: Read, Line: line}
	for k, c := range parseShell(line) {
		e, r := t.judgeCommand(&c, 0)
		if k > 0 && !e.graver(out.Effect) {
			continue
		}
		out = Judgement{Effect: e, Line: line, Command: c.text}
		if r != nil {
			out.Ask, out.template = fill(r.ask, tool, args, members, &c), r.ask
		}
	}
	return out
}

func (r *effectRule) argsMatch(members map[string]any) bool {
	for _, f := range r.flags {
		v, ok := members[f.names[0]]
		if ok && f.values != nil {
			ok = f.values.match(plainText(v))
		}
		if ok == f.not {
			return false
		}
	}
	return true
}

// plainText is a JSON scalar as text.
func plainText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case nil:
		return ""
	case map[string]any, []any:
		b, _ := json.Marshal(v)
		return string(b)
	}
	return fmt.Sprint(v)
}

// alternatives are patterns between bars; "*" stands for any characters.
type alternatives []string

func (a alternatives) match(s string) bool {
	for _, p := range a {
		if glob(p, s) {
			return true
		}
	}
	return false
}

// glob matches without backtracking beyond the last star.
func glob(pattern, s string) bool {
	if !strings.Contains(pattern, "*") {
		return pattern == s
	}
	parts := strings.Split(pattern, "*")
	if !strings.HasPrefix(s, parts[0]) {
		return false
	}
	s = s[len(parts[0]):]
	for _, p := range parts[1 : len(parts)-1] {
		k := strings.Index(s, p)
		if k < 0 {
			return false
		}
		s = s[k+len(p):]
	}
	return strings.HasSuffix(s, parts[len(parts)-1])
}
