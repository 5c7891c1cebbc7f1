package main

import "fmt"

// The exit statuses, the same for every command and output format. Where
// several hold, unreadable comes before diverged, and that before findings.
const (
	exitClean       = 0   // nothing at or above the threshold
	exitFindings    = 1   // findings, differences, unknown outcomes
	exitUsage       = 2   // the command line is wrong
	exitUnreadable  = 3   // an input could not be read, an output not written, or nothing was compared
	exitDiverged    = 4   // a replay is not what was recorded
	exitInterrupted = 130 // stopped by a signal
)

// worse returns the status that stands when both hold.
func worse(a, b int) int {
	rank := map[int]int{exitClean: 0, exitFindings: 1, exitDiverged: 2, exitUnreadable: 3, exitUsage: 4, exitInterrupted: 5}
	if rank[b] > rank[a] {
		return b
	}
	return a
}

// usageError is a mistake on the command line: exit status 2.
type usageError struct{ msg string }

func (e usageError) Error() string { return e.msg }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }
