package event

import (
	"io"
	"sort"
	"sync"
	"unsafe"
)

// Store keeps text that would be too much for memory. Put returns where ReadAt
// finds the bytes again; it keeps nothing of b. Both may be used from many
// goroutines.
type Store interface {
	Put(b []byte) (at int64, err error)
	io.ReaderAt
}

// bulkChunk is as much text as is held before it goes to a store, and as is
// read back at once; a longer value is a chunk of its own.
const bulkChunk = 1 << 20

const leastRoom = 256

// bulkColumn is a nullable column of long byte strings. With a store it holds
// the newest values and those of one chunk in memory. Text that the store does
// not take stays in memory.
type bulkColumn struct {
	store  Store
	chunks []chunk
	base   int    // where tail begins
	tail   []byte // the values that are in no chunk
	ends   []int  // of values, counted over all chunks and the tail
	null   []bool

	mu   sync.Mutex
	last int    // the chunk in page, from 1; 0 is none
	page []byte // never changed, for strings share it
	err  error  // the first one of reading from the store
}

// chunk is a run of whole values.
type chunk struct {
	from, to int
	at       int64  // in the store
	mem      []byte // what the store did not take
}

func (c *bulkColumn) size() int { return c.base + len(c.tail) }

// room is memory after the last value, whose content add need not copy.
func (c *bulkColumn) room() []byte {
	if c.tail == nil {
		c.tail = make([]byte, 0, leastRoom)
	}
	return c.tail[len(c.tail):]
}

func (c *bulkColumn) add(b []byte) {
	if n := len(c.tail); cap(c.tail)-n >= len(b) && unsafe.SliceData(c.tail[n:n]) == unsafe.SliceData(b) {
		c.tail = c.tail[:n+len(b)]
	} else {
		c.tail = append(c.tail, b...)
	}
	c.ends = append(c.ends, c.size())
	c.null = append(c.null, b == nil)
	if c.store != nil && len(c.tail) >= bulkChunk {
		c.flush()
	}
}

// run is the memory of values lo to hi-1, nil when they are not all at hand.
func (c *bulkColumn) run(lo, hi int) []byte {
	start, end := c.start(lo), c.start(hi)
	if start < c.base {
		return nil
	}
	return c.tail[start-c.base : end-c.base : end-c.base]
}

// start is where value i begins.
func (c *bulkColumn) start(i int) int {
	if i == 0 {
		return 0
	}
	return c.ends[i-1]
}

func (c *bulkColumn) flush() {
	if len(c.tail) == 0 {
		return
	}
	k := chunk{from: c.base, to: c.size()}
	at, err := c.store.Put(c.tail)
	if k.at = at; err != nil {
		k.mem, c.tail = c.tail, nil
	}
	c.chunks = append(c.chunks, k)
	c.base, c.tail = k.to, c.tail[:0]
}

// get is value i, false when null. A value that cannot be read again is null,
// and failure says why.
func (c *bulkColumn) get(i int) (string, bool) {
	if c == nil || c.null[i] {
		return "", false
	}
	start := c.start(i)
	n := c.ends[i] - start
	switch {
	case n == 0:
		return "", true
	case start >= c.base:
		return stringOf(c.tail[start-c.base:][:n]), true
	}
	k := sort.Search(len(c.chunks), func(k int) bool { return c.chunks[k].to > start })
	page, ok := c.load(k)
	if !ok {
		return "", false
	}
	return stringOf(page[start-c.chunks[k].from:][:n]), true
}

func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func (c *bulkColumn) load(k int) ([]byte, bool) {
	if m := c.chunks[k].mem; m != nil {
		return m, true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last == k+1 {
		return c.page, true
	}
	page := make([]byte, c.chunks[k].to-c.chunks[k].from)
	if _, err := c.store.ReadAt(page, c.chunks[k].at); err != nil {
		if c.err == nil {
			c.err = err
		}
		return nil, false
	}
	c.last, c.page = k+1, page
	return page, true
}

func (c *bulkColumn) failure() error {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// append adds the n values of o, which has the same store; nulls where o is nil.
func (c *bulkColumn) append(o *bulkColumn, n int) {
	if o == nil {
		for range n {
			c.add(nil)
		}
		return
	}
	if len(o.chunks) > 0 {
		c.flush()
	}
	shift := c.size()
	for _, k := range o.chunks {
		k.from, k.to = k.from+shift, k.to+shift
		c.chunks, c.base = append(c.chunks, k), k.to
	}
	c.tail = append(c.tail, o.tail...)
	for _, end := range o.ends {
		c.ends = append(c.ends, shift+end)
	}
	c.null = append(c.null, o.null...)
	if c.store != nil && len(c.tail) >= bulkChunk {
		c.flush()
	}
}
