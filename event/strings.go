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
	seed  maphash.Seed
	data  []byte
	ends  []int   // ends[i] is the end in data of string i; ends[0] = 0
	table []int32 // open addressing; 0 = free
}

func newPool() *pool {
	return &pool{seed: maphash.MakeSeed(), ends: []int{0}, table: make([]int32, 64)}
}

func (p *pool) len() int { return len(p.ends) - 1 }

// get returns string i without copying; it stays valid, and must not change.
func (p *pool) get(i int32) string {
	if i <= 0 || int(i) >= len(p.ends) {
		return ""
	}
	b := p.data[p.ends[i-1]:p.ends[i]]
	return unsafe.String(unsafe.SliceData(b), len(b))
}

func (p *pool) slot(b []byte) int {
	mask := uint64(len(p.table) - 1)
	for h := maphash.Bytes(p.seed, b) & mask; ; h = (h + 1) & mask {
		if i := p.table[h]; i == 0 || p.get(i) == string(b) {
			return int(h)
		}
	}
}

// find returns the number of b, 0 when it was never added.
func (p *pool) find(b []byte) int32 { return p.table[p.slot(b)] }

func (p *pool) add(b []byte) int32 {
	h := p.slot(b)
	if i := p.table[h]; i != 0 {
		return i
	}
	p.data = append(p.data, b...)
	p.ends = append(p.ends, len(p.data))
	n := int32(len(p.ends) - 1)
	p.table[h] = n
	if 2*int(n) > len(p.table) {
		p.grow()
	}
	return n
}

func (p *pool) grow() {
	p.table = make([]int32, 2*len(p.table))
	for i := 1; i <= p.len(); i++ {
		p.table[p.slot(p.data[p.ends[i-1]:p.ends[i]])] = int32(i)
	}
}

// absorb adds every string of q and returns the number each has here.
func (p *pool) absorb(q *pool) []int32 {
	m := make([]int32, q.len()+1)
	for i := 1; i <= q.len(); i++ {
		m[i] = p.add([]byte(q.get(int32(i))))
	}
	return m
}
