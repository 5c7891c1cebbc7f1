package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/internal/policy"
)

// policyFlags are those of every command that judges by a policy.
func policyFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "config", Usage: "read the policy in `FILE` instead of the nearest .traj.yaml; none reads none"},
		&cli.StringSliceFlag{Name: "only", Usage: "apply only these `RULES`: names, numbers, families, with commas between"},
		&cli.StringSliceFlag{Name: "enable", Usage: "apply `RULES` that the policy turns off"},
		&cli.StringSliceFlag{Name: "disable", Usage: "leave `RULES` out"},
		&cli.StringFlag{Name: "now", Usage: "the `DAY` by which suppressions end, as 2026-12-31", DefaultText: "today"},
	}
}

// ruling is what a run judges by: the policy, what flags say beside it, and the
// gate made of both.
type ruling struct {
	*policy.Policy
	gate     *policy.Gate
	baseline string // as it is printed
}

// ruling reads the policy and the baseline at the path that baselineOf gives, ""
// for none, and checks all that flags say of them, before anything else is read.
func (e *env) ruling(c *cli.Context, baselineOf func(*policy.Policy) string) (*ruling, error) {
	p, err := e.policy(c)
	if err != nil {
		return nil, err
	}
	day, err := dayOf(c)
	if err != nil {
		return nil, err
	}
	levels, err := flagLevels(c)
	if err != nil {
		return nil, err
	}
	r := &ruling{Policy: p, baseline: baselineOf(p)}
	known, err := readBaseline(r.baseline)
	if err != nil {
		return nil, err
	}
	r.gate = policy.NewGate(p, levels, known, day, relativeTo(p.Dir))
	return r, nil
}

// policy reads the policy that holds for the inputs: the one that --config
// names, the nearest above them, or the user's. Its paths are relative to its
// directory; those of the user's, and of none, to the root of the repository.
func (e *env) policy(c *cli.Context) (*policy.Policy, error) {
	root, file := repository(), c.String("config")
	if file == "none" {
		return &policy.Policy{Dir: root}, nil
	}
	if file == "" {
		var err error
		if file, err = findPolicy(c); err != nil || file == "" {
			return &policy.Policy{Dir: root}, err
		}
	}
	read := readBeside
	if c.String("config") == "" {
		read = readFound
	}
	data, err := read(file, mostPolicy)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("there is no policy %s; traj init writes one", file)
	}
	if err != nil {
		return nil, usagef("read the policy: %s", err)
	}
	name := filepath.ToSlash(file)
	if c.String("config") == "" {
		name = fromHere(file)
	}
	p, mistakes := policy.Parse(name, data, policy.Words{Profiles: profileNames(), Providers: append([]string{"none"}, audit.Providers()...)})
	for _, m := range mistakes {
		e.say("%s", m)
	}
	if len(mistakes) > 0 {
		return nil, usagef("the policy %s is not used as long as it has mistakes", name)
	}
	p.Dir = root
	if abs, err := filepath.Abs(file); err == nil && file != userPolicy() {
		p.Dir = filepath.Dir(abs)
	}
	return p, nil
}

// findPolicy looks for the policy of the inputs.
func findPolicy(c *cli.Context) (string, error) {
	found, err := policy.Find(formats.Paths(c.Args().Slice()), formats.IsLog)
	switch {
	case err != nil:
		return "", err
	case len(found) > 1:
		return "", usagef("the inputs are under several policies, %s and %s: judge them apart, or name one with --config", fromHere(found[0]), fromHere(found[1]))
	case len(found) == 1:
		return found[0], nil
	}
	if user := userPolicy(); user != "" {
		if _, err := os.Stat(user); err == nil {
			return user, nil
		}
	}
	return "", nil
}

// userPolicy is the path of the user's own policy, "" where there is no place
// for one.
func userPolicy() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, filepath.FromSlash(policy.UserFile))
}

// baselineOf is the path of the baseline that --baseline names, or else the
// policy.
func baselineOf(c *cli.Context) func(*policy.Policy) string {
	return func(p *policy.Policy) string {
		switch path := c.String("baseline"); {
		case path == "none", path == "" && p.Baseline.Value == "":
			return ""
		case path != "":
			return path
		}
		return fromHere(filepath.Join(p.Dir, filepath.FromSlash(p.Baseline.Value)))
	}
}

// readBaseline reads the baseline at a path; nil without one.
func readBaseline(path string) (*policy.Baseline, error) {
	if path == "" {
		return nil, nil
	}
	data, err := readBeside(path, mostBaseline)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, usagef("there is no baseline %s; traj baseline LOG… -o %s writes it", path, path)
	case err != nil:
		return nil, usagef("read the baseline: %s", err)
	}
	b, err := policy.ReadBaseline(path, data)
	if err != nil {
		return nil, usagef("%s", err)
	}
	return b, nil
}

// fromHere is an absolute path as it is seen from the working directory, if it
// is not far away.
func fromHere(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(here, path)
	if err != nil || strings.HasPrefix(rel, filepath.Join("..", "..", "..")) {
		return path
	}
	return filepath.ToSlash(rel)
}

// dayOf is the day that --now names, or that of the run.
func dayOf(c *cli.Context) (string, error) {
	now := c.String("now")
	if now == "" {
		return time.Now().UTC().Format(time.DateOnly), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, now); err == nil {
			return t.UTC().Format(time.DateOnly), nil
		}
	}
	return "", usagef("--now %q is no day; write it as 2026-12-31", now)
}

func flagLevels(c *cli.Context) ([]policy.Level, error) {
	var lists [3][]string
	for i, flag := range []string{"only", "enable", "disable"} {
		for _, v := range c.StringSlice(flag) {
			for _, s := range strings.Split(v, ",") {
				if s = strings.TrimSpace(s); !policy.Selects(s) {
					return nil, usagef("no rule %q for --%s; %s", s, flag, policy.Suggest(s, policy.Selectors(), "traj rules lists them"))
				}
				lists[i] = append(lists[i], s)
			}
		}
	}
	return policy.FlagLevels(lists[0], lists[1], lists[2]), nil
}

// setting is what a flag says, else what the policy says, else the flag's
// default.
func setting(c *cli.Context, flag string, s policy.Setting) string { return settings(c, flag)(s) }

// settings is setting for several settings.
func settings(c *cli.Context, flag string) func(policy.Setting) string {
	isSet, value := c.IsSet(flag), c.String(flag)
	return func(s policy.Setting) string {
		if !isSet && s.Value != "" {
			return s.Value
		}
		return value
	}
}
