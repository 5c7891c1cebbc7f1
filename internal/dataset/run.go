package dataset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/formats/tables"
)

// Run makes the dataset, or makes it what it should be: a part whose inputs,
// settings and program are those that it was made of before is taken over, from
// the dataset or from a run that was ended. An input that cannot be read is a
// problem and does not stop the rest. After an error, or a crash at any point,
// the dataset is as it was or has no manifest, no file of a table is half
// written, and another run goes on from there.
func Run(ctx context.Context, o Options) (*Result, error) {
	r := &run{o: &o, workers: max(1, o.Load.Workers), res: &Result{Problems: []string{}}, keys: map[string]int{}}
	o.Load.Text, o.Load.Spill, o.Load.Digest = true, true, true
	var err error
	if r.packer, err = tables.NewPacker(); err != nil {
		return nil, err
	}
	end, err := r.begin()
	if err != nil {
		return nil, err
	}
	defer end()
	parts, planned, total, err := r.parts(ctx)
	if err != nil {
		return nil, err
	}
	m := newManifest(&o, planned, total, parts)
	r.res.Manifest = m
	r.sumUp(m)
	if r.res.Unchanged, err = r.commit(m); err != nil {
		return nil, fmt.Errorf("put the parts in their places: %w", err)
	}
	_ = os.RemoveAll(r.staging()) // which may fail where an open file, as the lock, stays; it is passed over all the same
	return r.res, nil
}

// run is one call of Run.
type run struct {
	o       *Options
	workers int
	packer  *tables.Packer
	old     *Manifest // of the dataset before; nil when there was none
	known   map[string]*Part
	res     *Result

	mu   sync.Mutex
	done []Part
	keys map[string]int // of parts, by key
}

// step is called before each change on disk.
func (r *run) step(format string, args ...any) error {
	if r.o.step == nil {
		return nil
	}
	return r.o.step(fmt.Sprintf(format, args...))
}

func (r *run) staging() string          { return filepath.Join(r.o.Out, stagingName) }
func (r *run) staged(key string) string { return filepath.Join(r.staging(), key) }
func (r *run) place(path string) string { return filepath.Join(r.o.Out, filepath.FromSlash(path)) }

// begin takes the directory, and finishes what a run before has left.
func (r *run) begin() (end func(), err error) {
	if err := checkOut(r.o.Out); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(r.staging(), 0o777); err != nil {
		return nil, err
	}
	unlock, err := lock(filepath.Join(r.staging(), "lock"))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.o.Out, err)
	}
	if err := r.recover(); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

// checkOut refuses a directory that holds anything but a dataset.
func checkOut(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if n := e.Name(); n == ManifestName || n == stagingName {
			return nil
		}
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s holds %s and is no dataset: name an empty directory, or one that is not there yet", dir, entries[0].Name())
	}
	return nil
}

// parts makes what is not there yet, and returns all the shard's parts in
// order, the plan's hash and the number of parts of the whole.
func (r *run) parts(ctx context.Context) ([]Part, string, int, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	queue := make(chan *planned)
	var wg sync.WaitGroup
	for range max(1, r.o.Parallel) {
		wg.Go(func() {
			for p := range queue {
				if err := r.one(ctx, p); err != nil {
					stop(err)
				}
			}
		})
	}
	hash, total, err := plan(ctx, r.o, func(p *planned) error {
		if !r.o.Shard.Has(p.units[0].Name) {
			return nil
		}
		select {
		case queue <- p:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	close(queue)
	wg.Wait()
	if cause := context.Cause(ctx); cause != nil {
		return nil, "", 0, cause
	}
	slices.SortFunc(r.done, func(a, b Part) int { return cmp.Compare(a.Position, b.Position) })
	return r.done, hash, total, err
}

// mostTries is how often a part is made whose files change meanwhile.
const mostTries = 3

// one makes one part, or takes it over.
func (r *run) one(ctx context.Context, p *planned) error {
	for try := 1; ; try++ {
		key, fixed, err := r.fingerprint(ctx, p)
		if err != nil {
			return err
		}
		if !r.claim(key, p.position) {
			return fmt.Errorf("what lies from %s to %s is given twice: name each input once", p.units[0].Name, p.units[len(p.units)-1].Name)
		}
		if old := r.known[key]; old != nil && fixed && old.still() {
			again := *old
			again.Position, again.First, again.Last = p.position, p.units[0].Name, p.units[len(p.units)-1].Name
			r.add(&again, true)
			return nil
		}
		if err := r.step("make part %d", p.position); err != nil {
			return err
		}
		part, err := r.write(ctx, p, key)
		if err != nil {
			return fmt.Errorf("part %d, from %s: %w", p.position, p.units[0].Name, err)
		}
		if p.unchanged() {
			return r.stage(part)
		}
		if try == mostTries {
			return fmt.Errorf("the files from %s to %s change while they are read: run it again when they are at rest", part.First, part.Last)
		}
		p.restamp()
	}
}

// claim takes a key for one part.
func (r *run) claim(key string, position int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if by, ok := r.keys[key]; ok && by != position {
		return false
	}
	r.keys[key] = position
	return true
}

func (p *planned) restamp() {
	p.stamps = p.stamps[:0]
	for _, u := range p.units {
		for _, f := range u.Files {
			p.stamps = append(p.stamps, stampOf(f))
		}
	}
}

// stage writes down that a part is whole.
func (r *run) stage(p *Part) error {
	if err := r.step("record part %d", p.Position); err != nil {
		return err
	}
	if err := writeJSON(filepath.Join(r.staged(p.Key), recordName), p); err != nil {
		return err
	}
	r.add(p, false)
	return nil
}

func (r *run) add(p *Part, reused bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done = append(r.done, *p)
	if reused {
		r.res.Reused++
	}
	if r.o.Done != nil {
		r.o.Done(p, reused)
	}
}

// sumUp gathers what the parts have to say, in their order. An input that gave
// nothing is a problem, as far as it can be told from the whole.
func (r *run) sumUp(m *Manifest) {
	seen := map[string]int64{}
	for _, p := range m.Parts {
		r.res.Problems = append(r.res.Problems, p.Problems...)
		r.res.Passed += p.Passed
		for _, in := range p.Inputs {
			seen[in.Input] += in.Logs + int64(in.Problems)
		}
	}
	for _, in := range r.o.Inputs {
		if m.Shard == nil && seen[in] == 0 {
			r.res.Problems = append(r.res.Problems, (&formats.InputError{Input: in, Err: errors.New("holds no event log")}).Error())
		}
	}
}
