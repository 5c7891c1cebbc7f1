package openhandsv1

import "github.com/cespare/xxhash/v2"

// sumOf is a hash of bytes, never 0. It is a fast one: arguments may be long, and
// every action has some.
func sumOf(b []byte) uint64 { return max(xxhash.Sum64(b), 1) }

// spread has every bit bear on every other, as the end of MurmurHash3 does.
func spread(x uint64) uint64 {
	x = (x ^ x>>33) * 0xff51afd7ed558ccd
	x = (x ^ x>>33) * 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}
