package main

import (
	"archive/zip"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// everyCommand is the script command "every STATUS ARG…": it runs each command
// that reads logs with the arguments. Each must end with the status, and say
// why in lines that begin with "traj: ", one of which names the last argument.
func everyCommand(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 || neg {
		ts.Fatalf("usage: every STATUS ARG…")
	}
	for _, command := range []string{"info", "audit", "orphans", "project", "replay", "graph", "load"} {
		exitStatus(ts, false, append([]string{args[0], "traj", command}, args[1:]...))
		name, named := strings.TrimLeft(filepath.Base(args[len(args)-1]), "-"), false
		for line := range strings.Lines(ts.ReadFile("stderr")) {
			if !strings.HasPrefix(line, "traj: ") {
				ts.Fatalf("%s: stderr has the line %q", command, line)
			}
			named = named || strings.Contains(line, name)
		}
		if !named {
			ts.Fatalf("%s: stderr does not name %s", command, name)
		}
	}
}

// zipDir is the script command "zip FILE DIR": it packs the files of a
// directory into an archive.
func zipDir(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(zipFolder(ts.MkAbs(args[0]), ts.MkAbs(args[1])))
}

func zipFolder(file, dir string) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w := zip.NewWriter(f)
	err = w.AddFS(os.DirFS(dir))
	return errors.Join(err, w.Close(), f.Close())
}

// tear is the script command "tear FILE BYTES": it leaves so many bytes of a
// file, or of its end where the number is negative takes so many away.
func tear(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	if n < 0 {
		info, err := os.Stat(ts.MkAbs(args[0]))
		ts.Check(err)
		n += info.Size()
	}
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}

// unhex is the script command "unhex FILE HEX": it writes bytes that a script
// cannot hold.
func unhex(ts *testscript.TestScript, _ bool, args []string) {
	b, err := hex.DecodeString(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b, 0o644))
}

// unreadable is the script command "unreadable PATH": nobody may read the file
// or directory, and root, who may read all, finds a link that leads to itself.
func unreadable(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	if os.Geteuid() != 0 {
		ts.Check(os.Chmod(path, 0))
		return
	}
	ts.Check(os.RemoveAll(path))
	ts.Check(os.Symlink(filepath.Base(path), path))
}

// copyTree is the script command "cptree FROM TO": it copies a directory.
func copyTree(ts *testscript.TestScript, _ bool, args []string) {
	from := ts.MkAbs(args[0])
	ts.Check(filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		to := filepath.Join(ts.MkAbs(args[1]), rel)
		if d.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, b, 0o644)
	}))
}

// exitStatus is the script command "exit STATUS COMMAND…": it runs the command
// and compares its exit status.
func exitStatus(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 || neg {
		ts.Fatalf("usage: exit STATUS COMMAND…")
	}
	status := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		status = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%s: %v", args[1], err)
	}
	if want := args[0]; want != strconv.Itoa(status) {
		ts.Fatalf("exit status %d, want %s", status, want)
	}
}
