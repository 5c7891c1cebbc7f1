package watch

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/fsnotify/fsnotify"
)

// The times of a Disk. Some file systems, as those of a network, tell nobody of
// what others write, so that now and then it looks without being told.
const (
	gather = 100 * time.Millisecond // changes in so short a time are seen together
	most   = 2 * time.Second        // what gather grows to where a look takes long
	poll   = time.Second            // between looks where nobody tells of changes
	doubt  = 10 * time.Second       // between looks where somebody should
)

// Disk is a Waiter for what is written to disk.
type Disk struct {
	w    *fsnotify.Watcher // nil where the system tells of no changes
	why  error             // of polling
	look time.Duration     // the longest time between looks
	woke time.Time         // when Wait returned last
}

// NewDisk waits for changes below paths and patterns. Where the system does not
// tell of changes, or not of so many directories, it wakes once a second.
func NewDisk(inputs []string) *Disk {
	d := &Disk{look: doubt}
	if d.w, d.why = fsnotify.NewWatcher(); d.why != nil {
		d.w, d.look = nil, poll
		return d
	}
	for _, in := range inputs {
		d.add(in)
	}
	return d
}

// Polls is why the disk is looked at once a second, nil when it is not.
func (d *Disk) Polls() error { return d.why }

// Close ends the watch.
func (d *Disk) Close() {
	if d.w != nil {
		d.w.Close()
	}
}

// add has the system tell of what an input stands for: of a directory and all
// below it, of the directory that a file lies in, of those that a pattern can
// match in.
func (d *Disk) add(input string) {
	info, err := os.Stat(input)
	switch base, rest := doublestar.SplitPattern(filepath.ToSlash(input)); {
	case err == nil && info.IsDir():
		d.addAll(input)
	case err != nil && rest != "" && rest != filepath.Base(input):
		d.addAll(base)
	case err != nil:
		d.addAll(filepath.Dir(input))
	default:
		d.addOne(filepath.Dir(input))
	}
}

func (d *Disk) addAll(root string) {
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		d.poll(err)
		return
	}
	_ = filepath.WalkDir(real, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			d.addOne(path)
		}
		if d.look == poll {
			return fs.SkipAll
		}
		return nil // what cannot be listed is told by who reads it
	})
}

func (d *Disk) addOne(dir string) {
	if err := d.w.Add(dir); err != nil {
		if _, gone := os.Lstat(dir); gone == nil {
			d.poll(err)
		}
	}
}

func (d *Disk) poll(why error) {
	if d.look != poll {
		d.look, d.why = poll, why
	}
}

// Wait implements Waiter.
func (d *Disk) Wait(ctx context.Context, until time.Time) bool {
	pause := d.pause()
	defer func() { d.woke = time.Now() }()
	wait := d.look
	if left := time.Until(until); !until.IsZero() && left < wait {
		wait = max(left, gather)
	}
	late := time.After(wait)
	var events chan fsnotify.Event
	var lost chan error
	if d.w != nil {
		events, lost = d.w.Events, d.w.Errors
	}
	for {
		select {
		case <-ctx.Done():
			return false
		case <-late:
			return ctx.Err() == nil
		case <-lost: // as too many changes at once: a look finds them all
			late = time.After(pause)
		case x, ok := <-events:
			if !ok {
				events = nil
				continue
			}
			d.enter(x)
			return d.rest(ctx, pause)
		}
	}
}

// pause is how long changes are gathered: what looks at everything after each
// change must not do so all the time.
func (d *Disk) pause() time.Duration {
	if d.woke.IsZero() {
		return gather
	}
	return min(max(restTimes*time.Since(d.woke), gather), most)
}

// rest takes all changes of the next moment.
func (d *Disk) rest(ctx context.Context, pause time.Duration) bool {
	over := time.After(pause)
	for {
		select {
		case <-ctx.Done():
			return false
		case <-over:
			return true
		case x, ok := <-d.w.Events:
			if !ok {
				return ctx.Err() == nil
			}
			d.enter(x)
		}
	}
}

// enter has the system tell of a directory that is new.
func (d *Disk) enter(x fsnotify.Event) {
	if !x.Has(fsnotify.Create) {
		return
	}
	if info, err := os.Lstat(x.Name); err == nil && info.IsDir() {
		d.addAll(x.Name)
	}
}
