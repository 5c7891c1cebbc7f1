package formats

import (
	"context"
	"errors"
	"io"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Options say how to load. The zero value is ready.
type Options struct {
	From    string      // a format's name; "" tells the format by the bytes
	Workers int         // logs, or blocks of one log, read at once; 0 is one per processor
	Text    bool        // fill the args and text columns
	Spill   bool        // keep the text of a large log in a temporary file, not in memory: for who reads it in order
	Leave   event.Facts // what nobody asks for: it is left out where that can be
	InParts bool        // leave the rows of a large log, where that can be, to who takes its Parts
	Digest  bool        // fill in Log.SHA256: over the SHA-256 of each record, in order, then of the state's bytes where there is one
	Block   int64       // bytes of the blocks in which a large file is read; 0 is the default, and all give the same
	Limits  container.Limits
	// Passed is called, in order, for each file below a directory or in an
	// archive that belongs to no log, and why; nil ignores them.
	Passed func(name, why string)
}

// InputError says that an input, or a part of one, could not be read.
type InputError struct {
	Input string // as given on the command line; a member of an archive is "export.zip!member"
	Err   error
}

func (e *InputError) Error() string {
	if e.Input == "" {
		return `"": ` + e.Err.Error()
	}
	return e.Input + ": " + e.Err.Error()
}

// Unwrap gives the error without the name.
func (e *InputError) Unwrap() error { return e.Err }

// Load reads the logs of all inputs: paths, patterns, archives, and "-" for
// stdin. Logs and errors come in the order of the inputs and, within one, of
// the names, whatever the number of workers. An error names its input and does
// not stop the rest; only a wrong option or a cancelled context does.
func Load(ctx context.Context, inputs []string, stdin io.Reader, o Options) iter.Seq2[*event.Log, error] {
	return func(yield func(*event.Log, error) bool) {
		l, err := newLoader(stdin, o)
		if err != nil {
			yield(nil, err)
			return
		}
		l.ctx = ctx
		if len(inputs) == 0 {
			yield(nil, errors.New("no input is given: name a file, a directory, an archive, or - for stdin"))
			return
		}
		ok := l.pipe(ctx, func(emit func(unit) bool) { l.inputs(inputs, emit) }, func(r result) bool { return l.deliver(r, yield) })
		if err := ctx.Err(); ok && err != nil {
			yield(nil, err)
		}
	}
}

func (l *loader) deliver(r result, yield func(*event.Log, error) bool) bool {
	switch {
	case r.err != nil:
		return yield(nil, r.err)
	case r.log != nil:
		return yield(r.log, nil)
	case l.o.Passed != nil:
		l.o.Passed(r.passed, r.why)
	}
	return true
}

// loader is one call of Load.
type loader struct {
	o       Options
	from    *Format  // the only one, when one is given
	formats []Format // that are asked
	workers int
	slots   chan struct{} // held while working
	buffers sync.Pool
	heads   sync.Pool
	shapes  sync.Pool
	block   int64 // bytes of a block of lines
	stdin   io.Reader
	stdins  atomic.Int32
	ctx     context.Context      // of Load, in which parts are read after it has ended
	noted   atomic.Pointer[Unit] // what the walk of a directory on disk emits next; nil when nobody asks
}

func newLoader(stdin io.Reader, o Options) (*loader, error) {
	l := &loader{o: o, workers: o.Workers, stdin: stdin, block: blockSize}
	if o.Block > 0 {
		l.block = o.Block
	}
	if o.From != "" {
		f, err := named(o.From)
		if err != nil {
			return nil, err
		}
		l.from, l.formats = f, []Format{*f}
	} else {
		l.formats = Formats()
	}
	if l.workers <= 0 {
		l.workers = runtime.GOMAXPROCS(0)
	}
	l.slots = make(chan struct{}, l.workers)
	l.buffers.New = func() any { return new([]byte) }
	l.heads.New = func() any { return &Head{shapes: new(jsontape.Shapes)} }
	l.shapes.New = func() any { return new(jsontape.Shapes) }
	return l, nil
}

func (l *loader) enter(ctx context.Context) bool {
	select {
	case l.slots <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (l *loader) leave() { <-l.slots }

func (l *loader) buffer() *[]byte { return l.buffers.Get().(*[]byte) }

// giveBack keeps a buffer for the next log, unless a huge record made it huge.
func (l *loader) giveBack(b *[]byte) {
	if cap(*b) <= 2*blockSize {
		l.buffers.Put(b)
	}
}

// giveBackHead keeps the tapes of a head for another, unless they are large.
func (l *loader) giveBackHead(h *Head) {
	if h.tapes() <= 2*mostKept {
		*h = Head{kept: h.emptied(), tape: h.tape, shapes: h.shapes}
		l.heads.Put(h)
	}
}
