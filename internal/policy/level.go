package policy

import (
	"strings"

	"github.com/traj-dev/traj/audit"
)

// Level says how grave the findings of rules are.
type Level struct {
	Rule   string // a selector: a rule's name or id, a family's two letters, or "all"
	Value  string // one of Levels, or "on"
	Origin Origin
}

// Levels lists what a policy may say of a rule: "off" leaves its findings out,
// a severity is that of all its findings, "default" undoes what stands further
// out.
func Levels() []string { return []string{"off", "info", "warning", "error", "default"} }

// on undoes "off" and nothing else: what --enable and --only say.
const on = "on"

// rank is how closely a selector names a rule: 0 not at all, then "all", its
// family, the rule itself.
func rank(selector string, r *audit.Rule) int {
	switch {
	case strings.EqualFold(selector, r.Name), strings.EqualFold(selector, r.ID):
		return 3
	case strings.EqualFold(selector, string(r.Family())):
		return 2
	case selector == "all":
		return 1
	}
	return 0
}

// Selects reports whether a selector names any rule.
func Selects(selector string) bool {
	for _, r := range audit.Rules() {
		if rank(selector, r) > 0 {
			return true
		}
	}
	return false
}

// Selectors lists the words that select rules: their names, the families, and
// "all".
func Selectors() []string {
	out := []string{"all"}
	families := map[string]bool{}
	for _, r := range audit.Rules() {
		if f := string(r.Family()); !families[f] {
			families[f] = true
			out = append(out, f)
		}
		out = append(out, r.Name)
	}
	return out
}

// level is what layers say of a rule, the innermost last. Within one layer the
// selector that names the rule most closely decides, and of equals the last.
func level(r *audit.Rule, layers ...[]Level) Level {
	out := Level{Value: "default"}
	for _, layer := range layers {
		best, at := 0, Level{}
		for _, l := range layer {
			if n := rank(l.Rule, r); n > 0 && n >= best {
				best, at = n, l
			}
		}
		switch {
		case best == 0, at.Value == on && out.Value != "off":
		case at.Value == on:
			out = Level{r.Name, "default", at.Origin}
		default:
			out = at
		}
	}
	return out
}

// FlagLevels are the levels that the flags of a command line name, each a list
// of selectors.
func FlagLevels(only, enable, disable []string) []Level {
	var out []Level
	if len(only) > 0 {
		out = append(out, Level{"all", "off", Origin{Word: "--only"}})
	}
	add := func(selectors []string, value, flag string) {
		for _, s := range selectors {
			out = append(out, Level{s, value, Origin{Word: flag}})
		}
	}
	add(only, on, "--only")
	add(enable, on, "--enable")
	add(disable, "off", "--disable")
	return out
}
