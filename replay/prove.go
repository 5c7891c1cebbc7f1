package replay

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/traj-dev/traj/project"
)

// Proof is what came of projecting a log again in other ways: everything must
// be the same.
type Proof struct {
	Checkpoints int
	Again       bool     // the whole walk was made twice; maps have another order each time
	TakenUp     int      // checkpoints taken back and made again where the walk stood
	Anew        int      // steps made from nothing but the path and the chain before them
	Read        []string // how the input was read again: filled in by the caller
	Differences []string // what was not the same, in words
}

// anewWork bounds the events that are folded anew, all in all; longer logs are
// taken up at evenly spaced checkpoints.
const anewWork = 8_000_000

// Prove replays a log again and compares. The error says why the log's records
// could not be had.
func Prove(ctx context.Context, r *project.Reading, rec *Record) (*Proof, error) {
	again, err := Run(ctx, r)
	if err != nil {
		return nil, err
	}
	p := &prover{Proof: Proof{Checkpoints: len(rec.Checkpoints), Again: true}, stride: 1 + r.Log.Len()*r.Log.Len()/anewWork}
	if rec.Digest() != again.Digest() && !again.Partial {
		p.differ("a second walk gives other checkpoints")
	}
	w := newWalker(ctx, NewForms(r, Whole))
	r.Walk(func(row int32) bool {
		return w.enter(row) && p.step(w, row)
	}, w.leave)
	if w.err != nil {
		return nil, w.err
	}
	return &p.Proof, nil
}

// Digest is the SHA-256 of a record as it stands in a file.
func (r *Record) Digest() Digest {
	h := sha256.New()
	_ = NewWriter(h).Log(r) // a hash takes everything
	return Digest(h.Sum(nil))
}

type prover struct {
	Proof
	stride, n int
}

// mostDifferences bounds what is told.
const mostDifferences = 20

func (p *prover) differ(format string, args ...any) {
	if len(p.Differences) < mostDifferences {
		p.Differences = append(p.Differences, fmt.Sprintf(format, args...))
	}
}

// step proves the step that the walker has just made.
func (p *prover) step(w *walker, row int32) bool {
	before, now := w.stack[len(w.stack)-2], w.stack[len(w.stack)-1]
	w.m.Pop()
	if c := w.m.Push(row); c.View() {
		p.TakenUp++
		if chain, _ := extend(nil, before.chain, c, w.m, w.digest); chain != now.chain {
			p.differ("taken back and made again, the step at %s gives another chain", w.r.EventID(row))
		}
	} else if before.chain != now.chain {
		p.differ("taken back and made again, the step at %s changes nothing", w.r.EventID(row))
	}
	if p.n++; p.n%p.stride == 0 {
		p.anew(w, row, before.chain, now.chain)
	}
	return true
}

// anew makes a step from the checkpoint before it: a new machine that is only
// given the path, and the chain.
func (p *prover) anew(w *walker, row int32, before, now Digest) {
	path := w.m.Path()
	m := project.NewMachine(w.r, w.joins)
	for _, r := range path[:len(path)-1] {
		m.Push(r)
	}
	chain := before
	if c := m.Push(row); c.View() {
		chain, _ = extend(nil, before, c, m, w.digest)
	}
	p.Anew++
	id := w.r.EventID(row)
	switch {
	case chain != now:
		p.differ("from the checkpoint before it, the step at %s gives another chain", id)
	case !slices.Equal(w.r.Unenforced(path).Items, w.m.View()):
		p.differ("made anew, the incremental view at %s is another", id)
	case !slices.Equal(w.r.Rebuild(path).Items, rebuiltItems(w.m)):
		p.differ("made anew, the rebuilt view at %s is another", id)
	}
}

// rebuiltItems is the view of a machine without what a rebuild drops.
func rebuiltItems(m *project.Machine) []project.Item {
	e := m.Enforce()
	if len(e.Dropped) == 0 {
		return m.View()
	}
	gone := map[project.Item]bool{}
	for _, n := range e.Dropped {
		gone[m.Item(n)] = true
	}
	return slices.DeleteFunc(m.View(), func(i project.Item) bool { return gone[i] })
}
