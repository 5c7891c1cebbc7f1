package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test binary serve as traj itself in scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"traj": main})
}

// TestScripts runs every script of testdata/script. $FIXTURES is the folder of
// sample logs, $TESTDATA that of what only tests need.
func TestScripts(t *testing.T) {
	fixtures, err := filepath.Abs("../../fixtures")
	if err != nil {
		t.Fatal(err)
	}
	testdata, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	if scripts, _ := filepath.Glob("testdata/script/*.txtar"); len(scripts) == 0 {
		t.Fatal("no scripts found")
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"exit": exitStatus},
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("FIXTURES", fixtures)
			e.Setenv("TESTDATA", testdata)
			return nil
		},
	})
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
