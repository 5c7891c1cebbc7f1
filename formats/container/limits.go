package container

import (
	"fmt"
	"sync/atomic"
)

// Limits bound what one input may cost. The zero value of a field takes its
// default.
type Limits struct {
	Memory       int64 // content up to this size stays in memory; default 8 MiB
	Decompressed int64 // bytes one input may decompress to, archives within archives included; default 8 GiB
	Ratio        int64 // decompressed bytes per compressed byte, from 256 MiB on; default 1,000
	Depth        int   // archives and compressed streams within each other; default 8
}

const (
	defaultMemory       = 8 << 20
	defaultDecompressed = 8 << 30
	defaultRatio        = 1000
	defaultDepth        = 8
	ratioFrom           = 256 << 20
)

func (l Limits) withDefaults() Limits {
	if l.Memory <= 0 {
		l.Memory = defaultMemory
	}
	if l.Decompressed <= 0 {
		l.Decompressed = defaultDecompressed
	}
	if l.Ratio <= 0 {
		l.Ratio = defaultRatio
	}
	if l.Depth <= 0 {
		l.Depth = defaultDepth
	}
	return l
}

// LimitError says which limit an input went over.
type LimitError struct{ Msg string }

func (e *LimitError) Error() string { return e.Msg }

// Budget counts what one input has decompressed to. It may be used from many
// goroutines.
type Budget struct {
	limits Limits
	spent  atomic.Int64
}

// NewBudget returns a budget within l.
func NewBudget(l Limits) *Budget { return &Budget{limits: l.withDefaults()} }

// spend takes n bytes from the budget.
func (b *Budget) spend(n int64) error {
	if b.spent.Add(n) > b.limits.Decompressed {
		return &LimitError{fmt.Sprintf("decompresses to more than %d bytes, the limit of one input", b.limits.Decompressed)}
	}
	return nil
}

// ratio checks out decompressed bytes that came from in compressed ones.
func (b *Budget) ratio(in, out int64) error {
	if out > ratioFrom && out/b.limits.Ratio > in {
		return &LimitError{fmt.Sprintf("decompresses to more than %d times its size, the limit from %d bytes on", b.limits.Ratio, int64(ratioFrom))}
	}
	return nil
}

// deeper is the error of a container that lies within too many others.
func (b *Budget) deeper(depth int) error {
	if depth >= b.limits.Depth {
		return &LimitError{fmt.Sprintf("lies within %d archives or compressed streams, the limit", b.limits.Depth)}
	}
	return nil
}
