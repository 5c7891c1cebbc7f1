package project

import (
	"fmt"
	"io"
	"testing"

	"github.com/traj-dev/traj/event"
)

// longLog is a sound log of about n events with eight branches: thinking
// calls, batches of three, state updates beside the path, condensations.
func longLog(n int) *event.Log {
	s := &story{rowBuilder: rowBuilder{event.NewBuilder(false)}}
	fork, branches := "", 1
	for s.n < n {
		if s.n > branches*n/8 {
			s.parent, s.between = fork, nil
			branches++
		}
		for range 12 {
			s.longTurn()
		}
		fork = s.parent
		r := s.row(event.KindCondensation, "")
		r.Flags |= event.FlagSummary | event.FlagSummaryOffset
		for _, id := range s.between[1:] {
			r.Forgets = append(r.Forgets, s.id(id))
		}
		s.between = s.between[:1]
		s.add(r)
	}
	return s.log(event.ShapeStream)
}

func (s *story) longTurn() {
	resp := fmt.Sprint("r", s.n)
	var acts []string
	for k := range 3 {
		r := s.row(event.KindAction, "")
		r.ResponseID, r.CallID = s.id(resp), s.id(fmt.Sprint("c", s.n))
		if k == 0 {
			r.Flags |= event.FlagThinking
		}
		acts = append(acts, s.add(r))
	}
	s.between = append(s.between, acts...)
	for _, a := range acts {
		r := s.row(event.KindResult, "")
		r.ActionID, r.CallID = s.id(a), s.id("c"+a[1:])
		s.between = append(s.between, s.add(r))
	}
	tip := s.parent
	s.add(s.row(event.KindState, ""))
	s.parent = tip
	s.between = append(s.between, s.add(s.row(event.KindMessage, "")))
}

// BenchmarkProjection makes every view of a log at every head.
func BenchmarkProjection(b *testing.B) {
	for _, n := range []int{12_500, 50_000, 200_000} {
		l := longLog(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			heads := 0
			for b.Loop() {
				r := Read(l, Newest())
				heads = 0
				for _, h := range r.Heads() {
					path, e := r.PathTo(h)
					if e != nil {
						b.Fatal(e)
					}
					heads++
					r.Fold(path)
					r.Rebuild(path).Indices()
					r.Pending(path)
				}
			}
			b.ReportMetric(float64(heads), "heads")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(l.Len()), "ns/event")
		})
	}
}

// BenchmarkProjector makes and writes every projection of a log, all its
// branches one after the other.
func BenchmarkProjector(b *testing.B) {
	for _, n := range []int{12_500, 50_000, 200_000} {
		l := longLog(n)
		l.Bodies = saying{l}
		r := Read(l, Newest())
		ids := r.IDs(r.Heads())
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				by := NewProjector(r, Neutral)
				for _, id := range ids {
					p, err := by.At(&id)
					if err == nil {
						err = p.WriteJSON(io.Discard)
					}
					if err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(l.Len()), "ns/event")
		})
	}
}
