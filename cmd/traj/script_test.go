package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test binary serve as traj itself in scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"traj": main})
}

// TestScripts runs every script of testdata/script. $FIXTURES is the folder of
// sample logs, $TESTDATA that of what only tests need, $ROOT the repository.
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
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"exit": exitStatus, "every": everyCommand, "zip": zipDir, "tear": tear, "unhex": unhex, "unreadable": unreadable, "cptree": copyTree},
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("FIXTURES", fixtures)
			e.Setenv("TESTDATA", testdata)
			e.Setenv("ROOT", filepath.Dir(fixtures))
			return nil
		},
	})
}
