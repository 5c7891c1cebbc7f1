package event

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
)

// memStore is a store that takes the first most bytes.
type memStore struct {
	bytes.Buffer
	most int
	lost bool // what was taken cannot be read again
}

func (s *memStore) Put(b []byte) (int64, error) {
	at := int64(s.Len())
	if s.Len()+len(b) > s.most {
		return 0, errors.New("full")
	}
	s.Write(b)
	return at, nil
}

func (s *memStore) ReadAt(p []byte, off int64) (int, error) {
	if s.lost {
		return 0, errors.New("lost")
	}
	return copy(p, s.Bytes()[off:]), nil
}

// bulkTable has long, short, empty and null texts, partly of absorbed blocks.
func bulkTable(s Store) *Table {
	into := func() *Builder {
		b := NewBuilder(true)
		if s != nil {
			b.Spill(s)
		}
		return b
	}
	whole := into()
	for block := range 5 {
		part := into()
		for i := range 9 {
			r := NewRow()
			switch i % 4 {
			case 0:
				r.Text = bytes.Repeat(fmt.Appendf(nil, "%d.%d ", block, i), 100_000*(1+i/4*block))
			case 1:
				r.Text, r.Args = []byte{}, []byte("args")
			case 2:
				r.Args = bytes.Repeat([]byte{byte('a' + i)}, 400_000)
			}
			if block == 2 {
				whole.Append(&r)
			} else {
				part.Append(&r)
			}
		}
		whole.Absorb(part)
	}
	return whole.Table()
}

// TestStoredText guards against values that change when their column does not
// fit in memory, or in the store.
func TestStoredText(t *testing.T) {
	want := bulkTable(nil)
	for _, most := range []int{0, 3 << 20, 1 << 30} {
		s := &memStore{most: most}
		got := bulkTable(s)
		if most == 1<<30 && (s.Len() == 0 || len(got.text.tail) >= bulkChunk) {
			t.Fatalf("%d bytes in the store, %d in memory", s.Len(), len(got.text.tail))
		}
		for k := range 2 * want.Len() {
			i := k * 7 % want.Len()
			for name, at := range map[string]func(*Table, int) (string, bool){"text": (*Table).Text, "args": (*Table).Args} {
				w, wok := at(want, i)
				if g, ok := at(got, i); g != w || ok != wok {
					t.Fatalf("store of %d: %s of row %d has %d bytes, %v; want %d, %v", most, name, i, len(g), ok, len(w), wok)
				}
			}
		}
		if err := got.TextError(); err != nil {
			t.Error(err)
		}
	}
}

// TestLostText guards against a table that is written without the text that
// could not be read again.
func TestLostText(t *testing.T) {
	s := &memStore{most: 1 << 30}
	l := &Log{Table: bulkTable(s)}
	s.lost = true
	for _, err := range l.Frames(FrameOptions{}) {
		if err == nil {
			continue
		}
		if l.TextError() == nil || err.Error() != "lost" {
			t.Errorf("%v, %v", err, l.TextError())
		}
		return
	}
	t.Error("no error")
}

// TestRoom guards against text that is lost or mixed up when a reader writes it
// where it will lie, for as long as it fits in there.
func TestRoom(t *testing.T) {
	for _, s := range []Store{nil, &memStore{most: 10 << 20}} {
		b := NewBuilder(true)
		if s != nil {
			b.Spill(s)
		}
		var want []string
		for i := range 300 {
			r := NewRow()
			args, text := b.Room()
			r.Text = append(text, bytes.Repeat([]byte{byte(i)}, i*i%7001)...)
			if i%3 == 0 {
				r.Args = append(args, byte(i))
			}
			want = append(want, string(r.Text))
			b.Append(&r)
		}
		table := b.Table()
		for i, w := range want {
			if got, ok := table.Text(i); got != w || !ok {
				t.Fatalf("text %d is %q, %v", i, got, ok)
			}
			if got, ok := table.Args(i); ok != (i%3 == 0) || ok && got != string([]byte{byte(i)}) {
				t.Fatalf("args %d are %q, %v", i, got, ok)
			}
		}
	}
}
