package replay

import (
	"bufio"
	_ "embed" // the built-in table
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

//go:embed effects.txt
var builtIn string

// BuiltIn is the text of the built-in table.
func BuiltIn() string { return builtIn }

// DefaultEffects is the built-in table.
func DefaultEffects() *EffectTable {
	t, err := ReadEffects(strings.NewReader(""))
	if err != nil {
		panic("replay: the built-in table of effects: " + err.Error())
	}
	return t
}

// ReadEffects reads a table whose lines come before those of the built-in one.
// The error is a *FileError.
func ReadEffects(r io.Reader) (*EffectTable, error) {
	t := &EffectTable{values: map[string][]string{}, wraps: map[string]int{}}
	if err := t.read(r); err != nil {
		return nil, err
	}
	return t, t.read(strings.NewReader(builtIn))
}

func (t *EffectTable) read(r io.Reader) error {
	s := bufio.NewScanner(r)
	for n := 1; s.Scan(); n++ {
		if err := t.line(s.Text()); err != nil {
			return &FileError{n, err.Error()}
		}
	}
	return s.Err()
}

func (t *EffectTable) line(text string) error {
	text = strings.TrimSpace(text)
	if text == "" || text[0] == '#' {
		return nil
	}
	body, ask, _ := strings.Cut(text, " ? ")
	words := strings.Fields(body)
	switch words[0] {
	case "shell":
		if len(words) != 3 {
			return errors.New("shell wants tools and an argument")
		}
		t.shells = append(t.shells, shellTool{bars(words[1]), words[2]})
		return nil
	case "values":
		if len(words) < 3 {
			return errors.New("values wants a command and its flags")
		}
		t.values[words[1]] = append(t.values[words[1]], words[2:]...)
		return nil
	case "wraps":
		return t.wrap(words[1:])
	}
	return t.rule(words, strings.TrimSpace(ask))
}

func (t *EffectTable) wrap(words []string) (err error) {
	n := 0
	switch len(words) {
	case 1:
	case 2:
		n, err = strconv.Atoi(words[1])
	default:
		err = errors.New("wraps wants a command and how many words are its own")
	}
	if err == nil {
		t.wraps[words[0]] = n
	}
	return err
}

func (t *EffectTable) rule(words []string, ask string) error {
	r := effectRule{ask: ask, effect: effectCount}
	for e := EffectUnknown; e < effectCount; e++ {
		if effectStrings[e] == words[0] {
			r.effect = e
		}
	}
	switch {
	case r.effect == effectCount:
		return fmt.Errorf("%q is no effect: read, local-write, external-write, unknown", words[0])
	case len(words) < 3 || words[1] != "tool" && words[1] != "run":
		return errors.New(`an effect wants "tool" or "run" and what it is about`)
	}
	r.run, r.names = words[1] == "run", bars(words[2])
	for _, w := range words[3:] {
		if err := r.condition(w); err != nil {
			return err
		}
	}
	t.rules = append(t.rules, r)
	return nil
}

// condition reads a word of a rule: of a command another word or a flag, of a
// tool an argument with its values.
func (r *effectRule) condition(w string) error {
	bare, not := strings.CutPrefix(w, "!")
	sep := "="
	if r.run {
		sep = ":"
	}
	names, values, has := strings.Cut(bare, sep)
	switch {
	case r.run && !not && !strings.HasPrefix(w, "-"):
		r.words = append(r.words, bars(w))
		return nil
	case !r.run && !has:
		return fmt.Errorf("%q is no ARGUMENT=VALUES", w)
	}
	f := flagRule{not: not, names: bars(names)}
	if has {
		f.values = bars(values)
	}
	r.flags = append(r.flags, f)
	return nil
}

func bars(s string) alternatives {
	if s == "|" {
		return alternatives{s}
	}
	return strings.Split(s, "|")
}

// fill puts the call's words into a question.
func fill(ask, tool, args string, members map[string]any, c *command) string {
	if !strings.Contains(ask, "{") {
		return ask
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(ask, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, after, ok := strings.Cut(rest, "}")
		if !ok {
			b.WriteString("{" + rest)
			return b.String()
		}
		ask = after
		if v, known := placeholder(name, tool, args, members, c); known {
			b.WriteString(v)
		} else {
			b.WriteString("{" + name + "}")
		}
	}
}

func placeholder(name, tool, args string, members map[string]any, c *command) (string, bool) {
	switch {
	case name == "tool":
		return tool, true
	case name == "args":
		return args, true
	case name == "command" && c != nil:
		return c.text, true
	case strings.HasPrefix(name, "arg:"):
		return plainText(members[name[4:]]), true
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 0 && c != nil {
		if n < len(c.plain) {
			return c.plain[n], true
		}
		return "", true
	}
	return "", false
}
