package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// patience is how long work may go on after a signal to hand out what it has.
const patience = 3 * time.Second

// untilStopped runs work and returns its exit status. Once work listens, a signal
// ends the context, so that work ends early and says so. Work that does not end in
// time, or before a second signal, is left: what it was writing is removed.
func (e *env) untilStopped(cancel func(), work func() int) int {
	signals := make(chan os.Signal, 2)
	e.listen = func() { signal.Notify(signals, stopping()...) }
	defer signal.Stop(signals)
	done := make(chan int, 1)
	go func() { done <- work() }()
	var late <-chan time.Time
	for over := false; !over; {
		select {
		case status := <-done:
			return status
		case <-late:
			over = !e.screen.isPaging() // which ends with the output, and has to be left
		case sig := <-signals:
			switch {
			case e.screen.isPaging() && sig == os.Interrupt: // the pager's to handle
			case late == nil:
				cancel()
				late = time.After(patience)
			default:
				over = true
			}
		}
	}
	e.guard.discard()
	e.say("interrupted: the output is not complete")
	return exitInterrupted
}

// stopping are the signals that stop the program. One that the process was
// told to ignore, as nohup does, stays ignored.
func stopping() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// interruptible is a reader whose reads end when the context does, though a
// read of the one below may block forever, as that of a terminal or a pipe.
type interruptible struct {
	ctx    context.Context
	chunks chan chunk
	rest   []byte
	err    error
}

type chunk struct {
	data []byte
	err  error
}

// untilDone reads from r until the context is done. Nothing is read before the
// first Read.
func untilDone(ctx context.Context, r io.Reader) io.Reader {
	return &lazyReader{open: func() io.Reader {
		x := &interruptible{ctx: ctx, chunks: make(chan chunk)}
		go x.pump(r)
		return x
	}}
}

// lazyReader makes its reader when it is read from first.
type lazyReader struct {
	open func() io.Reader
	r    io.Reader
}

func (l *lazyReader) Read(p []byte) (int, error) {
	if l.r == nil {
		l.r = l.open()
	}
	return l.r.Read(p)
}

// pump reads ahead by one chunk at most.
func (x *interruptible) pump(r io.Reader) {
	for {
		data := make([]byte, 1<<16)
		n, err := r.Read(data)
		select {
		case x.chunks <- chunk{data[:n], err}:
		case <-x.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

func (x *interruptible) Read(p []byte) (int, error) {
	for len(x.rest) == 0 {
		if x.err != nil {
			return 0, x.err
		}
		select {
		case c := <-x.chunks:
			x.rest, x.err = c.data, c.err
		case <-x.ctx.Done():
			return 0, x.ctx.Err()
		}
	}
	n := copy(p, x.rest)
	x.rest = x.rest[n:]
	return n, nil
}
