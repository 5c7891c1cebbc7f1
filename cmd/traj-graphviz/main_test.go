package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The library renders once per process, so each case starts this binary again.
func TestMain(m *testing.M) {
	if os.Getenv("TRAJ_GRAPHVIZ_CHILD") != "" {
		main()
	}
	os.Exit(m.Run())
}

// start runs the program on an input and returns its output and exit status.
func start(t *testing.T, dot string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), "TRAJ_GRAPHVIZ_CHILD=1")
	var out, said bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(dot), &out, &said
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), said.String(), cmd.ProcessState.ExitCode()
}

func TestLayouts(t *testing.T) {
	for layout := range layouts() {
		out, said, status := start(t, `digraph { a -> b [label="x & <y>"]; a [URL="#event-1", tooltip="t"] }`, "-K", layout)
		if status != exitOK || !strings.Contains(out, "x &amp; &lt;y&gt;") || !strings.Contains(out, "#event-1") {
			t.Errorf("%s: exit %d, %s\n%s", layout, status, said, out)
		}
		if err := checkSVG([]byte(out)); err != nil {
			t.Errorf("%s: %v", layout, err)
		}
	}
}

// What package graph writes must be what this program reads.
func TestPicturesOfTraj(t *testing.T) {
	for _, tt := range []struct{ file, layout string }{{"story.dot", "dot"}, {"story-brief.dot", "twopi"}, {"story-brief.dot", "sfdp"}} {
		dot, err := os.ReadFile("../../graph/testdata/" + tt.file)
		if err != nil {
			t.Fatal(err)
		}
		out, said, status := start(t, string(dot), "-K", tt.layout)
		if status != exitOK || said != "" {
			t.Errorf("%s as %s: exit %d, %s", tt.file, tt.layout, status, said)
		}
		for _, want := range []string{`xlink:href="#event-b1"`, "#23", "terminal"} {
			if !strings.Contains(out, want) {
				t.Errorf("%s as %s: no %q", tt.file, tt.layout, want)
			}
		}
	}
}

func TestOutputIsHarmless(t *testing.T) {
	out, said, status := start(t, "digraph { a [label=\"red\x1b[31m &#27;[0m \u202Eevil &#8238; \x08\"] }")
	if status != exitOK {
		t.Fatalf("exit %d: %s", status, said)
	}
	for _, bad := range []string{"\x1b", "\x08", "\u202E"} {
		if strings.Contains(out, bad) {
			t.Errorf("%q in the output", bad)
		}
	}
}

func TestRefusals(t *testing.T) {
	for name, tt := range map[string]struct {
		dot, want string
		args      []string
		status    int
	}{
		"script link":        {`digraph { a [URL="javascript:alert(1)"] }`, "links to", nil, exitRead},
		"script link, edge":  {`digraph { a -> b [edgehref=" JavaScript:alert(1)"] }`, "links to", nil, exitRead},
		"data link in HTML":  {`digraph { a [label=<<TABLE HREF="data:text/html,x"><TR><TD>a</TD></TR></TABLE>>] }`, "links to", nil, exitRead},
		"style sheet":        {`digraph { stylesheet="http://example.invalid/a.css"; a }`, "processing instruction", nil, exitRead},
		"no graph":           {"/* nothing */", "gave up", nil, exitRead},
		"empty":              {" \n", "empty", nil, exitRead},
		"broken":             {"digraph { a ->", "syntax error", nil, exitRead},
		"too many nodes":     {"digraph { a; b; c }", "the graph has 3 nodes", []string{"-max-nodes", "2"}, exitUsage},
		"too many bytes":     {"digraph { a; b; c }", "more than 10 bytes", []string{"-max-bytes", "10"}, exitUsage},
		"unknown layout":     {"digraph { a }", `unknown layout "spiral"`, []string{"-K", "spiral"}, exitUsage},
		"format":             {"digraph { a }", `format "png" is not supported`, []string{"-T", "png"}, exitUsage},
		"argument":           {"digraph { a }", "unexpected argument", []string{"in.dot"}, exitUsage},
		"time":               {grown(800), "no layout within", []string{"-K", "fdp", "-max-nodes", "1000", "-timeout", "500ms"}, exitRead},
		"wrong flag, no run": {"digraph { a }", "flag provided but not defined", []string{"-x"}, exitUsage},
	} {
		out, said, status := start(t, tt.dot, tt.args...)
		if status != tt.status || !strings.Contains(said, tt.want) || out != "" {
			t.Errorf("%s: exit %d, %q, output of %d bytes; want exit %d and %q", name, status, said, len(out), tt.status, tt.want)
		}
	}
}

// grown is a tree of n nodes, which force layouts need long for.
func grown(n int) string {
	var b strings.Builder
	b.WriteString("digraph {\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "n%d -> n%d\n", i/2, i)
	}
	return b.String() + "}"
}

func TestSafeLink(t *testing.T) {
	for link, want := range map[string]bool{"#a": true, "https://x": true, "HTTP://x": true, "mailto:a@b": true,
		"": false, "javascript:x": false, "data:x": false, "file:///x": false, "//x": false, "x.html": false} {
		if safeLink(link) != want {
			t.Errorf("safeLink(%q) = %v", link, !want)
		}
	}
}
