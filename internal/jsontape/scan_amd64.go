//go:build !purego

package jsontape

import "golang.org/x/sys/cpu"

// vectors says whether the machine has the instructions that scan and resolve are of.
var vectors = cpu.X86.HasAVX2 && cpu.X86.HasBMI1

// scan reads the inside of a string, which begins at from, as str does, many
// bytes at a time. end is the offset of the quote that closes it, -1 for what
// str has to say itself: an error, or the end of the data too near to look
// beyond it.
//
//go:noescape
func scan(data *byte, n, from int) (end int, flags uint64)

// resolve writes the content of src, the inside of a string of sound UTF-8 and n
// bytes, to dst, which has room for n bytes, up to the escape of a surrogate or
// to the last 32 bytes. It returns how many bytes it read and wrote.
//
//go:noescape
func resolve(dst, src *byte, n int) (in, out int)
