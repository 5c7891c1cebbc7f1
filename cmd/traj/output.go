package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"
)

// write gives f the place that --output names: stdout, or a file that appears
// whole or not at all.
func (e *env) write(c *cli.Context, f func(io.Writer) error) error {
	return e.writeTo(c, c.String("output"), f)
}

// writeTo gives f a place: a file that appears whole or not at all, or stdout
// where the path is empty or "-".
func (e *env) writeTo(c *cli.Context, path string, f func(io.Writer) error) error {
	if path != "" && path != "-" {
		return e.writeFile(c, path, f)
	}
	if screen, ok := e.terminal(path); ok {
		p := e.newPager(screen)
		err := f(p)
		return errors.Join(err, p.Close())
	}
	w := bufio.NewWriterSize(e.stdout, 1<<16)
	if err := f(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write to stdout: %w", err)
	}
	return nil
}
