package report

import (
	"fmt"
	"io"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/policy"
)

// Config is what a policy amounts to for one path.
type Config struct {
	Path         string // "" is everywhere
	Policy       string // the file, "" without one
	Settings     []ConfigSetting
	Rules        []ConfigRule // those that are not as the catalogue has them
	Suppressions []policy.Use
}

// ConfigSetting is a value and where it comes from.
type ConfigSetting struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Origin string `json:"origin"`
}

// ConfigRule is a rule's level and where it comes from.
type ConfigRule struct {
	Rule   *audit.Rule
	Level  string
	Origin string
}

// ConfigText prints what policies amount to, for people.
func ConfigText(w io.Writer, style Style, configs []Config) error {
	for i, c := range configs {
		if i > 0 {
			fmt.Fprintln(w)
		}
		head, file := "everywhere", "no policy file"
		if c.Path != "" {
			head = c.Path
		}
		if c.Policy != "" {
			file = c.Policy
		}
		fmt.Fprintln(w, style.bold(Clean(head))+"  "+Clean(file))
		var rows [][]string
		for _, s := range c.Settings {
			rows = append(rows, []string{s.Key, s.Value, s.Origin})
		}
		for _, r := range c.Rules {
			rows = append(rows, []string{r.Rule.Name, r.Level, r.Origin})
		}
		if err := grid(w, style, []string{"KEY", "VALUE", "FROM"}, rows); err != nil {
			return err
		}
		if err := suppressionTable(w, style, c.Suppressions); err != nil {
			return err
		}
	}
	return nil
}

func suppressionTable(w io.Writer, style Style, uses []policy.Use) error {
	if len(uses) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	var rows [][]string
	for _, u := range uses {
		until := u.Until
		switch {
		case until == "":
			until = "for ever"
		case u.Expired:
			until += ", over"
		}
		rows = append(rows, []string{what(u.Suppression), until, u.Origin.String(), u.Reason})
	}
	return grid(w, style, []string{"SUPPRESSED", "UNTIL", "FROM", "REASON"}, rows)
}

// ConfigJSON prints the same for programs.
func ConfigJSON(w io.Writer, configs []Config) error {
	type rule struct {
		Rule   string `json:"rule"`
		Name   string `json:"name"`
		Level  string `json:"level"`
		Origin string `json:"origin"`
	}
	type config struct {
		Path         *string         `json:"path"`
		Policy       *string         `json:"policy"`
		Settings     []ConfigSetting `json:"settings"`
		Rules        []rule          `json:"rules"`
		Suppressions []jsonUse       `json:"suppressions"`
	}
	doc := struct {
		SchemaVersion int      `json:"schema_version"`
		Configs       []config `json:"configs"`
	}{SchemaVersion: 1, Configs: []config{}}
	for _, c := range configs {
		out := config{Path: orNull(c.Path), Policy: orNull(c.Policy), Settings: c.Settings, Rules: []rule{}, Suppressions: usesJSON(c.Suppressions)}
		for _, r := range c.Rules {
			out.Rules = append(out.Rules, rule{r.Rule.ID, r.Rule.Name, r.Level, r.Origin})
		}
		doc.Configs = append(doc.Configs, out)
	}
	return indented(w, doc)
}
