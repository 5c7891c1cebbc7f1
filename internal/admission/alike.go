package admission

import (
	"encoding/binary"
	"math"

	"github.com/cespare/xxhash/v2"

	"github.com/traj-dev/traj/event"
)

// Logs that say much the same under other ids and at other times are found by
// MinHash: of each log the least of many hashes of what its events say are kept,
// and logs that agree in all of one band of them are compared.
// Source: A. Broder, "On the resemblance and containment of documents", 1997.
const (
	hashes    = 64
	band      = 4    // so that logs of four fifths in common are missed one time in ten thousand
	similar   = 0.8  // of what either says, both
	smallest  = 6    // events that say something: fewer are alike by chance
	inCommons = 1024 // logs of one band that are compared with each other
)

type sketches struct{ logs []sketch }

type sketch struct {
	least [hashes]uint64
	said  int
	all   uint64 // of everything said, in order
}

// pair is that two logs say much the same.
type pair struct {
	log, other int
	part       float64 // of what either says, both; 1 where all is the same
}

func sketchOf(l *event.Log) sketch {
	var k sketch
	for i := range k.least {
		k.least[i] = math.MaxUint64
	}
	all := xxhash.New()
	seen := map[uint64]int{}
	for i := range l.Len() {
		sum, ok := saying(l, i)
		if !ok {
			continue
		}
		k.said++
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], sum)
		all.Write(b[:])
		seen[sum]++ // what is said twice counts twice
		k.take(sum + uint64(seen[sum])*0x9e3779b97f4a7c15)
	}
	k.all = all.Sum64()
	return k
}

func (k *sketch) take(x uint64) {
	for i := range k.least {
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		x ^= x >> 31
		k.least[i] = min(k.least[i], x)
		x += uint64(i) * 0x9e3779b97f4a7c15
	}
}

// saying is what event i says: not its ids, not its time.
func saying(l *event.Log, i int) (uint64, bool) {
	text, hasText := l.Text(i)
	args, hasArgs := l.Args(i)
	if k := l.Kind(i); !hasText && !hasArgs || k == event.KindState || k == event.KindSystem {
		return 0, false
	}
	d := xxhash.New()
	for _, part := range [...]string{l.Kind(i).String(), l.NameString(l.Tool(i)), text, args} {
		d.WriteString(part)
		d.Write([]byte{0})
	}
	return d.Sum64(), true
}

// pairs relates each log to the log before it that it is most like, of several the
// first.
func (s *sketches) pairs() []pair {
	best := make([]pair, len(s.logs))
	for from := 0; from < hashes; from += band {
		groups := map[[band]uint64][]int{}
		for i := range s.logs {
			k := &s.logs[i]
			if k.said < smallest {
				continue
			}
			key := [band]uint64(k.least[from : from+band])
			for _, other := range groups[key] {
				if p := s.part(i, other); p > best[i].part || p == best[i].part && other < best[i].other {
					best[i] = pair{i, other, p}
				}
			}
			if len(groups[key]) < inCommons {
				groups[key] = append(groups[key], i)
			}
		}
	}
	var out []pair
	for _, p := range best {
		if p.part >= similar {
			out = append(out, p)
		}
	}
	return out
}

// part estimates how much of what either log says both say.
func (s *sketches) part(i, k int) float64 {
	a, b := &s.logs[i], &s.logs[k]
	if a.all == b.all && a.said == b.said {
		return 1
	}
	same := 0
	for n := range a.least {
		if a.least[n] == b.least[n] {
			same++
		}
	}
	return min(float64(same)/hashes, 0.99)
}
