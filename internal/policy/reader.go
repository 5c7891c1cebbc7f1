package policy

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/xrash/smetrics"
	"go.yaml.in/yaml/v4"
)

// reader reads the nodes of one policy file and collects what is wrong.
type reader struct {
	file     string
	known    Words
	mistakes []error
}

func (r *reader) origin(n *yaml.Node) Origin { return Origin{File: r.file, Line: n.Line} }

func (r *reader) mistake(n *yaml.Node, what string) {
	r.mistakes = append(r.mistakes, fmt.Errorf("%s:%d: %s", r.file, n.Line, what))
}

// pairs calls f for each key of a mapping and its value. Keys are words and
// stand once; an anchor and its aliases are refused, so that each line says
// what it means.
func (r *reader) pairs(n *yaml.Node, what string, f func(key, value *yaml.Node)) {
	if n.Tag == "!!null" {
		return // a key that stands there with nothing below it
	}
	if n.Kind != yaml.MappingNode {
		r.mistake(n, what+" is a mapping of keys to values")
		return
	}
	lines := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode:
			r.mistake(key, "a key is a word")
		case lines[key.Value] > 0:
			r.mistake(key, fmt.Sprintf("%q stands in line %d already", key.Value, lines[key.Value]))
		case value.Kind == yaml.AliasNode || value.Anchor != "":
			r.mistake(value, "anchors and aliases are not read here: write the value")
		default:
			f(key, value)
		}
		lines[key.Value] = key.Line
	}
}

// mapping reads a mapping of known keys.
func (r *reader) mapping(n *yaml.Node, what string, keys map[string]func(*yaml.Node)) {
	r.pairs(n, what, func(key, value *yaml.Node) {
		read, ok := keys[key.Value]
		if !ok {
			names := slices.Sorted(maps.Keys(keys))
			r.mistake(key, fmt.Sprintf("%s has no key %q; %s", what, key.Value, Suggest(key.Value, names, "known are "+strings.Join(names, ", "))))
			return
		}
		read(value)
	})
}

// list reads each element of a sequence.
func (r *reader) list(f func(*yaml.Node)) func(*yaml.Node) {
	return func(n *yaml.Node) {
		if n.Tag == "!!null" {
			return
		}
		if n.Kind != yaml.SequenceNode {
			r.mistake(n, "a list is wanted here: each element on a line that begins with \"- \"")
			return
		}
		for _, e := range n.Content {
			if e.Kind == yaml.AliasNode {
				r.mistake(e, "anchors and aliases are not read here: write the value")
				continue
			}
			f(e)
		}
	}
}

// text reads a scalar as it is written.
func (r *reader) text(s *Setting) func(*yaml.Node) {
	return func(n *yaml.Node) {
		if n.Kind != yaml.ScalarNode {
			r.mistake(n, "a single value is wanted here")
			return
		}
		*s = Setting{n.Value, r.origin(n)}
		if n.Tag == "!!null" {
			s.Value = ""
		}
	}
}

// word reads one of some words.
func (r *reader) word(s *Setting, known ...string) func(*yaml.Node) {
	return func(n *yaml.Node) {
		if r.oneOf(n, known) {
			*s = Setting{n.Value, r.origin(n)}
		}
	}
}

func (r *reader) oneOf(n *yaml.Node, known []string) bool {
	if n.Kind == yaml.ScalarNode && slices.Contains(known, n.Value) {
		return true
	}
	r.mistake(n, fmt.Sprintf("%q is none of %s%s", n.Value, strings.Join(known, ", "), Suggest(n.Value, known, "")))
	return false
}

// pattern reads a pattern for paths.
func (r *reader) pattern(s *Setting) func(*yaml.Node) {
	return func(n *yaml.Node) {
		r.text(s)(n)
		switch {
		case !doublestar.ValidatePattern(s.Value):
			r.mistake(n, fmt.Sprintf("%q is no pattern: a bracket or brace is left open", s.Value))
		case strings.HasPrefix(s.Value, "/") || strings.HasPrefix(s.Value, "../"):
			r.mistake(n, fmt.Sprintf("%q leads out of the policy's directory: paths are relative to it", s.Value))
		}
	}
}

// day reads a day.
func (r *reader) day(s *Setting) func(*yaml.Node) {
	return func(n *yaml.Node) {
		r.text(s)(n)
		if _, err := time.Parse(time.DateOnly, s.Value); err != nil {
			r.mistake(n, fmt.Sprintf("%q is no day; write it as 2026-12-31", s.Value))
		}
	}
}

// Suggest names the known word that was probably meant, or returns what to say
// when none is near.
func Suggest(word string, known []string, otherwise string) string {
	best, at := "", min(3, len(word))
	for _, k := range known {
		if d := smetrics.WagnerFischer(strings.ToLower(word), strings.ToLower(k), 1, 1, 1); d < at {
			best, at = k, d
		}
	}
	switch {
	case best != "" && otherwise == "":
		return "; did you mean " + best + "?"
	case best != "":
		return "did you mean " + best + "?"
	}
	return otherwise
}
