package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// graphvizDeadline is how long a layout may take before its process is killed.
const graphvizDeadline = time.Minute

// graphvizLayouts are the layouts that other programs make.
func graphvizLayouts() []string { return []string{"dot", "neato", "twopi", "circo", "fdp", "sfdp"} }

// renderGraphviz has another program lay out DOT as SVG: traj-graphviz, beside this
// program or on PATH, else the dot of an installed Graphviz. The program gets a
// temporary directory of its own, removed afterwards, and is killed at the
// deadline or when ctx ends.
func renderGraphviz(ctx context.Context, dot []byte, layout string) ([]byte, error) {
	program, args, err := graphvizProgram(layout)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "traj-graphviz-")
	if err != nil {
		return nil, fmt.Errorf("lay out the graph: %w", err)
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithTimeout(ctx, graphvizDeadline)
	defer cancel()
	var out, said bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = dir, privateTemp(os.Environ(), dir)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(dot), &out, &said
	cmd.WaitDelay = 2 * time.Second
	err = cmd.Run()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, fmt.Errorf("lay out the graph: %s found no %s layout within %s: draw fewer nodes (--max-nodes), or use --layout linear", filepath.Base(program), layout, graphvizDeadline)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("lay out the graph: %s: %w%s", filepath.Base(program), err, lastWords(said.String()))
	case out.Len() == 0:
		return nil, fmt.Errorf("lay out the graph: %s wrote nothing%s", filepath.Base(program), lastWords(said.String()))
	}
	return out.Bytes(), nil
}

// graphvizProgram finds a program that can make the layout, as SVG.
func graphvizProgram(layout string) (path string, args []string, err error) {
	if path := besideOrOnPath("traj-graphviz"); path != "" {
		return path, []string{"-K", layout, "-T", "svg"}, nil
	}
	if path, err := exec.LookPath("dot"); err == nil {
		args := []string{"-K" + layout, "-Tsvg"}
		if !slices.Contains([]string{"dot", "twopi", "circo"}, layout) {
			args = append(args, "-Goverlap=false")
		}
		return path, args, nil
	}
	return "", nil, fmt.Errorf("layout %s needs traj-graphviz beside this program or on PATH (go install github.com/traj-dev/traj/cmd/traj-graphviz@latest), or Graphviz's dot; --layout linear needs neither", layout)
}

// besideOrOnPath looks where this program lies, then on PATH; "" is nowhere.
func besideOrOnPath(name string) string {
	if self, err := os.Executable(); err == nil {
		if self, err = filepath.EvalSymlinks(self); err == nil {
			if path, err := exec.LookPath(filepath.Join(filepath.Dir(self), name)); err == nil {
				return path
			}
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	return path
}

// privateTemp is env with every name of the temporary directory set to dir.
func privateTemp(env []string, dir string) []string {
	var out []string
	for _, kv := range env {
		switch name, _, _ := strings.Cut(kv, "="); strings.ToUpper(name) {
		case "TMPDIR", "TMP", "TEMP":
		default:
			out = append(out, kv)
		}
	}
	return append(out, "TMPDIR="+dir, "TMP="+dir, "TEMP="+dir)
}

// lastWords is the first line that a program complained in, made safe to show.
func lastWords(said string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(said), "\n")
	if line == "" {
		return ""
	}
	if r := []rune(line); len(r) > 300 {
		line = string(r[:300]) + "…"
	}
	return fmt.Sprintf(": %q", line)
}
