package main

import "iter"

// queue runs jobs side by side and gives their results in the order in which
// they were added. At most twice its workers' results wait at any time, so a
// slow reader holds the jobs back.
type queue[T any] struct {
	slots   chan struct{}
	pending chan chan T
}

func newQueue[T any](workers int) *queue[T] {
	return &queue[T]{make(chan struct{}, workers), make(chan chan T, workers)}
}

// add starts job when a worker is free.
func (q *queue[T]) add(job func() T) {
	out := make(chan T, 1)
	q.pending <- out
	q.slots <- struct{}{}
	go func() {
		defer func() { <-q.slots }()
		out <- job()
	}()
}

// close ends the results once all jobs are done.
func (q *queue[T]) close() { close(q.pending) }

// results are given to one reader. A reader that stops early leaves the queue
// as it is: the process is about to end.
func (q *queue[T]) results() iter.Seq[T] {
	return func(yield func(T) bool) {
		for out := range q.pending {
			if !yield(<-out) {
				return
			}
		}
	}
}
