package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestInTurn: values come in the order of their numbers, none is made anew while
// somebody looks at it, and whoever has enough may leave.
func TestInTurn(t *testing.T) {
	for n := range 12 {
		for makers := 1; makers <= 5; makers++ {
			for enough := range n + 1 {
				all := make([]func(int) *int, makers)
				for k := range all {
					memory := new(int)
					all[k] = func(i int) *int {
						*memory = i
						return memory
					}
				}
				var got []int
				for v := range inTurn(n, all) {
					if len(got) == enough {
						break
					}
					got = append(got, *v)
				}
				var want []int
				for i := range enough {
					want = append(want, i)
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("%d values, %d makers: %s", n, makers, d)
				}
			}
		}
	}
}
