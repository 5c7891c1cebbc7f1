package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"os"
	"time"

	"github.com/traj-dev/traj/formats"
)

// A part ends with the unit that brings it to leastPart or above, if the
// unit's name says so, which one in sixteen does, and at mostPart in any case.
// So a log that comes or goes changes the part it is in and rarely another.
// Each file counts for fileWeight bytes more than it has: a part is a list in
// memory, too.
const (
	leastPart  = 48 << 20
	mostPart   = 192 << 20
	fileWeight = 2 << 10
	oneIn      = 16
)

// planned is a part that is to be made.
type planned struct {
	position int
	units    []*formats.Unit
	stamps   []stamp
}

// stamp is what a file's entry says of it.
type stamp struct {
	size  int64 // -1 when it cannot be told, or the file is no regular one
	since time.Time
}

func stampOf(f formats.UnitFile) stamp {
	info, err := os.Stat(f.File.Name)
	if err != nil || !info.Mode().IsRegular() {
		return stamp{size: -1}
	}
	return stamp{info.Size(), info.ModTime()}
}

// planner cuts units into parts by their names and sizes alone.
type planner struct {
	next   planned
	weight int64
	total  int
	sum    hash.Hash

	least, most, each int64
}

// plan gives every part, in order, and the plan's hash and number of parts.
func plan(ctx context.Context, o *Options, give func(*planned) error) (string, int, error) {
	p := planner{sum: sha256.New(), least: leastPart, most: mostPart, each: fileWeight}
	if o.small {
		p.least, p.most, p.each = 10<<10, 60<<10, 1
	}
	for u, err := range formats.Units(ctx, o.Inputs, o.Load) {
		if err != nil {
			return "", 0, err
		}
		if p.add(u) {
			if err := give(p.cut()); err != nil {
				return "", 0, err
			}
		}
	}
	if len(p.next.units) > 0 {
		if err := give(p.cut()); err != nil {
			return "", 0, err
		}
	}
	return hex.EncodeToString(p.sum.Sum(nil)), p.total, nil
}

// add takes a unit, and reports whether the part ends with it.
func (p *planner) add(u *formats.Unit) bool {
	p.next.units = append(p.next.units, u)
	fmt.Fprintf(p.sum, "%q %q %q", u.Input, u.Name, u.Facts)
	for _, f := range u.Files {
		s := stampOf(f)
		p.next.stamps = append(p.next.stamps, s)
		p.weight += max(s.size, 0) + p.each
		fmt.Fprintf(p.sum, " %d", s.size)
	}
	p.sum.Write([]byte{'\n'})
	return p.weight >= p.most || p.weight >= p.least && nameHash(u.Name)%oneIn == 0
}

func (p *planner) cut() *planned {
	out := p.next
	out.position = p.total
	p.next, p.weight, p.total = planned{}, 0, p.total+1
	p.sum.Write([]byte{'\n'})
	return &out
}

// nameHash is the same number for the same name everywhere and always.
func nameHash(name string) uint64 {
	sum := sha256.Sum256([]byte(name))
	return binary.BigEndian.Uint64(sum[:])
}

// Has reports whether a run of logs that begins with the unit of that name is
// the shard's. A unit is a file, or a directory that is a log as a whole.
func (s Shard) Has(name string) bool {
	sum := sha256.Sum256([]byte(name))
	return s.Of <= 1 || binary.BigEndian.Uint64(sum[8:])%uint64(s.Of) == uint64(s.Index-1)
}
