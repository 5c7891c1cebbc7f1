package main

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/internal/report"
)

// sinkSpec is a format and the path that it is written to, "-" for stdout.
type sinkSpec struct{ format, path string }

// sinkSpecs are what --format and -o ask for, each path once. -o FORMAT=PATH
// adds an output; --format is what stdout gets, or the file of a plain -o, and
// gives way where an added output goes to stdout.
// Without --format the extension of a plain -o tells the format, as it does for
// the tables and pictures of other commands.
func sinkSpecs(c *cli.Context) ([]sinkSpec, error) {
	format, err := oneOf(c, "format", report.AuditFormats()...)
	if err != nil {
		return nil, err
	}
	named := c.IsSet("format")
	if c.IsSet("template") && !named {
		format, named = "template", true
	}
	var specs []sinkSpec
	plain := ""
	for _, o := range c.StringSlice("output") {
		s, added, err := sinkSpecOf(o)
		switch {
		case err != nil:
			return nil, err
		case added:
			specs = append(specs, s)
		case plain != "":
			return nil, usagef("-o %s and -o %s: one output for --format; others are -o FORMAT=PATH", plain, o)
		default:
			plain = o
		}
	}
	if f, ok := sinkOfExtension(plain); ok && !named {
		format = f
	}
	taken := slices.ContainsFunc(specs, func(s sinkSpec) bool { return s.path == "-" })
	if plain != "" || !taken || named {
		if plain == "" {
			plain = "-"
		}
		specs = slices.Insert(specs, 0, sinkSpec{format, plain})
	}
	return specs, checkSinks(c, specs)
}

// sinkOfExtension is the format that the name of a file tells, false for another.
func sinkOfExtension(path string) (string, bool) {
	switch filepath.Ext(path) {
	case ".json", ".jsonl", ".sarif":
		return filepath.Ext(path)[1:], true
	case ".xml":
		return "junit", true
	case ".md", ".markdown":
		return "markdown", true
	}
	return "", false
}

// sinkSpecOf reads FORMAT=PATH; false for a path.
func sinkSpecOf(o string) (sinkSpec, bool, error) {
	name, path, ok := strings.Cut(o, "=")
	switch {
	case !ok:
		return sinkSpec{}, false, nil
	case slices.Contains(report.AuditFormats(), name) && path == "":
		return sinkSpec{}, false, usagef("-o %s names no file; - is stdout", o)
	case slices.Contains(report.AuditFormats(), name):
		return sinkSpec{name, path}, true, nil
	case strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "":
		return sinkSpec{}, false, usagef("-o %s: unknown format %q; %s; a file of this name is ./%s", o, name, suggestion(name, report.AuditFormats()), o)
	}
	return sinkSpec{}, false, nil
}

func checkSinks(c *cli.Context, specs []sinkSpec) error {
	seen, template := map[string]string{}, false
	for _, s := range specs {
		path := filepath.Clean(s.path)
		if other, ok := seen[path]; ok {
			where := s.path
			if where == "-" {
				where = "stdout"
			}
			return usagef("%s and %s both go to %s", other, s.format, where)
		}
		seen[path] = s.format
		template = template || s.format == "template"
	}
	switch {
	case template && c.String("template") == "":
		return usagef("the format template needs --template TEXT, as '{{.Path}}:{{.Line}}: {{.Message}}'")
	case !template && c.IsSet("template"):
		return usagef("--template goes with --format template or -o template=PATH")
	case template:
		if _, err := report.ParseTemplate(c.String("template")); err != nil {
			return usagef("%s", err)
		}
	}
	return nil
}

// openSinks opens every output and gives f a sink for each. Files appear whole,
// and only if f succeeds.
func (e *env) openSinks(c *cli.Context, specs []sinkSpec, o report.SinkOptions, f func([]report.Sink) error) error {
	var open func(i int, sinks []report.Sink) error
	open = func(i int, sinks []report.Sink) error {
		if i == len(specs) {
			return f(sinks)
		}
		return e.writeTo(c, specs[i].path, func(w io.Writer) error {
			here := o
			if specs[i].path != "-" {
				here.Style = report.Style{}
			}
			s, err := report.NewSink(specs[i].format, w, here)
			if err != nil {
				return err
			}
			return open(i+1, append(sinks, s))
		})
	}
	return open(0, nil)
}
