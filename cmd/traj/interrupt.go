package main

import (
	"context"
	"io"
)

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
