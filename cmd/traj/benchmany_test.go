package main

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/traj-dev/traj/internal/mutate"
)

// many writes small generated logs, each as a file of lines or as a directory of
// event files.
func many(b *testing.B, lines bool) (dir string, size int64, events int) {
	b.Helper()
	dir = b.TempDir()
	for seed := range uint64(400) {
		for i, l := range mutate.Generate(seed) {
			at := filepath.Join(dir, strconv.FormatUint(seed, 10)+"-"+strconv.Itoa(i))
			if lines {
				l, at = l.Stream(), dir
				l.Files[0].Name = strconv.FormatUint(seed, 10) + "-" + strconv.Itoa(i) + ".jsonl"
			}
			for _, f := range l.Files {
				name := filepath.Join(at, filepath.FromSlash(f.Name))
				if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
					b.Fatal(err)
				}
				if err := os.WriteFile(name, f.Data, 0o600); err != nil {
					b.Fatal(err)
				}
				size, events = size+int64(len(f.Data)), events+max(1, bytes.Count(f.Data, []byte("\n")))
			}
		}
	}
	return dir, size, events
}

// BenchmarkAuditMany reads and judges a directory of small logs, a file each.
func BenchmarkAuditMany(b *testing.B) {
	dir, size, events := many(b, true)
	audits(b, dir, size, events)
}

// BenchmarkReferenceMany reads the same files with encoding/json.
func BenchmarkReferenceMany(b *testing.B) {
	dir, size, _ := many(b, true)
	b.SetBytes(size)
	for b.Loop() {
		eachFile(b, dir, func(data []byte) {
			for line := range bytes.Lines(data) {
				var e someFields
				if err := json.Unmarshal(line, &e); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkAuditFiles reads and judges conversations in directories, a file each
// event.
func BenchmarkAuditFiles(b *testing.B) {
	dir, size, events := many(b, false)
	audits(b, dir, size, events)
}

// BenchmarkFiles opens, reads and closes the same files, and no more.
func BenchmarkFiles(b *testing.B) {
	dir, size, _ := many(b, false)
	b.SetBytes(size)
	for b.Loop() {
		eachFile(b, dir, func([]byte) {})
	}
}

// eachFile reads every file below a directory into one buffer.
func eachFile(b *testing.B, dir string, do func(data []byte)) {
	b.Helper()
	var buf bytes.Buffer
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		buf.Reset()
		if _, err := io.Copy(&buf, f); err != nil {
			return err
		}
		do(buf.Bytes())
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}
