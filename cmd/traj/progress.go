package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/internal/report"
)

// barAfter is how long work may take before a person at a terminal is told how
// far it is, and barEvery how often.
const (
	barAfter = time.Second
	barEvery = 250 * time.Millisecond
)

// progress is how far a long run is. nil draws nothing.
type progress struct {
	w     io.Writer
	start time.Time
	size  int64 // of all inputs, -1 when it is not known
	bytes atomic.Int64
	logs  atomic.Int64
	stop  context.CancelFunc
	drawn bool
}

// startProgress tells on stderr, from some time on, how far a run is, if that
// is a terminal on which lines can be drawn over, and nothing is to be kept
// quiet.
func (e *env) startProgress(inputs []string) *progress {
	if e.quiet || !isTerminal(e.stderr) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	ctx, stop := context.WithCancel(e.ctx)
	p := &progress{w: e.stderr, start: time.Now(), stop: stop}
	e.screen.watch(p)
	go func() {
		select {
		case <-ctx.Done():
			return
		case <-time.After(barAfter):
		}
		p.size = sizeOf(ctx, inputs)
		tick := time.NewTicker(barEvery)
		defer tick.Stop()
		for {
			e.screen.show(p)
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	}()
	return p
}

// done counts a log.
func (p *progress) done(l *event.Log) {
	if p == nil || l == nil {
		return
	}
	var n int64
	for i := range l.Files {
		n += l.Files[i].Size
	}
	p.bytes.Add(n)
	p.logs.Add(1)
}

// draw and end are called by the screen, one at a time.
func (p *progress) draw() {
	p.drawn = true
	fmt.Fprint(p.w, "\r\x1b[K"+progressLine(p.logs.Load(), p.bytes.Load(), p.size, time.Since(p.start)))
}

func (p *progress) clear() {
	if p != nil && p.drawn {
		p.drawn = false
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

func (p *progress) end() {
	if p != nil {
		p.stop()
		p.clear()
	}
}

// progressLine says how much is done, how fast, and, where that can be told,
// how long the rest takes. A log counts when it is done.
func progressLine(logs, done, size int64, took time.Duration) string {
	s := fmt.Sprintf("traj: %s, %s", report.Count(int(logs), "log"), megabytes(done))
	if logs == 0 {
		return fmt.Sprintf("traj: reading, %s", took.Round(time.Second))
	}
	rate := float64(done) / took.Seconds()
	if size > 0 && done < size { // what belongs to no log is never done
		s += fmt.Sprintf(" of %s (%d%%)", megabytes(size), 100*done/size)
	}
	s += fmt.Sprintf(", %s/s", megabytes(int64(rate)))
	if size > 0 && done < size && rate > 0 {
		left := time.Duration(float64(size-done) / rate * float64(time.Second))
		s += fmt.Sprintf(", about %s left", left.Round(time.Second))
	}
	return s
}

func megabytes(n int64) string {
	switch {
	case n >= 10_000_000_000:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	case n >= 10_000_000:
		return fmt.Sprintf("%d MB", n/1_000_000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// sizeOf is how many bytes the logs of the inputs take, -1 where that cannot be
// told without reading them: of stdin and of what is packed.
func sizeOf(ctx context.Context, inputs []string) int64 {
	var sum int64
	unknown := slices.Contains(inputs, "-")
	for _, path := range formats.Paths(inputs) {
		err := filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if ctx.Err() != nil || !d.IsDir() && packed(name) {
				unknown = true
				return fs.SkipAll
			}
			info, err := d.Info()
			if err == nil && !d.IsDir() {
				sum += info.Size()
			}
			return err
		})
		if unknown = unknown || err != nil; unknown {
			return -1
		}
	}
	return sum
}

// packed reports whether a name is one that containers have.
func packed(name string) bool {
	return slices.Contains([]string{".zip", ".tar", ".tgz", ".gz", ".zst", ".eval", ".parquet"}, strings.ToLower(filepath.Ext(name)))
}
