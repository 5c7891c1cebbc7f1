package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/report"
)

// relativeTo gives the path of an input, or of what lies in it, relative to a
// directory; what lies elsewhere keeps the name it has.
func relativeTo(dir string) func(string) string {
	here, err := os.Getwd() // asked once, and not for each finding
	return func(name string) string {
		file, member, inside := strings.Cut(name, "!")
		if err != nil && !filepath.IsAbs(file) || name == "-" || name == "" {
			return name
		}
		abs := filepath.Clean(file)
		if !filepath.IsAbs(file) {
			abs = filepath.Join(here, file)
		}
		if rel, err := filepath.Rel(dir, abs); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			file = rel
		}
		if file = filepath.ToSlash(file); inside {
			return file + "!" + member
		}
		return file
	}
}

// repository is the root of the repository that the working directory lies in,
// or the working directory.
func repository() string {
	here, err := os.Getwd()
	if err != nil {
		return "."
	}
	for dir := here; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return here
		}
	}
}

// countLines gives findings in inputs of no lines, as a JSON document that is
// laid out for people, the lines of their records. A file that cannot be read
// again as it was leaves them as they are.
func countLines(l *event.Log, a *report.AuditedLog) {
	spans := map[string][]*report.Span{} // by file
	for k := range a.Spans {
		if name := a.Report.Findings[k].Location.File; a.Spans[k].Line == 0 && a.Spans[k].Offset > 0 {
			spans[name] = append(spans[name], &a.Spans[k])
		}
	}
	if len(spans) == 0 {
		return
	}
	for i := range l.Files {
		if f := &l.Files[i]; len(spans[f.Name]) > 0 && f.Start == 0 && !strings.Contains(f.Name, "!") {
			linesOf(f, spans[f.Name])
		}
	}
}

func linesOf(f *event.File, spans []*report.Span) {
	file, err := os.Open(f.Name)
	if err != nil {
		return
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() != f.Size {
		return // compressed, or changed since
	}
	var at []int64 // where the lines begin
	at = append(at, 0)
	buf := make([]byte, 1<<16)
	for base := int64(0); ; {
		n, err := file.Read(buf)
		for chunk, off := buf[:n], 0; ; {
			k := bytes.IndexByte(chunk[off:], '\n')
			if k < 0 {
				break
			}
			off += k + 1
			at = append(at, base+int64(off))
		}
		base += int64(n)
		if err == io.EOF {
			break
		}
		if err != nil {
			return
		}
	}
	for _, s := range spans {
		s.Line = lineAt(at, s.Offset)
		s.EndLine = lineAt(at, s.Offset+max(s.Length, 1)-1)
	}
}

// lineAt is the line, from 1, of an offset among the beginnings of lines.
func lineAt(begins []int64, offset int64) int32 {
	i, found := slices.BinarySearch(begins, offset)
	if found {
		i++
	}
	return int32(i)
}
