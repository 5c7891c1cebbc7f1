package main

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/replay"
)

// reread is the same input read in another way: the digest of every log's
// checkpoints, in the order of the logs.
type reread struct {
	how     string
	digests []replay.Digest
}

// rereadAll reads and replays the inputs again and again for --verify, with
// other numbers of workers and other sizes of blocks.
func rereadAll(e *env, c *cli.Context) ([]reread, error) {
	if !c.Bool("verify") {
		return nil, nil
	}
	if slices.Contains(c.Args().Slice(), "-") {
		return nil, usagef("--verify reads its input several times; stdin can be read once")
	}
	var out []reread
	for _, o := range []formats.Options{{Workers: 1, Block: 1 << 12}, {Workers: 2, Block: 1 << 16}, {Workers: 8}} {
		o.From = c.String("from")
		size := "the usual blocks"
		if o.Block > 0 {
			size = fmt.Sprintf("blocks of %d bytes", o.Block)
		}
		x := reread{how: fmt.Sprintf("with %s in %s", report.Count(o.Workers, "worker"), size)}
		for log, err := range formats.Load(e.ctx, c.Args().Slice(), nil, o) {
			if err != nil {
				continue // told when it is read for the report
			}
			r, _ := reading(c, log)
			rec, err := replay.Run(e.ctx, r)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", log.Name, err)
			}
			x.digests = append(x.digests, rec.Digest())
		}
		out = append(out, x)
	}
	return out, nil
}

// reread compares the n-th log with what was read in other ways.
func (x *replayed) reread(e *env, n int, rereads []reread) {
	p := x.out.Proof
	want := x.rec.Digest()
	for _, r := range rereads {
		p.Read = append(p.Read, r.how)
		if n >= len(r.digests) || r.digests[n] != want {
			p.Differences = append(p.Differences, "read "+r.how+", the log gives other checkpoints")
		}
	}
	if len(p.Differences) > 0 && e.ctx.Err() == nil {
		e.end(exitDiverged)
	}
}
