package dataset

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// Merge puts the datasets of all shards of a run together: what is in out
// afterwards is what a run that was not sharded makes, to the byte. It can be
// stopped and gone on with as Run can. The shards stay as they are.
func Merge(ctx context.Context, shards []string, out string) (*Result, error) {
	var all []*Manifest
	from := map[string]string{} // the directory of a part, by key
	for _, dir := range shards {
		m, err := ReadManifest(dir)
		if err != nil {
			return nil, fmt.Errorf("%s is not a whole dataset: %w", dir, err)
		}
		for _, p := range m.Parts {
			from[p.Key] = dir
		}
		all = append(all, m)
	}
	m, err := together(all, shards)
	if err != nil {
		return nil, err
	}
	r := &run{o: &Options{Out: out}, res: &Result{Manifest: m, Problems: []string{}}}
	end, err := r.begin()
	if err != nil {
		return nil, err
	}
	defer end()
	for i := range m.Parts {
		p := &m.Parts[i]
		if r.known[p.Key] != nil {
			r.res.Reused++
			continue
		}
		if err := r.fetch(ctx, p, from[p.Key]); err != nil {
			return nil, fmt.Errorf("%s: %w", from[p.Key], err)
		}
	}
	if r.res.Unchanged, err = r.commit(m); err != nil {
		return nil, fmt.Errorf("put the parts in their places: %w", err)
	}
	_ = os.RemoveAll(r.staging())
	return r.res, nil
}

// together is the manifest of the whole. It refuses shards that are not of one
// run, or not all of it.
func together(all []*Manifest, names []string) (*Manifest, error) {
	whole := *all[0]
	whole.Shard, whole.Parts = nil, []Part{}
	for i, m := range all {
		switch {
		case m.Tool != whole.Tool || m.TablesVersion != whole.TablesVersion:
			return nil, fmt.Errorf("%s and %s are made by different versions", names[0], names[i])
		case m.Settings != whole.Settings:
			return nil, fmt.Errorf("%s and %s are made with different settings", names[0], names[i])
		case m.Plan != whole.Plan || m.Total != whole.Total:
			return nil, fmt.Errorf("%s and %s are made of different inputs: run the shards again while the logs are at rest", names[0], names[i])
		}
		whole.Parts = append(whole.Parts, m.Parts...)
	}
	slices.SortFunc(whole.Parts, func(a, b Part) int { return cmp.Compare(a.Position, b.Position) })
	for i, p := range whole.Parts {
		if p.Position != i && i > 0 && p.Position == whole.Parts[i-1].Position {
			return nil, fmt.Errorf("part %d, from %s, is in two of the shards: name each shard once", p.Position, p.First)
		}
		if p.Position != i {
			return nil, fmt.Errorf("part %d is in none of the shards: all of them are needed", i)
		}
	}
	if len(whole.Parts) != whole.Total {
		return nil, fmt.Errorf("part %d is in none of the shards: all of them are needed", len(whole.Parts))
	}
	whole.count()
	return &whole, nil
}

// fetch copies a part to the staging.
func (r *run) fetch(ctx context.Context, p *Part, dir string) error {
	if err := os.RemoveAll(r.staged(p.Key)); err != nil {
		return err
	}
	for _, f := range p.Files {
		if err := ctx.Err(); err != nil {
			return err
		}
		path := filepath.FromSlash(f.Path)
		if err := copyFile(filepath.Join(dir, path), filepath.Join(r.staged(p.Key), path), f.SHA256); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(r.staged(p.Key), 0o777); err != nil {
		return err
	}
	return writeJSON(filepath.Join(r.staged(p.Key), recordName), p)
}

// copyFile copies a file whose content has the sum.
func copyFile(from, to, sum string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	h := sha256.New()
	_, err = io.Copy(io.MultiWriter(out, h), in)
	if err := errors.Join(err, out.Sync(), out.Close()); err != nil {
		return err
	}
	if hex.EncodeToString(h.Sum(nil)) != sum {
		return fmt.Errorf("%s is not what the manifest says it is", from)
	}
	return nil
}
