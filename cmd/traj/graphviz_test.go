package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// onPath puts a shell script on PATH, alone, and gives it a temporary
// directory to put things in.
func onPath(t *testing.T, name, script string) (temp string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Fatal("this test writes a shell script")
	}
	bin, temp := t.TempDir(), t.TempDir()
	if name != "" {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin)
	t.Setenv("TMPDIR", temp)
	return temp
}

func TestGraphvizGetsATemporaryDirectoryOfItsOwn(t *testing.T) {
	temp := onPath(t, "traj-graphviz", `echo "$*" "$TMPDIR" "$TMP"; while read line; do echo "$line"; done`)
	out, err := renderGraphviz(context.Background(), []byte("digraph{}\n"), "twopi")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(string(out))
	if len(words) != 7 || strings.Join(words[:4], " ") != "-K twopi -T svg" || words[6] != "digraph{}" {
		t.Fatalf("the program was started with %q", words)
	}
	if words[4] != words[5] || filepath.Dir(words[4]) != temp {
		t.Errorf("temporary directories %q, want one below %q", words[4:6], temp)
	}
	if left, _ := os.ReadDir(temp); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestGraphvizIsKilledWhenTimeIsUp(t *testing.T) {
	temp := onPath(t, "traj-graphviz", `while :; do :; done`)
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := renderGraphviz(ctx, []byte("digraph{}"), "dot"); err == nil || !strings.Contains(err.Error(), "found no dot layout") {
		t.Errorf("error %v", err)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("killed after %s", took)
	}
	if left, _ := os.ReadDir(temp); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestGraphvizFallsBackToDot(t *testing.T) {
	onPath(t, "dot", `echo "$*"`)
	for _, tt := range []struct{ layout, want string }{
		{"dot", "-Kdot -Tsvg\n"},
		{"sfdp", "-Ksfdp -Tsvg -Goverlap=false\n"},
	} {
		out, err := renderGraphviz(context.Background(), nil, tt.layout)
		if err != nil || string(out) != tt.want {
			t.Errorf("%s: %q, %v", tt.layout, out, err)
		}
	}
}

func TestGraphvizErrorsSayWhatToDo(t *testing.T) {
	onPath(t, "", "")
	if _, err := renderGraphviz(context.Background(), nil, "dot"); err == nil || !strings.Contains(err.Error(), "go install github.com/traj-dev/traj/cmd/traj-graphviz") {
		t.Errorf("nothing installed: %v", err)
	}
	onPath(t, "traj-graphviz", `printf 'traj-graphviz: the graph has 9 nodes\033[31m\nmore\n' >&2; exit 2`)
	_, err := renderGraphviz(context.Background(), nil, "dot")
	want := `lay out the graph: traj-graphviz: exit status 2: "traj-graphviz: the graph has 9 nodes\x1b[31m"`
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
