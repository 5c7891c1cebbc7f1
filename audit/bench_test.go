package audit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/notation"
	"github.com/traj-dev/traj/project"
)

// long is a log of n turns with batches, left branches and condensations.
func long(n int) string {
	var b strings.Builder
	b.WriteString("sys s\nmsg m ^\n")
	for i := range n {
		fmt.Fprintf(&b, "act a%d ^ resp=r%d thought\nact b%d ^ resp=r%d\nobs o%d ^ of=a%d\nobs p%d ^ of=b%d\n", i, i, i, i, i, i, i, i)
		switch {
		case i%100 == 50:
			fmt.Fprintf(&b, "msg x%d ^=o%d\nmsg y%d ^=p%d\n", i, i-1, i, i)
		case i%100 == 99:
			fmt.Fprintf(&b, "cond k%d ^ at=2 summary forgets=", i)
			for j := i - 90; j < i-10; j++ {
				fmt.Fprintf(&b, "a%d,b%d,o%d,p%d,", j, j, j, j)
			}
			fmt.Fprintf(&b, "m\n")
		}
	}
	return b.String()
}

func BenchmarkRun(b *testing.B) {
	c, err := notation.Parse(long(12_500))
	if err != nil {
		b.Fatal(err)
	}
	r := project.Read(c.Log, project.Newest())
	b.ReportAllocs()
	for b.Loop() {
		audit.Run(r, audit.Options{})
	}
	b.ReportMetric(float64(c.Log.Len())*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}
