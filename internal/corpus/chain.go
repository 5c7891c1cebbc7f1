package corpus

import (
	"encoding/binary"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"github.com/traj-dev/traj/event"
)

// A chain has one number for each event of a log, which stands for it and all
// events before it: two logs begin alike as far as their chains do.
type chain []uint64

// telling is the length from which an id is taken to be one event's in all the
// world. Shorter ones are numbers of steps and the like.
const telling = 16

// chainOf links the events of a log by their ids, or by the bytes of their
// records where those tell nothing. Ids are proof; bytes are from spoke on, the
// place of the first event of a model.
func chainOf(l *event.Log) (c chain, spoke int, err error) {
	c, spoke = make(chain, l.Len()), l.Len()
	var buf []byte
	sum := link(0, l.Format)
	for i := range c {
		part := l.IDString(l.Table.ID(i))
		if len(part) < telling || l.Has(i, event.FlagIDMade) {
			if buf, err = l.Bodies.Body(i, buf[:0]); err != nil {
				return nil, 0, fmt.Errorf("%s: event %d: %w", l.Name, i, err)
			}
			part = string(buf)
		} else {
			spoke = min(spoke, i)
		}
		c[i] = link(sum, part)
		sum = c[i]
		if spoke == len(c) && spoken(l, i) {
			spoke = i
		}
	}
	return c, spoke, nil
}

func link(sum uint64, part string) uint64 {
	d := xxhash.New()
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], sum)
	d.Write(b[:])
	d.WriteString(part)
	return d.Sum64()
}

// spoken reports whether event i is of a model, or answers one. What comes before
// may be alike in logs that have nothing to do with each other.
func spoken(l *event.Log, i int) bool {
	k := l.Kind(i)
	return k == event.KindAction || k.AnswersCall() || k == event.KindMessage && l.NameString(l.Role(i)) == "assistant"
}

// common is how many elements a and b begin with alike.
func common(a, b chain) int {
	lo, hi := 0, min(len(a), len(b))
	for lo < hi { // a chain that is alike at one place is alike before it
		if mid := (lo + hi + 1) / 2; a[mid-1] == b[mid-1] {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo
}
