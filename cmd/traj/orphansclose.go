package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/traj-dev/traj/formats/tables"
	"github.com/traj-dev/traj/replay"
)

// checkClose refuses a directory for closing events that is not new, or that
// lies in an input: inputs are never written to.
func (s *orphanSheet) checkClose() error {
	dir := s.c.String("close")
	if dir == "" {
		return nil
	}
	if s.c.String("ledger") == "" {
		return usagef("--close goes with --ledger: only a receipt confirms")
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return usagef("--close %s: the directory is not empty", dir)
	}
	to, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("--close: %w", err)
	}
	for _, in := range s.c.Args().Slice() {
		from, err := filepath.Abs(in)
		if err == nil && (to == from || strings.HasPrefix(to, from+string(filepath.Separator))) {
			return usagef("--close %s lies in the input %s, which is never written to", dir, in)
		}
	}
	return nil
}

// closeLog writes the closing events of a log, below a directory named by its
// conversation.
func (s *orphanSheet) closeLog(x *orphaned) error {
	files, why := replay.Close(x.r, x.out.Orphans)
	for _, w := range why {
		s.e.say("%s: not closed: %s", x.name, w)
		s.e.end(exitFindings)
	}
	if len(files) == 0 {
		return nil
	}
	s.closed = true
	dir := filepath.Join(s.c.String("close"), closeName(x))
	appended := false
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return fmt.Errorf("--close: %w", err)
		}
		data := f.Data
		if before, err := os.ReadFile(path); err == nil && f.Append {
			data = append(before, data...)
		}
		err := tables.WriteFile(path, func(w io.Writer) error {
			_, err := w.Write(data)
			return err
		})
		if err != nil {
			return err
		}
		appended = appended || f.Append
	}
	how := "lay it over a copy of the log"
	if appended {
		how = "append it to a copy of the log"
	}
	s.e.note("%s: %s written below %s; %s", x.name, countFiles(len(files)), dir, how)
	return nil
}

func countFiles(n int) string {
	if n == 1 {
		return "1 closing file"
	}
	return fmt.Sprintf("%d closing files", n)
}

// closeName is a directory name that says which log it is for.
func closeName(x *orphaned) string {
	name := x.out.Orphans[0].OperationID
	name, _, _ = strings.Cut(name, "/")
	keep := func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}
	if name = strings.Map(keep, name); name == "" {
		return "log"
	}
	return name
}
