package tables

import (
	"os"
	"syscall"
)

// startWriteback asks for a part of f to be written to the disk, without waiting
// for it. Where that cannot be, Sync does it later.
func startWriteback(f *os.File, from, n int64) {
	const write = 2 // SYNC_FILE_RANGE_WRITE
	_ = syscall.SyncFileRange(int(f.Fd()), from, n, write)
}
