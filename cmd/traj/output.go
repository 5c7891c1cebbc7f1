package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"
)

// write gives f the place that --output names: stdout, or a file that appears
// whole or not at all.
func (e *env) write(c *cli.Context, f func(io.Writer) error) error {
	path := c.String("output")
	if path != "" && path != "-" {
		return e.writeFile(c, path, f)
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
