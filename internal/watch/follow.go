package watch

import (
	"context"
	"time"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
)

// Options say what is followed, and how.
type Options[T any] struct {
	Inputs  []string // paths and patterns; not stdin
	Load    formats.Options
	Workers int           // units that are read at once; at least 1
	Settle  time.Duration // how long a file stands still until its end counts as its end

	// Judge is called for each log that was read, from many goroutines.
	Judge func(*event.Log) Judged[T]
	// Now is the time. Only the test of a program has it stand still.
	Now func() time.Time
}

// Judged is what there is to say of a log.
type Judged[T any] struct {
	Name     string
	Value    T
	Findings []Finding
	Problems []string // why something of it could not be read
	Tails    []string // the files whose last bytes are no sound record
}

// Finding is one finding of a log, as far as this package knows it.
type Finding struct {
	Key  string // the same as long as the finding is; told apart from all others of the log
	Tail string // the file of Tails at whose last bytes it lies, "" when it lies elsewhere
}

// Kind is what a Change tells.
type Kind uint8

// The kinds of changes.
const (
	Unknown  Kind = iota
	Found         // Log has a finding
	Resolved      // Log no longer has it
	Problem       // something cannot be read: Text
	Mended        // it can: Text is what was said before
	Gone          // Log is no longer there
	kindCount
)

var kindStrings = [kindCount]string{"unknown", "found", "resolved", "problem", "mended", "gone"}

func (k Kind) String() string {
	if k < kindCount {
		return kindStrings[k]
	}
	return "unknown"
}

// Change is one thing that is new.
type Change[T any] struct {
	Kind    Kind
	Log     *Judged[T] // nil for Problem and Mended
	Finding int        // of Log.Findings, for Found and Resolved
	Text    string
}

// Follower remembers what it has read and told. It is for one goroutine.
type Follower[T any] struct {
	o     Options[T]
	units map[string]*unit[T] // nil before the first look
	order []*unit[T]          // in the order of the inputs
	left  []*unit[T]          // what is no longer there and was not told yet
	still time.Time           // since when nothing has changed

	Reads int   // how often a unit was read: a file, or a directory that is a log
	Bytes int64 // the sizes of the files that were read then
}

// New returns a Follower that has read nothing.
func New[T any](o Options[T]) *Follower[T] {
	o.Workers = max(1, o.Workers)
	return &Follower[T]{o: o, still: o.Now()}
}

// Pass looks at the inputs once. It reads the units of which a file changed,
// came or went, and gives to emit what is new, in the order of the inputs. It
// returns when there may be something to tell though no file changes, zero for
// never.
func (f *Follower[T]) Pass(ctx context.Context, emit func(Change[T]) error) (next time.Time, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	stale, err := f.look(ctx)
	if err != nil {
		return next, err
	}
	if err := f.drop(emit); err != nil {
		return next, err
	}
	return f.tellAll(emit, f.readAll(ctx, stale))
}

// tellAll takes what was read, unit by unit, and tells what is new in any.
func (f *Follower[T]) tellAll(emit func(Change[T]) error, read func(*unit[T]) (*contents[T], error)) (next time.Time, err error) {
	for _, u := range f.order {
		c, err := read(u)
		if err != nil {
			return next, err
		}
		if c != nil {
			f.Reads++
			f.Bytes += c.bytes
			u.take(c, f.o.Now())
		}
		now := f.o.Now()
		if err := u.tell(now, f.o.Settle, emit); err != nil {
			return next, err
		}
		next = earlier(next, u.due(now, f.o.Settle))
	}
	return next, nil
}

// Finish tells what was held back, but for what lies at an end that may still
// grow, and returns how many logs have such an end.
func (f *Follower[T]) Finish(emit func(Change[T]) error) (open int, err error) {
	now := f.o.Now()
	for _, u := range f.order {
		for _, l := range u.logs {
			ends := u.openTails(l.latest, now, f.o.Settle)
			if len(ends) > 0 {
				open++
			}
			if err := l.publish(ends, emit); err != nil {
				return 0, err
			}
		}
		if err := u.tellProblems(now.Sub(u.change) >= f.o.Settle, emit); err != nil {
			return 0, err
		}
	}
	return open, nil
}

// Waiter waits for changes.
type Waiter interface {
	// Wait returns when files may have changed, and at the given time at the
	// latest, which is zero for never. It is false when the context is done.
	Wait(ctx context.Context, until time.Time) bool
}

// Run passes over the inputs each time the waiter says so, until the context is
// done or, unless idle is 0, nothing has changed for that long and nothing is
// held back. It ends with Finish.
func (f *Follower[T]) Run(ctx context.Context, w Waiter, idle time.Duration, emit func(Change[T]) error) (open int, err error) {
	for {
		next, err := f.Pass(ctx, emit)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return 0, err
		}
		if end := f.still.Add(idle); idle > 0 && (next.IsZero() || next.Before(end)) {
			if now := f.o.Now(); next.IsZero() && !now.Before(end) {
				break
			}
			next = earlier(next, end)
		}
		if !w.Wait(ctx, next) {
			break
		}
	}
	return f.Finish(emit)
}

// Standing is a log as it was told.
type Standing[T any] struct {
	Log      *Judged[T]
	Findings []int // of Log.Findings: those that were told and hold
}

// Logs are all logs as they were told, in the order of the inputs.
func (f *Follower[T]) Logs() []Standing[T] {
	var out []Standing[T]
	for _, u := range f.order {
		for _, l := range u.logs {
			s := Standing[T]{Log: l.latest}
			for i, x := range l.latest.Findings {
				if _, ok := l.told[x.Key]; ok {
					s.Findings = append(s.Findings, i)
				}
			}
			out = append(out, s)
		}
	}
	return out
}

// Problems are those that hold, and how many files are of no known format.
func (f *Follower[T]) Problems() (problems []string, passed int) {
	for _, u := range f.order {
		problems = append(problems, u.told...)
		passed += u.passed
	}
	return problems, passed
}

// earlier is the earlier of two times of which zero is never.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// Inputs are what is followed, as given.
func (f *Follower[T]) Inputs() []string { return f.o.Inputs }
