package dataset

import (
	"encoding/binary"
	"errors"
)

var errShort = errors.New("it breaks off")

// runs gives the numbers of the hybrid encoding one by one: runs of one number,
// and numbers of so many bits side by side. Nothing is unpacked ahead, for a
// few bytes may say that a number comes two billion times.
type runs struct {
	rest  []byte
	width int // bits of a number
	left  int // numbers that are left of the run
	same  bool
	value uint32 // of a run of one number
	bits  uint64 // those at hand of a run of others
	have  int
}

func (r *runs) next() (uint32, error) {
	for r.left == 0 {
		if err := r.begin(); err != nil {
			return 0, err
		}
	}
	r.left--
	if r.same {
		return r.value, nil
	}
	for r.have < r.width {
		if len(r.rest) == 0 {
			return 0, errShort
		}
		r.bits |= uint64(r.rest[0]) << r.have
		r.rest, r.have = r.rest[1:], r.have+8
	}
	v := uint32(r.bits & (1<<r.width - 1))
	r.bits, r.have = r.bits>>r.width, r.have-r.width
	return v, nil
}

// begin begins the next run.
func (r *runs) begin() error {
	head, n := binary.Uvarint(r.rest)
	if n <= 0 || head>>1 > 1<<31 {
		return errShort
	}
	r.rest, r.bits, r.have = r.rest[n:], 0, 0
	if r.same = head&1 == 0; !r.same {
		r.left = int(head>>1) * 8
		return nil
	}
	r.left, r.value = int(head>>1), 0
	size := (r.width + 7) / 8
	if len(r.rest) < size {
		return errShort
	}
	for i, b := range r.rest[:size] {
		r.value |= uint32(b) << (8 * i)
	}
	r.rest = r.rest[size:]
	return nil
}
