package main

import (
	"context"
	"sync"
	"sync/atomic"
)

// pieceRows is how many rows of a log a goroutine takes at a time: enough that
// what it needs for itself does not count.
const pieceRows = 1 << 10

// inPieces has several goroutines do what can be done of each row of a large log
// by itself. A log of a few rows is left to the caller, who does what is not
// done; so is what is left when the context ends.
func inPieces(ctx context.Context, workers, rows int, do func(from, to int)) {
	workers = min(workers, rows/pieceRows)
	if workers < 2 {
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for ctx.Err() == nil {
				from := int(next.Add(pieceRows)) - pieceRows
				if from >= rows {
					return
				}
				do(from, min(from+pieceRows, rows))
			}
		})
	}
	all.Wait()
}
