package compare

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"strconv"

	"github.com/traj-dev/traj/event"
)

// names numbers what identifies items on both sides, so that equal numbers
// mean equal items.
type names struct {
	ids      map[string]int32
	contents map[[sha256.Size]byte]int32
	next     int32
	foreign  bool // the sides are of two formats
}

func (n *names) id(s string) int32 {
	if _, ok := n.ids[s]; !ok {
		n.next++
		n.ids[s] = n.next
	}
	return n.ids[s]
}

func (n *names) content(h [sha256.Size]byte) int32 {
	if _, ok := n.contents[h]; !ok {
		n.next++
		n.contents[h] = n.next
	}
	return n.contents[h]
}

// soleIDs are the ids that one item each has on both sides.
func soleIDs(a, b *Side) map[string]pair {
	count := func(s *Side) map[string]pair { // a: times, b: the place
		m := make(map[string]pair, len(s.Items))
		for i, it := range s.Items {
			if it.ID != "" {
				m[it.ID] = pair{m[it.ID].a + 1, i}
			}
		}
		return m
	}
	inA, inB := count(a), count(b)
	out := map[string]pair{}
	for id, p := range inA {
		if q := inB[id]; p.a == 1 && q.a == 1 {
			out[id] = pair{p.b, q.b}
		}
	}
	return out
}

// tokens are a side's items as numbers: of the id where it names an item on
// both sides, else of the content.
func (n *names) tokens(s *Side, sole map[string]pair) []int32 {
	out := make([]int32, len(s.Items))
	w := contentHash{h: sha256.New(), foreign: n.foreign}
	for i := range s.Items {
		if it := &s.Items[i]; it.ID != "" {
			if _, ok := sole[it.ID]; ok {
				out[i] = n.id(it.ID)
				continue
			}
		}
		out[i] = n.content(w.of(s, i))
	}
	return out
}

// kindTokens are items by what they are, whatever they say. Where the sides
// share ids a message is told by the event it begins with as well.
func (n *names) kindTokens(s *Side, items []int, shared bool) []int32 {
	out := make([]int32, len(items))
	for k, i := range items {
		t, row := s.Reading.Log.Table, int(s.Items[i].Row)
		key := "\x00message"
		switch {
		case s.Items[i].Message != nil:
			key = "\x00message\x00" + s.Items[i].Message.Role
			if shared && row >= 0 {
				key += "\x00" + recordedID(s.Reading, int32(row))
			}
		case row >= 0:
			key = "\x00" + t.Kind(row).String() + "\x00" + t.NameString(t.Tool(row)) + "\x00" + t.NameString(t.Source(row))
		}
		out[k] = n.id(key)
	}
	return out
}

// contentHash hashes what an item says, without its identity and time. Every
// part is preceded by its length, so that no two contents run into one.
type contentHash struct {
	h       hash.Hash
	buf     []byte
	foreign bool // the sides are of two formats, of which each has its own words
}

func (w *contentHash) of(s *Side, i int) (sum [sha256.Size]byte) {
	w.h.Reset()
	if m := s.Items[i].Message; m != nil {
		w.put(messageContent(m))
	} else {
		w.row(s.Reading.Log.Table, int(s.Items[i].Row))
	}
	w.h.Sum(sum[:0])
	return sum
}

func (w *contentHash) put(s string) {
	w.buf = binary.AppendUvarint(w.buf[:0], uint64(len(s)))
	w.buf = append(w.buf, s...)
	w.h.Write(w.buf)
}

func (w *contentHash) row(t *event.Table, i int) {
	w.put(t.Kind(i).String())
	w.put(t.NameString(t.Tool(i)))
	if !w.foreign {
		for _, n := range []event.Name{t.Type(i), t.Source(i), t.Role(i), t.Label(i), t.Value(i)} {
			w.put(t.NameString(n))
		}
	}
	w.put(t.Synthetic(i).String())
	args, _ := t.Args(i)
	text, _ := t.Text(i)
	w.put(args)
	w.put(text)
	w.put(strconv.Itoa(len(t.Forgets(i))))
}
