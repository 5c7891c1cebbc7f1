package main

import "iter"

// queue runs jobs side by side and gives their results in the order in which
// they were added. At most twice its workers' results wait at any time, so a
// slow reader holds the jobs back.
type queue[T any] struct {
	slots   chan struct{}
	pending chan chan result[T]
}

type result[T any] struct {
	value T
	err   error
}

func newQueue[T any](workers int) *queue[T] {
	return &queue[T]{make(chan struct{}, workers), make(chan chan result[T], workers)}
}

// add starts job when a worker is free; err is passed on beside its result.
func (q *queue[T]) add(job func() T, err error) {
	out := make(chan result[T], 1)
	q.pending <- out
	q.slots <- struct{}{}
	go func() {
		defer func() { <-q.slots }()
		out <- result[T]{job(), err}
	}()
}

// close ends the results once all jobs are done.
func (q *queue[T]) close() { close(q.pending) }

// results are given to one reader. A reader that stops early leaves the queue
// as it is: the process is about to end.
func (q *queue[T]) results() iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for out := range q.pending {
			if r := <-out; !yield(r.value, r.err) {
				return
			}
		}
	}
}
