package main

import "syscall"

// rlimitData is RLIMIT_DATA, which on Linux counts private writable memory.
const rlimitData = 2

// limitProcess makes allocation beyond memory bytes fail, which ends the
// process, and lets the kernel kill it after so many seconds of work.
func limitProcess(memory, seconds uint64) error {
	if err := syscall.Setrlimit(rlimitData, &syscall.Rlimit{Cur: memory, Max: memory}); err != nil {
		return err
	}
	return syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: seconds, Max: seconds})
}
