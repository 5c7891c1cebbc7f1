package main

import (
	"fmt"
	"io"
	"sync"
)

// screen keeps what shares a terminal from writing over one another: messages,
// the bar of a long run, and a pager. The zero value has neither bar nor pager.
type screen struct {
	mu     sync.Mutex
	bar    *progress
	paging bool
	held   []string // messages that wait for the pager to be left
}

// line prints a message, above a bar and after a pager.
func (s *screen) line(w io.Writer, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.paging && isTerminal(w) {
		s.held = append(s.held, text)
		return
	}
	s.bar.clear()
	fmt.Fprintln(w, text)
}

// clear takes the bar away for good: results are about to be printed.
func (s *screen) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bar.end()
	s.bar = nil
}

// show draws the bar, unless a pager has the terminal.
func (s *screen) show(p *progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bar == p && !s.paging {
		p.draw()
	}
}

// watch makes p the run whose bar is shown.
func (s *screen) watch(p *progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.paging {
		s.bar = p
	}
}

// enter gives the terminal to a pager; leave takes it back.
func (s *screen) enter() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.paging = true
}

func (s *screen) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.paging = false
}

// flush prints the messages that waited.
func (s *screen) flush(w io.Writer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, text := range s.held {
		fmt.Fprintln(w, text)
	}
	s.held = nil
}

// isPaging reports whether a pager has the terminal: then a signal is the
// pager's to handle.
func (s *screen) isPaging() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.paging
}
