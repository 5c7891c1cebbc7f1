package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// recover finishes the commit that a run before began, and finds the parts that
// need not be made again.
func (r *run) recover() error {
	r.known = map[string]*Part{}
	if m, err := readManifest(filepath.Join(r.staging(), commitName)); err == nil && r.missing(m) == "" {
		if err := r.roll(m); err != nil {
			return fmt.Errorf("finish an earlier run: %w", err)
		}
	}
	old, err := ReadManifest(r.o.Out)
	switch {
	case err == nil:
		r.old = old
		for i := range old.Parts {
			if r.inPlace(&old.Parts[i]) {
				r.known[old.Parts[i].Key] = &old.Parts[i]
			}
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	found, err := os.ReadDir(r.staging())
	if err != nil {
		return err
	}
	for _, e := range found {
		if p := r.readStaged(e.Name()); p != nil && r.known[p.Key] == nil {
			r.known[p.Key] = p
		}
	}
	return nil
}

// inPlace reports whether the files of a part lie in the dataset with the size
// they should have. They were put there whole.
func (r *run) inPlace(p *Part) bool {
	return !slices.ContainsFunc(p.Files, func(f File) bool {
		info, err := os.Stat(r.place(f.Path))
		return err != nil || !info.Mode().IsRegular() || info.Size() != f.Bytes
	})
}

// readStaged is the part of that key in the staging, nil when it is not whole.
func (r *run) readStaged(key string) *Part {
	p := &Part{}
	if err := readJSON(filepath.Join(r.staged(key), recordName), p); err != nil || p.Key != key || p.check() != nil {
		return nil
	}
	buf := make([]byte, 256<<10)
	for _, f := range p.Files {
		if sum, err := fileSum(filepath.Join(r.staged(key), filepath.FromSlash(f.Path)), buf); err != nil || sum != f.SHA256 {
			return nil
		}
	}
	return p
}

// commit makes the dataset what the manifest says. It reports whether it was
// that already.
func (r *run) commit(m *Manifest) (unchanged bool, err error) {
	want, err := m.marshal()
	if err != nil {
		return false, err
	}
	if have, err := os.ReadFile(r.place(ManifestName)); err == nil && bytes.Equal(have, want) && !slices.ContainsFunc(m.Parts, func(p Part) bool { return !r.inPlace(&p) }) {
		return true, os.RemoveAll(r.staging())
	}
	if f := r.missing(m); f != "" {
		return false, fmt.Errorf("%s is gone", f)
	}
	if err := r.step("begin the commit"); err != nil {
		return false, err
	}
	if err := writeJSON(filepath.Join(r.staging(), commitName), m); err != nil {
		return false, err
	}
	return false, r.roll(m)
}

// missing is a file of the manifest that lies neither in its place nor in the
// staging, "" when there is none.
func (r *run) missing(m *Manifest) string {
	for _, p := range m.Parts {
		for _, f := range p.Files {
			staged, err := os.Stat(filepath.Join(r.staged(p.Key), filepath.FromSlash(f.Path)))
			if (err != nil || staged.Size() != f.Bytes) && !r.inPlace(&Part{Files: []File{f}}) {
				return f.Path
			}
		}
	}
	return ""
}

// roll goes through with a commit, from wherever it stopped. While files
// change their places there is no manifest.
func (r *run) roll(m *Manifest) error {
	if err := r.step("remove the old manifest"); err != nil {
		return err
	}
	if err := os.Remove(r.place(ManifestName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	keep := map[string]bool{}
	for i := range m.Parts {
		for _, f := range m.Parts[i].Files {
			keep[f.Path] = true
			if err := r.put(&m.Parts[i], f); err != nil {
				return err
			}
		}
	}
	if err := r.sweep(keep); err != nil {
		return err
	}
	if err := r.step("write the manifest"); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(r.staging(), commitName), r.place(ManifestName)); err != nil {
		return err
	}
	if err := syncDir(r.o.Out); err != nil {
		return err
	}
	if err := r.step("remove the staging"); err != nil {
		return err
	}
	return r.clear()
}

// put moves a file from the staging to its place, unless it lies there.
func (r *run) put(p *Part, f File) error {
	from, to := filepath.Join(r.staged(p.Key), filepath.FromSlash(f.Path)), r.place(f.Path)
	if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
		return nil // put there by a commit that did not come to its end, or by an earlier run
	}
	if err := r.step("put %s in its place", f.Path); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return syncDir(filepath.Dir(to))
}

// sweep removes the files of parts that are no longer in the dataset, and
// directories that are empty.
func (r *run) sweep(keep map[string]bool) error {
	for _, table := range Names() {
		found, err := filepath.Glob(filepath.Join(r.place(table), "*"))
		if err != nil {
			return err
		}
		for _, name := range found {
			inner, err := filepath.Glob(filepath.Join(name, "*"))
			if err != nil {
				return err
			}
			for _, f := range append(inner, name) {
				if err := r.drop(f, keep); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (r *run) drop(name string, keep map[string]bool) error {
	path, err := filepath.Rel(r.o.Out, name)
	if err != nil || keep[filepath.ToSlash(path)] {
		return err
	}
	base := filepath.Base(name)
	if key, ok := strings.CutSuffix(strings.TrimPrefix(base, "part-"), ".parquet"); !ok || !isKey(key) {
		if strings.HasPrefix(base, "format=") {
			_ = os.Remove(name) // which fails unless it is empty
		}
		return nil
	}
	if err := r.step("remove %s", path); err != nil {
		return err
	}
	return os.Remove(name)
}

// clear empties the staging but for the lock, which goes with the directory.
func (r *run) clear() error {
	found, err := os.ReadDir(r.staging())
	if err != nil {
		return err
	}
	for _, e := range found {
		if e.Name() != "lock" {
			if err := os.RemoveAll(filepath.Join(r.staging(), e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
