package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-graphviz"
)

// Exit statuses, those of traj.
const (
	exitOK    = 0
	exitUsage = 2 // a flag or a limit
	exitRead  = 3 // the input is no graph, or could not be laid out
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// options are the flags.
type options struct {
	layout   string
	format   string
	maxBytes int64
	maxNodes int
	memory   uint64 // MiB
	timeout  time.Duration
}

// layouts lists the layouts and how many nodes each takes unless told
// otherwise: more than these take minutes.
func layouts() map[string]int {
	return map[string]int{"dot": 5000, "neato": 600, "fdp": 250, "sfdp": 10000, "twopi": 10000, "circo": 2000}
}

func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("traj-graphviz", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.layout, "K", "dot", "`layout`: dot, neato, fdp, sfdp, twopi or circo")
	f.StringVar(&o.format, "T", "svg", "`format` of the output: svg")
	f.Int64Var(&o.maxBytes, "max-bytes", 32<<20, "refuse an input of more `bytes`")
	f.IntVar(&o.maxNodes, "max-nodes", 0, "refuse a graph of more `nodes`; 0 is the layout's own limit")
	f.Uint64Var(&o.memory, "memory", 2048, "use at most so many `MiB` of memory, where the system can hold it to that")
	f.DurationVar(&o.timeout, "timeout", time.Minute, "give up after this `time`")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	switch limit, ok := layouts()[o.layout]; {
	case f.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q: the graph is read from standard input", f.Arg(0))
	case !ok:
		return o, fmt.Errorf("unknown layout %q", o.layout)
	case o.format != "svg":
		return o, fmt.Errorf("format %q is not supported: svg is (this Graphviz draws PNG without lines)", o.format)
	case o.maxNodes <= 0:
		o.maxNodes = limit
	}
	return o, nil
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	say := func(err error) { fmt.Fprintf(stderr, "traj-graphviz: %v\n", err) }
	o, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	if err != nil {
		say(err)
		return exitUsage
	}
	guard(o, say)
	svg, err := render(o, stdin)
	var limit *limitError
	if errors.As(err, &limit) {
		say(err)
		return exitUsage
	}
	if err == nil {
		_, err = stdout.Write(svg)
	}
	if err != nil {
		say(err)
		return exitRead
	}
	return exitOK
}

// guard bounds time and memory. The library obeys neither a context nor Go's
// memory limit, so the process ends; the system ends it where Go cannot.
func guard(o options, say func(error)) {
	runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), 2)) // compiled code keeps its thread until it is done
	debug.SetGCPercent(-1)                            // a collection would wait for that thread, and with it the clock
	debug.SetMemoryLimit(int64(o.memory) << 19)
	if err := limitProcess(o.memory<<20, uint64(o.timeout/time.Second)+2); err != nil {
		say(fmt.Errorf("memory and time are not limited by the system: %w", err))
	}
	time.AfterFunc(o.timeout, func() {
		say(fmt.Errorf("no layout within %s: try fewer nodes or another layout", o.timeout))
		os.Exit(exitRead)
	})
}

// limitError is an input beyond a limit.
type limitError struct{ what string }

func (e *limitError) Error() string { return e.what }

// readAll reads the input up to a limit.
func readAll(stdin io.Reader, limit int64) ([]byte, error) {
	dot, err := io.ReadAll(io.LimitReader(stdin, limit+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the graph: %w", err)
	case int64(len(dot)) > limit:
		return nil, &limitError{fmt.Sprintf("the graph has more than %d bytes (-max-bytes)", limit)}
	case len(bytes.TrimSpace(dot)) == 0:
		return nil, errors.New("the input is empty")
	}
	return dot, nil
}

// render lays the graph out. Output of the library is cleaned and checked.
func render(o options, stdin io.Reader) (svg []byte, err error) {
	defer func() {
		if p := recover(); p != nil { // the library does, on an input without a graph
			svg, err = nil, fmt.Errorf("graphviz gave up: %v", p)
		}
	}()
	dot, err := readAll(stdin, o.maxBytes)
	if err != nil {
		return nil, err
	}
	g, err := graphviz.ParseBytes(cleanText(dot))
	if err != nil {
		return nil, fmt.Errorf("read the graph: %s", strings.TrimSpace(err.Error()))
	}
	nodes, err := g.NodeNum()
	if err != nil {
		return nil, fmt.Errorf("count the nodes: %w", err)
	}
	if nodes > o.maxNodes {
		return nil, &limitError{fmt.Sprintf("the graph has %d nodes, and layout %s takes %d at most: collapse or select more, or draw it with the linear layout",
			nodes, o.layout, o.maxNodes)}
	}
	if o.layout != "dot" && o.layout != "twopi" && o.layout != "circo" && g.GetStr("overlap") == "" {
		g.SafeSet("overlap", "false", "") // these move nodes apart well; the others would be torn
	}
	ctx := context.Background()
	gv, err := graphviz.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("start graphviz: %w", err)
	}
	var out bytes.Buffer
	if err := gv.SetLayout(graphviz.Layout(o.layout)).Render(ctx, g, graphviz.SVG, &out); err != nil {
		return nil, fmt.Errorf("lay out the graph: %w", err)
	}
	svg = cleanText(out.Bytes())
	if err := checkSVG(svg); err != nil {
		return nil, err
	}
	return svg, nil
}

// cleanText removes what neither DOT nor XML may hold.
func cleanText(b []byte) []byte {
	s := strings.ToValidUTF8(string(b), "\uFFFD")
	return []byte(strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < 0x20 || r >= 0x7F && r < 0xA0 || r == 0xFFFE || r == 0xFFFF:
			return -1
		case slices.Contains([]rune{0x200E, 0x200F, 0x061C, 0xFEFF}, r) || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069:
			return -1 // turns the direction of text
		}
		return r
	}, s))
}
