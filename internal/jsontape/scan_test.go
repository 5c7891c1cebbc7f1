package jsontape

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pieces are what strings are made of, and what must not stand in them.
var pieces = []string{
	"a", "plain text of some length", `\n`, `\\`, `\"`, `\/`, `\u0041`, `\u00e9`, `\u20AC`, `\ud83d\ude00`, `\uD800`, `\udc00`, `\ud83d\ud83d\ude00`,
	"é", "€", "😀", "\u07ff\u0800", "\xed\x9f\xbf\xee\x80\x80", "\xf4\x8f\xbf\xbf",
	"\x80", "\xc1\xbf", "\xc2", "\xe0\x9f\xbf", "\xe2\x82", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff",
	`\x`, `\u12`, `\u12g4`, `\ud83`, `\é`, "\x00", "\x1f", "\x7f", `"`, `\\\\\\\\`,
}

// sample is a string that starts with its quote, of up to count pieces, and
// with something after it.
func sample(r *rand.Rand, count int) []byte {
	b := []byte{'"'}
	sound := r.IntN(2) == 0
	for range r.IntN(count + 1) {
		k := r.IntN(len(pieces))
		if sound {
			k = r.IntN(19)
		}
		for range 1 + r.IntN(3) {
			b = append(b, pieces[k]...)
		}
		b = append(b, bytes.Repeat([]byte{'.'}, r.IntN(1+r.IntN(70)))...)
	}
	if r.IntN(8) > 0 {
		b = append(b, '"')
	}
	return append(b, bytes.Repeat([]byte(`, "x\`), r.IntN(20))...)
}

// read is what str and slowly leave behind, and the string's content.
type read struct {
	Token   Token
	Flags   Flag
	Pos     int
	Err     Error
	Content string
}

func readOf(p parser, content func(dst, in []byte, flags Flag) []byte) read {
	if p.err != nil {
		return read{Flags: p.flags, Pos: p.pos, Err: *p.err}
	}
	k := p.toks[0]
	return read{k, p.flags, p.pos, Error{}, string(content([]byte("before"), p.data[k.Start+1:k.End-1], k.Flags))}
}

// checkString compares reading with vectors and reading without them.
func checkString(t *testing.T, data []byte, from int) {
	t.Helper()
	fast, slow := parser{data: data, pos: from}, parser{data: data, pos: from}
	fast.str()
	slow.slowly()
	plainly := func(dst, in []byte, _ Flag) []byte { return spell(dst, in) }
	if want, got := readOf(slow, plainly), readOf(fast, unescape); want != got {
		t.Fatalf("%q from %d (-slowly +str):\n%s", data, from, cmp.Diff(want, got))
	}
}

func TestStringsAreReadAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	room := make([]byte, 3*4096)
	for range 60_000 {
		b := sample(r, 1+r.IntN(30))
		at := len(room) - len(b) // the data ends with the last page
		if r.IntN(2) == 0 {
			at = r.IntN(at)
		}
		copy(room[at:], b)
		checkString(t, room[:at+len(b)], at)
	}
}

func TestCutStringsAreReadAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		b := sample(r, 20)
		for n := 1; n <= len(b); n++ {
			checkString(t, b[:n:n], 0)
		}
	}
}

// TestEachByte puts each byte in each place of two chunks, after each kind of
// byte that changes what it means.
func TestEachByte(t *testing.T) {
	for _, before := range []string{"", `\`, `\\`, `\u`, `\u00`, `\ud`, `\ud8`, `\ud83d\u`, `\ud83d\udc0`, "\xc3", "\xe2\x82", "\xf0\x9f\x98"} {
		for c := range 256 {
			for at := range 66 {
				b := append([]byte{'"'}, bytes.Repeat([]byte{'.'}, at)...)
				b = append(append(b, before...), byte(c))
				checkString(t, append(b, `00000000000", "and some more that is no part of it, for as long as two chunks are: 0123456789012345678901234567890123456789"`...), 0)
			}
		}
	}
}

func FuzzStringsAreReadAlike(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		f.Add(sample(r, 20))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkString(t, append([]byte{'"'}, data...), 0)
	})
}

// TestVectorsRead shows that what the other tests compare are two things.
func TestVectorsRead(t *testing.T) {
	b := []byte(`"` + strings.Repeat(`é\u0041\n`, 40) + `"`)
	end, flags := scan(&b[0], len(b), 1)
	dst := make([]byte, len(b))
	in, out := resolve(&dst[0], &b[1], len(b)-2)
	got := []int{end, int(flags), in, out}
	want := []int{-1, 0, 0, 0}
	if vectors {
		want = []int{len(b) - 1, int(Escaped | NonASCII), 370, 148}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
