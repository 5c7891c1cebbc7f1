package dataset

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/formats/tables"
)

// groupBytes bounds the strings of a row group: every open file holds one.
const groupBytes = 8 << 20

// noFormat stands for the format of a log that has none, because it has no
// record.
const noFormat = "none"

// pathOf is the path of a file: tables are partitioned by format, but for the
// logs, of which format is a column.
func pathOf(table, format, key string) string {
	if table == "logs" {
		return "logs/part-" + key + ".parquet"
	}
	return table + "/format=" + format + "/part-" + key + ".parquet"
}

// formatOf is the format in a path.
func formatOf(path string) string {
	for _, dir := range strings.Split(path, "/") {
		if f, ok := strings.CutPrefix(dir, "format="); ok {
			return f
		}
	}
	return ""
}

// partWriter writes the files of one part.
type partWriter struct {
	dir, key string
	bodies   bool
	packer   *tables.Packer
	files    []*partFile
	part     *Part
}

// partFile is a file that is being written.
type partFile struct {
	File
	table tables.Writer
	buf   *bufio.Writer
	file  *os.File
	sum   hash.Hash
}

// Write implements io.Writer, below the buffer.
func (f *partFile) Write(p []byte) (int, error) {
	f.sum.Write(p)
	f.Bytes += int64(len(p))
	return f.file.Write(p)
}

func (w *partWriter) open(table, format string) (*partFile, error) {
	path := pathOf(table, format, w.key)
	if i := slices.IndexFunc(w.files, func(f *partFile) bool { return f.Path == path }); i >= 0 {
		return w.files[i], nil
	}
	name := filepath.Join(w.dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, err
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	f := &partFile{File: File{Table: table, Path: path}, file: file, sum: sha256.New()}
	f.buf = bufio.NewWriterSize(f, 128<<10)
	w.files = append(w.files, f)
	f.table, err = tables.NewParquet(f.buf, Schema(table, w.bodies), groupBytes, w.packer)
	return f, err
}

// add writes the rows of a log. A format that has a log has a file of each
// table, with rows or without.
func (w *partWriter) add(l *event.Log, t *Tables) error {
	for _, name := range Names() {
		f, err := w.open(name, cmp.Or(l.Format, noFormat))
		if err != nil {
			return err
		}
		for frame, err := range t.Frames(name) {
			if err != nil {
				return err
			}
			f.Rows += int64(frame.Len())
			if err := f.table.Write(frame); err != nil {
				return err
			}
		}
	}
	w.part.Logs++
	return nil
}

// close completes the files, on disk too.
func (w *partWriter) close() error {
	for _, f := range w.files {
		if err := errors.Join(f.table.Close(), f.buf.Flush(), f.file.Sync(), f.file.Close()); err != nil {
			return err
		}
		f.SHA256 = hex.EncodeToString(f.sum.Sum(nil))
		w.part.Files = append(w.part.Files, f.File)
	}
	names := Names()
	slices.SortFunc(w.part.Files, func(a, b File) int {
		return cmp.Or(cmp.Compare(slices.Index(names, a.Table), slices.Index(names, b.Table)), cmp.Compare(a.Path, b.Path))
	})
	return nil
}

// drop closes what is open after an error.
func (w *partWriter) drop() {
	for _, f := range w.files {
		f.file.Close()
	}
}

// write makes the files of a part in the staging.
func (r *run) write(ctx context.Context, p *planned, key string) (*Part, error) {
	dir := r.staged(key)
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	part := &Part{Key: key, Position: p.position, First: p.units[0].Name, Last: p.units[len(p.units)-1].Name, Problems: []string{}, Named: []Named{}, Files: []File{}}
	w := &partWriter{dir: dir, key: key, bodies: r.o.Settings.Bodies, packer: r.packer, part: part}
	defer w.drop()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	for _, u := range p.units {
		if err := r.unit(ctx, u, w); err != nil {
			return nil, err
		}
	}
	return part, w.close()
}

// unit writes the logs of a unit.
func (r *run) unit(ctx context.Context, u *formats.Unit, w *partWriter) error {
	if n := len(w.part.Inputs); n == 0 || w.part.Inputs[n-1].Input != u.Input {
		w.part.Inputs = append(w.part.Inputs, InputCount{Input: u.Input})
	}
	before, problems := w.part.Logs, len(w.part.Problems)
	for l, err := range u.Logs(ctx, func(string, string) { w.part.Passed++ }) {
		if err != nil {
			w.part.Problems = append(w.part.Problems, err.Error())
			continue
		}
		if r.o.Unread != nil {
			w.part.Problems = append(w.part.Problems, r.o.Unread(l)...)
		}
		w.part.Named = append(w.part.Named, namedBy(l, u.Name)...)
		reading, choice := r.o.Read(l)
		if err := w.add(l, Of(reading, choice, w.bodies)); err != nil {
			return err
		}
	}
	in := &w.part.Inputs[len(w.part.Inputs)-1]
	in.Logs, in.Problems = in.Logs+w.part.Logs-before, in.Problems+len(w.part.Problems)-problems
	return ctx.Err()
}
