package formats

import (
	"fmt"
	"strings"
	"testing"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// TestDamageEndsPatience guards against work that grows with the square of a
// hostile line: each of many records amid damage that reaches to the end of it.
// Only so many are found, and everything behind them is damage.
func TestDamageEndsPatience(t *testing.T) {
	const n = 4000
	for name, in := range map[string]string{
		"line":     recB + "\n" + strings.Repeat(`{"x":[`+recA+",", n) + "\n",
		"array":    "[" + recB + "," + strings.Repeat(`{"x":[`+recA+",", n),
		"envelope": `{"items":[` + recB + "," + strings.Repeat(`{"x":[`+recA+",", n),
	} {
		l := one(t, bytesAs([]byte(in)))
		checkAccount(t, l)
		if l.Len() == 0 || l.Len() > n/2 {
			t.Errorf("%s: %d of %d records found", name, l.Len(), n)
		}
		damage := l.Files[0].Damage
		if d := damage[len(damage)-1]; !d.Tail && d.Reason != event.DamageTorn {
			t.Errorf("%s: the last damage is %+v", name, d)
		}
	}
}

// TestPartsOfALine guards against counting the line feeds of a whole line again
// for each of its many parts.
func TestPartsOfALine(t *testing.T) {
	const n = 20000
	l := one(t, bytesAs([]byte(strings.Repeat(recA+"\x00", n)+"\n")))
	checkAccount(t, l)
	if l.Len() != n {
		t.Errorf("%d of %d records found", l.Len(), n)
	}
}

// TestRepeatedAmongMany guards against comparing every two names of an object.
func TestRepeatedAmongMany(t *testing.T) {
	for _, n := range []int{2, manyNames - 2, manyNames, 300_000} {
		var b strings.Builder
		b.WriteString(`{"again":0`)
		for i := range n {
			fmt.Fprintf(&b, `,"k%d":0`, i)
		}
		var tape jsontape.Tape
		for end, want := range map[string]int{"}": -1, `,"again":1}`: 1 + 2*(n+1)} {
			data := []byte(b.String() + end)
			if _, err := tape.Parse(data); err != nil {
				t.Fatal(err)
			}
			if got := repeated(data, tape.Tokens); got != want {
				t.Errorf("%d names: token %d, want %d", n, got, want)
			}
		}
	}
}
