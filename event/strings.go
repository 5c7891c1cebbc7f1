package event

import (
	"hash/maphash"
	"unsafe"
)

// ID is an interned identifier of one Table: two rows of a table carry the
// same identifier exactly when their IDs are equal. 0 is null: the log does
// not say. An empty string that the log does record has an ID of its own.
type ID int32

// Name is an interned word of one Table from a small vocabulary: a type, a
// source, a role, a tool, a label. 0 is null.
type Name int32

// pool interns byte strings as numbers from 1, in order of first sight.
type pool struct {
	data   []byte
	ends   []int    // ends[i] is the end in data of string i; ends[0] = 0
	hashes []uint32 // of string i; hashes[0] = 0
	table  []int32  // open addressing; 0 = free
}

// seed is one for all pools, so that what one has hashed no other need hash again.
var seed = maphash.MakeSeed()

func newPool() *pool {
	return &pool{ends: []int{0}, hashes: []uint32{0}, table: make([]int32, 64)}
}

func (p *pool) len() int { return len(p.ends) - 1 }

// get returns string i without copying; it stays valid, and must not change.
func (p *pool) get(i int32) string {
	if i <= 0 || int(i) >= len(p.ends) {
		return ""
	}
	b := p.bytes(int(i))
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// unsafeBytes are the bytes of s, which must not change.
func unsafeBytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

func (p *pool) bytes(i int) []byte { return p.data[p.ends[i-1]:p.ends[i]] }

func hashOf(b []byte) uint32 { return uint32(maphash.Bytes(seed, b)) }

// slot is where b, whose hash is h, stands in the table, or would stand.
func (p *pool) slot(b []byte, h uint32) int {
	mask := len(p.table) - 1
	for at := int(h) & mask; ; at = (at + 1) & mask {
		if i := p.table[at]; i == 0 || p.hashes[i] == h && string(p.bytes(int(i))) == string(b) {
			return at
		}
	}
}

// find returns the number of b, 0 when it was never added.
func (p *pool) find(b []byte) int32 { return p.table[p.slot(b, hashOf(b))] }

func (p *pool) add(b []byte) int32 { return p.addHashed(b, hashOf(b)) }

func (p *pool) addHashed(b []byte, h uint32) int32 {
	at := p.slot(b, h)
	if i := p.table[at]; i != 0 {
		return i
	}
	p.data = append(p.data, b...)
	p.ends, p.hashes = append(p.ends, len(p.data)), append(p.hashes, h)
	n := p.len()
	p.table[at] = int32(n)
	if 2*n > len(p.table) {
		p.spread(2 * len(p.table))
	}
	return int32(n)
}

// spread gives the table so many places, a power of two.
func (p *pool) spread(places int) {
	p.table = make([]int32, places)
	for i := 1; i <= p.len(); i++ {
		at := int(p.hashes[i]) & (places - 1)
		for p.table[at] != 0 {
			at = (at + 1) & (places - 1)
		}
		p.table[at] = int32(i)
	}
}

// grow makes room for n more strings of so many bytes.
func (p *pool) grow(n, bytes int) {
	p.data, p.ends, p.hashes = widen(p.data, bytes), widen(p.ends, n), widen(p.hashes, n)
	places := len(p.table)
	for places < 2*(p.len()+n) {
		places *= 2
	}
	if places > len(p.table) {
		p.spread(places)
	}
}

// reset forgets every string and keeps the room.
func (p *pool) reset() {
	p.data, p.ends, p.hashes = p.data[:0], p.ends[:1], p.hashes[:1]
	clear(p.table)
}

// absorb adds every string of q and returns the number each has here. Where each
// would stand is looked up before any is added: look-ups that do not wait for
// each other take a fraction of the time, for the table lies far away.
func (p *pool) absorb(q *pool) []int32 {
	m := make([]int32, q.len()+1)
	mask := uint32(len(p.table) - 1)
	for i := 1; i < len(m); i++ {
		m[i] = p.table[q.hashes[i]&mask]
	}
	for i := 1; i < len(m); i++ {
		b, h := q.bytes(i), q.hashes[i]
		if k := m[i]; k == 0 || p.hashes[k] != h || string(p.bytes(int(k))) != string(b) {
			m[i] = p.addHashed(b, h)
		}
	}
	return m
}
