package replay

import (
	"path"
	"slices"
	"strings"
)

// keywords stand before a command of their own; closers stand alone.
var (
	keywords = []string{"do", "then", "else", "elif", "if", "while", "until", "{", "!"}
	closers  = []string{"done", "fi", "esac", "}"}
	shells   = []string{"sh", "bash", "zsh", "dash", "ksh"}
)

// judgeCommand is the effect of a simple command and the rule that says so.
func (t *EffectTable) judgeCommand(c *command, depth int) (Effect, *effectRule) {
	e, r := t.judgeWords(c, c.words, depth)
	if c.writes && LocalWrite.graver(e) {
		return LocalWrite, nil
	}
	return e, r
}

func (t *EffectTable) judgeWords(c *command, words []string, depth int) (Effect, *effectRule) {
	words = assignments(words)
	for len(words) > 0 && slices.Contains(keywords, words[0]) {
		words = assignments(words[1:])
	}
	switch {
	case c.opaque:
		return EffectUnknown, nil
	case len(words) == 0, slices.Contains(closers, words[0]), words[0] == "for" && len(words) > 1:
		return Read, nil
	case strings.ContainsAny(words[0], "$`") || depth == deepest:
		return EffectUnknown, nil
	}
	name := path.Base(words[0])
	if own, ok := t.wraps[name]; ok && len(words) > 1 {
		if inner := t.unwrap(name, words[1:], own); len(inner) > 0 {
			return t.judgeWords(c, inner, depth+1)
		}
	}
	if script, ok := inlineScript(name, words); ok {
		return t.judgeScript(script, depth)
	}
	return t.match(c, name, words)
}

// judgeScript is the gravest effect of a script given to a shell as a word.
func (t *EffectTable) judgeScript(script string, depth int) (out Effect, rule *effectRule) {
	out = Read
	for k, c := range parseShellAt(script, min(depth+1, deepest)) {
		if e, r := t.judgeCommand(&c, depth+1); k == 0 || e.graver(out) {
			out, rule = e, r
		}
	}
	return out, rule
}

// inlineScript is the script of sh -c SCRIPT.
func inlineScript(name string, words []string) (string, bool) {
	if !slices.Contains(shells, name) {
		return "", false
	}
	for k := 1; k+1 < len(words); k++ {
		if w := words[k]; strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.HasSuffix(w, "c") {
			return words[k+1], true
		}
	}
	return "", false
}

// assignments drops the variables that are set before a command.
func assignments(words []string) []string {
	for len(words) > 0 {
		name, _, ok := strings.Cut(words[0], "=")
		if !ok || name == "" || strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789_+") != "" {
			break
		}
		words = words[1:]
	}
	return words
}

// unwrap drops a wrapping command's flags and own words.
func (t *EffectTable) unwrap(name string, words []string, own int) []string {
	for len(words) > 0 {
		w := words[0]
		switch {
		case strings.HasPrefix(w, "-") && w != "-":
			words = words[1:]
			if slices.Contains(t.values[name], w) && len(words) > 0 {
				words = words[1:]
			}
			continue
		case name == "env" && strings.Contains(w, "="):
		case own > 0:
			own--
		default:
			return words
		}
		words = words[1:]
	}
	return nil
}

// flag is a flag of a command with its value, where it has one.
type flag struct {
	name, value string
	has         bool
}

// match finds the first rule for a command.
func (t *EffectTable) match(c *command, name string, words []string) (Effect, *effectRule) {
	plain, flags := t.split(name, words)
	c.plain = plain
	for i := range t.rules {
		r := &t.rules[i]
		if r.run && r.names.match(name) && r.wordsMatch(plain[1:]) && r.flagsMatch(flags, plain) {
			return r.effect, r
		}
	}
	return EffectUnknown, nil
}

// split parts flags from other words. "-Xvalue" counts as -X with a value for
// flags known to take one.
func (t *EffectTable) split(name string, words []string) (plain []string, flags []flag) {
	plain = append(plain, name)
	valued := t.values[name]
	for k := 1; k < len(words); k++ {
		w := words[k]
		if !strings.HasPrefix(w, "-") || w == "-" {
			plain = append(plain, w)
			continue
		}
		if w == "--" {
			plain = append(plain, words[k+1:]...)
			break
		}
		f := flag{name: w}
		switch before, value, ok := strings.Cut(w, "="); {
		case strings.HasPrefix(w, "--") && ok:
			f = flag{before, value, true}
		case slices.Contains(valued, w) && k+1 < len(words):
			k++
			f.value, f.has = words[k], true
		case !strings.HasPrefix(w, "--") && len(w) > 2 && slices.Contains(valued, w[:2]):
			f = flag{w[:2], w[2:], true}
		case !strings.HasPrefix(w, "--") && len(w) > 2 && strings.Trim(w[1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "":
			for _, c := range w[1:] { // -xvf is -x -v -f, and itself
				flags = append(flags, flag{name: "-" + string(c)})
			}
		}
		flags = append(flags, f)
	}
	return plain, flags
}

func (r *effectRule) wordsMatch(plain []string) bool {
	if len(plain) < len(r.words) {
		return false
	}
	for k, w := range r.words {
		if !w.match(plain[k]) {
			return false
		}
	}
	return true
}

func (r *effectRule) flagsMatch(flags []flag, plain []string) bool {
	for _, want := range r.flags {
		found := slices.ContainsFunc(flags, func(f flag) bool {
			return want.names.match(f.name) && (want.values == nil || f.has && want.values.match(f.value))
		})
		found = found || want.not && len(plain) > 1 && slices.ContainsFunc(plain[1:], want.names.match)
		if found == want.not {
			return false
		}
	}
	return true
}
