package dataset

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go/encoding/rle"
)

// The numbers are those that the library writes.
func TestRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for width := 1; width <= 8; width++ {
		var want []uint8
		for len(want) < 1000 {
			v := uint8(r.UintN(1 << width))
			for range 1 + r.IntN(2)*r.IntN(40) {
				want = append(want, v)
			}
		}
		packed, err := (&rle.Encoding{BitWidth: width}).EncodeLevels(nil, want)
		if err != nil {
			t.Fatal(err)
		}
		in, got := runs{rest: packed, width: width}, []uint8(nil)
		for range want {
			v, err := in.next()
			if err != nil {
				t.Fatalf("%d bits, after %d numbers: %v", width, len(got), err)
			}
			got = append(got, uint8(v))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d bits (-want +got):\n%s", width, diff)
		}
	}
}

// A few bytes that say two billion numbers take no memory for them, and those
// that break off are an error.
func TestRunsOfMany(t *testing.T) {
	many := append(binary.AppendUvarint(nil, 1<<32-2), 1)
	in := runs{rest: many, width: 1}
	if n := testing.AllocsPerRun(100, func() { _, _ = in.next() }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	for _, cut := range [][]byte{nil, many[:2], many[:5], binary.AppendUvarint(nil, 1<<20|1)} {
		in := runs{rest: cut, width: 1}
		if v, err := in.next(); err == nil {
			t.Errorf("%x: %d", cut, v)
		}
	}
}
