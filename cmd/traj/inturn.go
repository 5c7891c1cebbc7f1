package main

import (
	"iter"
	"sync"
)

// inTurn gives the values of the numbers below n, in order. Each maker makes
// every so many-th of them, in order, beside the others, and makes the next when
// whoever ranges is done with the one before: a value may lie in its maker's memory.
func inTurn[T any](n int, makers []func(i int) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		turns, stop, all := make([]turn[T], len(makers)), make(chan struct{}), sync.WaitGroup{}
		defer all.Wait()
		defer close(stop)
		for k, do := range makers {
			turns[k] = turn[T]{make(chan T), make(chan struct{}), stop}
			all.Go(func() {
				for i := k; i < n && turns[k].give(do(i)); i += len(makers) {
				}
			})
		}
		for i := range n {
			t := &turns[i%len(makers)]
			if !yield(<-t.made) {
				return
			}
			t.done <- struct{}{}
		}
	}
}

// turn is between a maker and whoever takes what it made.
type turn[T any] struct {
	made       chan T
	done, stop chan struct{}
}

// give hands a value over and waits until it is done with, false when no more
// are wanted.
func (t *turn[T]) give(v T) bool {
	select {
	case t.made <- v:
	case <-t.stop:
		return false
	}
	select {
	case <-t.done:
		return true
	case <-t.stop:
		return false
	}
}
