package mutate

import (
	"encoding/base64"
	"math/rand/v2"
	"strings"
)

// dice makes up what has to be made up.
type dice struct{ r *rand.Rand }

func newDice(seed uint64) dice { return dice{rand.New(rand.NewPCG(seed, 0x7261_6a74))} }

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// chance is true p times in a hundred.
func (d dice) chance(p int) bool { return d.r.IntN(100) < p }

func (d dice) hex(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = hexDigits[d.r.IntN(16)]
	}
	return string(b)
}

func (d dice) uuid() string {
	h := d.hex(32)
	return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-" + string("89ab"[d.r.IntN(4)]) + h[17:20] + "-" + h[20:]
}

func (d dice) base64(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(d.r.IntN(256))
	}
	return base64.StdEncoding.EncodeToString(b)
}

var vocabulary = strings.Fields("the build test branch file error naïve größe 数据 поиск 🚀 server client \"quoted\" back\\slash tab update read write check review merge cache index total run later")

// words is a text of least to most words.
func (d dice) words(least, most int) string {
	n := least + d.r.IntN(most-least+1)
	out := make([]string, n)
	for i := range out {
		out[i] = pick(d.r, vocabulary...)
		if n == 1 {
			out[i] = pick(d.r, "config", "server", "report", "parser")
		}
	}
	return strings.Join(out, " ")
}
