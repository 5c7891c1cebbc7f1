package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/formats"
)

// The tables of README.md name every command and every format, in the order of
// the help and of formats/FORMATS.md.
func TestReadmeNamesCommandsAndFormats(t *testing.T) {
	var commands, known []string
	for _, row := range readmeTable(t, "command") {
		commands = append(commands, strings.Fields(strings.Trim(row[0], "`"))[1])
	}
	if d := cmp.Diff(commandNames(newApp(&env{})), commands); d != "" {
		t.Errorf("commands:\n%s", d)
	}
	for _, row := range readmeTable(t, "format") {
		known = append(known, row[0])
	}
	var want []string
	for _, f := range formats.Formats() {
		want = append(want, "[`"+f.Name+"`](formats/FORMATS.md#"+f.Name+")")
	}
	if d := cmp.Diff(want, known); d != "" {
		t.Errorf("formats:\n%s", d)
	}
}

// The table of libraries has what the code imports, and says which of it no
// program carries.
func TestReadmeNamesLibraries(t *testing.T) {
	carried := imports(t)
	used := map[string]bool{}
	for _, row := range readmeTable(t, "library") {
		for _, lib := range strings.Split(row[0], ", ") {
			inProgram, found := false, false
			for path, program := range carried {
				if rest, ok := strings.CutPrefix(strings.TrimPrefix(path, "github.com/"), lib); ok && (rest == "" || rest[0] == '/') {
					found, inProgram, used[path] = true, inProgram || program, true
				}
			}
			if !found {
				t.Errorf("%s is imported by nothing", lib)
			}
			if tests := strings.HasSuffix(row[2], ", tests only"); found && tests == inProgram {
				t.Errorf("%s: tests only: %t", lib, !inProgram)
			}
		}
	}
	for path := range carried {
		if !used[path] {
			t.Errorf("%s is imported and in no row", path)
		}
	}
}

// readmeTable has the rows of the table of README.md whose first column has a
// name.
func readmeTable(t *testing.T, column string) [][]string {
	t.Helper()
	data, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(data), "\n| "+column+" |")
	if !ok {
		t.Fatalf("README.md has no table of a %s", column)
	}
	var rows [][]string
	for i, line := range strings.Split(rest, "\n") {
		if i > 1 && !strings.HasPrefix(line, "|") {
			break
		}
		if i > 1 {
			cells := strings.Split(strings.Trim(line, "|"), "|")
			for c := range cells {
				cells[c] = strings.TrimSpace(cells[c])
			}
			rows = append(rows, cells)
		}
	}
	return rows
}

// imports tells of every package of another module whether a program carries it,
// or tests alone.
func imports(t *testing.T) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains([]string{".git", "testdata", "fixtures"}, d.Name()) {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, s := range f.Imports {
			p, err := strconv.Unquote(s.Path.Value)
			if first, _, _ := strings.Cut(p, "/"); err == nil && strings.Contains(first, ".") && !strings.HasPrefix(p, "github.com/traj-dev/traj") {
				out[p] = out[p] || !strings.HasSuffix(path, "_test.go")
			}
		}
		return nil
	})
	if err != nil || len(out) == 0 {
		t.Fatalf("no imports: %v", err)
	}
	return out
}
