package replay

import (
	"context"
	"fmt"
	"testing"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// branchy is a log of about n events with 200 branches: most of the events are
// the trunk of most branches, so that paths add up to far more than the log.
// With orphans, an action of the trunk waits forever, and every rebuild drops.
func branchy(n, branches int, orphans bool) *project.Reading {
	m := newMaker()
	m.user("e0", "", "go")
	tip, k, forgotten := "e0", 1, 0
	next := func() string { k++; return fmt.Sprint("e", k-1) }
	turn := func() {
		a, b := next(), next()
		response := "r" + a
		m.call(a, tip, response, "ls "+a)
		m.call(b, a, response, "git push "+b)
		oa, ob := next(), next()
		m.result(oa, b, a, "out of "+a)
		m.result(ob, oa, b, "out of "+b)
		u := next()
		m.user(u, ob, "and then "+u)
		tip = u
	}
	if orphans {
		a := next()
		m.call(a, tip, "r"+a, "make")
		u := next()
		m.user(u, a, "never mind")
		tip = u
	}
	trunk := n * 6 / 10
	for k < trunk {
		turn()
		if k-forgotten > 400 {
			c := next()
			var ids []string
			for i := max(forgotten, 3); i < k-100; i++ {
				ids = append(ids, fmt.Sprint("e", i))
			}
			forgotten = k - 100
			m.forget(c, tip, "summary", 1, ids...)
			tip = c
		}
	}
	from := tip
	for i := range branches {
		tip = from
		for k < trunk+(n-trunk)*(i+1)/branches {
			turn()
		}
	}
	return project.Read(m.log(), project.Newest())
}

func benchSizes(b *testing.B, orphans bool, work func(*project.Reading)) {
	for _, n := range []int{5_000, 10_000, 20_000, 50_000} {
		r := branchy(n, 200, orphans)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				work(r)
			}
			b.ReportMetric(float64(len(r.Heads())), "branches")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(r.Log.Len()), "ns/event")
		})
	}
}

func BenchmarkReplay(b *testing.B) {
	benchSizes(b, false, func(r *project.Reading) {
		if _, err := Run(context.Background(), r); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkReplayOrphans(b *testing.B) {
	benchSizes(b, true, func(r *project.Reading) {
		if _, err := Run(context.Background(), r); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkCrash(b *testing.B) {
	table := DefaultEffects()
	benchSizes(b, true, func(r *project.Reading) {
		if _, err := CrashRun(context.Background(), r, table); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkOrphans(b *testing.B) {
	table := DefaultEffects()
	benchSizes(b, true, func(r *project.Reading) {
		if _, err := Orphans(r, table); err != nil {
			b.Fatal(err)
		}
	})
}

// worst is a log in which nothing has a result, each call of the same response.
func worst(n int) *project.Reading {
	m := newMaker()
	m.user("e0", "", "go")
	for i := 1; i < n; i++ {
		r := m.row(event.KindAction, fmt.Sprint("e", i), fmt.Sprint("e", i-1))
		r.ResponseID, r.CallID, r.Tool = m.id("r"), m.id("c"), m.name("terminal")
		r.Flags |= event.FlagExecutable | event.FlagThinking
		m.add(r, fmt.Sprintf(`{"id":"e%d","tool_call":{"id":"c","name":"terminal","arguments":"{\"command\":\"ls\"}"}}`, i))
	}
	return m.reading()
}

// BenchmarkWorst: no log makes the work grow faster than the log.
func BenchmarkWorst(b *testing.B) {
	table := DefaultEffects()
	for _, n := range []int{5_000, 50_000} {
		r := worst(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Run(context.Background(), r); err != nil {
					b.Fatal(err)
				}
				if _, err := Orphans(r, table); err != nil {
					b.Fatal(err)
				}
				if _, err := CrashRun(context.Background(), r, table); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/event")
		})
	}
}
