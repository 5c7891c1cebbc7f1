package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

// permute moves the flags of a command before its arguments, because the
// library stops reading flags at the first argument and would take the rest
// for inputs. "--" ends the flags; "-" is an argument.
func permute(app *cli.App, args []string) ([]string, error) {
	if len(args) < 2 {
		return args, nil
	}
	cmd := app.Command(args[1])
	if cmd == nil {
		return args, nil
	}
	takesValue, second := valueFlags(cmd), pairFlags(cmd)
	flags, rest := args[:2:2], []string{}
	for i := 2; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			rest = append(rest, args[i+1:]...)
			i = len(args)
		case a == "-" || !strings.HasPrefix(a, "-"):
			rest = append(rest, a)
		default:
			flags = append(flags, a)
			name, _, has := strings.Cut(strings.TrimLeft(a, "-"), "=")
			if !has && takesValue[name] {
				if i+1 == len(args) {
					return nil, usagef("flag %s needs a value; see traj %s --help", a, cmd.Name)
				}
				i++
				flags = append(flags, args[i])
			}
			if second[name] {
				if i+1 == len(args) {
					return nil, usagef("flag %s needs two values; see traj %s --help", a, cmd.Name)
				}
				i++
				flags = append(flags, "--"+name, args[i])
			}
		}
	}
	return append(append(flags, "--"), rest...), nil
}

// valueFlags tells for each flag name of cmd whether a value follows it.
func valueFlags(cmd *cli.Command) map[string]bool {
	m := map[string]bool{}
	for _, f := range cmd.Flags {
		if d, ok := f.(cli.DocGenerationFlag); ok {
			for _, n := range f.Names() {
				m[n] = d.TakesValue()
			}
		}
	}
	return m
}

// pairFlags tells which flag names of cmd two values follow; the second becomes
// a value of the same flag.
func pairFlags(cmd *cli.Command) map[string]bool {
	m := map[string]bool{}
	for _, f := range cmd.Flags {
		if _, ok := f.(pairFlag); ok {
			m[f.Names()[0]] = true
		}
	}
	return m
}

// suggestion names the closest of the known words, or all of them; a word that
// is empty stands for an option that was not given, and is not named.
func suggestion(word string, known []string) string {
	known = slices.DeleteFunc(slices.Clone(known), func(k string) bool { return k == "" })
	if best, ok := closest(word, known); ok {
		return "did you mean " + best + "?"
	}
	return "known are " + strings.Join(known, ", ")
}

// closest is the known word that is at most two letters from a word, and shares
// more than half of it: between tcsh and bash there is no likeness.
func closest(word string, known []string) (string, bool) {
	best, at := "", 3
	for _, k := range known {
		if d := smetrics.WagnerFischer(word, k, 1, 1, 1); d < at && 2*d < max(len(word), 3) {
			best, at = k, d
		}
	}
	return best, best != ""
}
