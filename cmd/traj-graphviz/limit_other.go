//go:build !linux

package main

// limitProcess does nothing: only Linux counts this process's memory. Input
// size and nodes are bounded everywhere, and so is the time of a process that
// traj has started.
func limitProcess(memory, seconds uint64) error { return nil }
