package main

import "iter"

// queue runs jobs side by side and gives their results in the order in which
// they were added. At most twice its workers' results wait at any time, so a
// slow reader holds the jobs back.
type queue[T any] struct {
	jobs    chan queued[T]
	pending chan chan T
}

type queued[T any] struct {
	job func() T
	out chan T
}

func newQueue[T any](workers int) *queue[T] {
	q := &queue[T]{make(chan queued[T]), make(chan chan T, workers)}
	for range workers {
		go q.work()
	}
	return q
}

func (q *queue[T]) work() {
	for x := range q.jobs {
		x.out <- x.job()
	}
}

// add starts job when a worker is free.
func (q *queue[T]) add(job func() T) {
	out := make(chan T, 1)
	q.pending <- out
	q.jobs <- queued[T]{job, out}
}

// close ends the results once all jobs are done.
func (q *queue[T]) close() {
	close(q.jobs)
	close(q.pending)
}

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
