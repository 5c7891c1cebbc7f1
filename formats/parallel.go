package formats

import (
	"context"
	"sync"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
	"github.com/traj-dev/traj/internal/jsontape"
)

// crew reads the blocks of one file side by side. Blocks are taken in order,
// decoded in any, and absorbed in order.
type crew struct {
	l        *loader
	mu       sync.Mutex
	changed  sync.Cond
	reader   *lineReader
	taken    int // blocks handed out
	absorbed int
	done     map[int]*sink
	spare    []*sink // whose rows are taken
	ended    bool
	err      error
}

// parallel reads a large file of lines into s. The caller holds one of the
// loader's slots; helpers wait for theirs, so that files and blocks share them.
func (l *loader) parallel(ctx context.Context, d *container.Data, s *sink) ([]event.Hint, error) {
	var hints []event.Hint
	c := l.crew(d)
	err := c.read(ctx, s, func(part *sink) bool {
		hints = s.absorb(part, hints)
		c.spared(s, part)
		return true
	})
	if err != nil {
		return nil, err
	}
	return hints, nil
}

func (l *loader) crew(d *container.Data) *crew {
	c := &crew{l: l, reader: l.lineReader(d), done: map[int]*sink{}}
	c.changed.L = &c.mu
	return c
}

// read reads all blocks into sinks like s, and has them taken in order until
// one is not wanted.
func (c *crew) read(ctx context.Context, s *sink, take func(part *sink) bool) error {
	helpers, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	for range c.l.workers - 1 {
		wg.Go(func() { c.help(helpers, s) })
	}
	defer wg.Wait()
	defer c.fail(context.Canceled)
	defer stop()
	return c.lead(ctx, s, take)
}

// help decodes blocks while there are any.
func (c *crew) help(ctx context.Context, s *sink) {
	buf := c.l.buffer()
	defer c.l.giveBack(buf)
	shapes := c.l.shapes.Get().(*jsontape.Shapes)
	defer c.l.shapes.Put(shapes)
	for c.wait() {
		if !c.l.enter(ctx) {
			return
		}
		more := c.one(s, buf, shapes)
		c.l.leave()
		if !more {
			return
		}
	}
}

// wait stops while too many decoded blocks wait for the one before them.
func (c *crew) wait() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.err == nil && !c.ended && c.taken-c.absorbed >= 2*c.l.workers {
		c.changed.Wait()
	}
	return c.err == nil && !c.ended
}

// one decodes the next block; false when there is none.
func (c *crew) one(s *sink, buf *[]byte, shapes *jsontape.Shapes) bool {
	n, b, ok := c.take(buf)
	if !ok {
		return false
	}
	part := c.part(s)
	part.shapes = shapes
	if s.digest != nil {
		part.digest = &digest{}
	}
	part.block(b)
	part.large = int64(len(b.data)) > c.reader.size
	c.mu.Lock()
	c.done[n] = part
	c.changed.Broadcast()
	c.mu.Unlock()
	return true
}

// part is a sink for one block; it takes the memory of one whose rows have gone
// elsewhere.
func (c *crew) part(s *sink) *sink {
	part := &sink{f: s.f, file: s.file}
	c.mu.Lock()
	if n := len(c.spare); n > 0 {
		old := c.spare[n-1]
		c.spare = c.spare[:n-1]
		part.b, part.tape = old.b, old.tape
		if r, ok := old.dec.(Renewer); ok {
			r.Renew()
			part.dec = old.dec
		}
	}
	c.mu.Unlock()
	if part.b == nil {
		part.b = event.NewBuilder(s.b.KeepsText())
		part.b.Spill(s.b.Store())
		part.b.Leave(s.b.Left())
	}
	if part.dec == nil {
		part.dec = s.f.decoder(part.b)
	}
	return part
}

func (c *crew) take(buf *[]byte) (int, block, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended || c.err != nil {
		return 0, block{}, false
	}
	b, ok, err := c.reader.next(buf)
	if err != nil || !ok {
		c.ended, c.err = true, err
		c.changed.Broadcast()
		return 0, block{}, false
	}
	c.taken++
	return c.taken - 1, b, true
}

func (c *crew) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil && !c.ended {
		c.err = err
	}
	c.changed.Broadcast()
}

// lead decodes blocks too, and has taken what is next in order.
func (c *crew) lead(ctx context.Context, s *sink, take func(part *sink) bool) error {
	buf := c.l.buffer()
	defer c.l.giveBack(buf)
	if s.shapes == nil {
		s.shapes = c.l.shapes.Get().(*jsontape.Shapes)
		defer func() {
			c.l.shapes.Put(s.shapes)
			s.shapes = nil
		}()
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		part, finished, err := c.next()
		switch {
		case err != nil:
			return err
		case part != nil:
			if !take(part) {
				return nil
			}
		case finished:
			return nil
		default:
			c.one(s, buf, s.shapes)
		}
	}
}

// most is the number of rows that room is made for ahead of them.
const most = 1 << 18

// measured is the number of blocks by which the rows of a file are estimated.
const measured = 8

// spared keeps the memory of a part that s has absorbed, and after the first few
// makes room in s for what is likely to come, and a little more: who grows at the
// end moves all that there is.
func (c *crew) spared(s, part *sink) {
	if !part.large {
		c.mu.Lock()
		c.spare = append(c.spare, part)
		c.mu.Unlock()
	}
	if c.absorbed == measured {
		s.b.Grow(1.04*float64(c.reader.d.Size())/float64(max(s.acct.content, 1))-1, most)
	}
}

// kept keeps what a part needs no more whose rows have been taken.
func (c *crew) kept(part *sink, rows *event.Table) {
	if part.large {
		return
	}
	part.b.Again(rows)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.spare = append(c.spare, part)
}

// next gives the block that is next in order when it is decoded. It waits for
// it only when too many others are.
func (c *crew) next() (part *sink, finished bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		if c.err != nil {
			return nil, false, c.err
		}
		if part = c.done[c.absorbed]; part != nil {
			delete(c.done, c.absorbed)
			c.absorbed++
			c.changed.Broadcast()
			return part, false, nil
		}
		if c.ended && c.absorbed == c.taken {
			return nil, true, nil
		}
		if !c.ended && c.taken-c.absorbed < 2*c.l.workers {
			return nil, false, nil
		}
		c.changed.Wait()
	}
}

// absorb appends what part holds, and adds its hints to those so far.
func (s *sink) absorb(part *sink, hints []event.Hint) []event.Hint {
	base := int32(s.b.Len())
	for _, d := range part.acct.damage {
		if d.Before >= 0 {
			d.Before += base
		}
		s.acct.damage = append(s.acct.damage, d)
	}
	s.digest.absorb(part.digest)
	s.acct.rows += part.acct.rows
	s.acct.space += part.acct.space
	s.acct.reach(part.acct.content)
	for _, h := range part.dec.Hints() {
		if h.Row >= 0 {
			h.Row += base
		}
		hints = addHint(hints, h)
	}
	s.b.Absorb(part.b)
	return hints
}

// addHint keeps the first hint of each kind.
func addHint(hints []event.Hint, h event.Hint) []event.Hint {
	for _, o := range hints {
		if o.AtLeast == h.AtLeast && o.Below == h.Below && o.Why == h.Why {
			return hints
		}
	}
	return append(hints, h)
}
