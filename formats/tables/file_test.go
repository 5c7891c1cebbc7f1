package tables

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func put(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range list {
		out = append(out, e.Name())
	}
	return out
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	if err := WriteFile(path, put("one")); err != nil {
		t.Fatal(err)
	}
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	made, _ := os.Stat(path)
	usual, _ := os.Stat(plain)
	if made.Mode() != usual.Mode() {
		t.Errorf("mode %v, want %v", made.Mode(), usual.Mode())
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(path, put("two")); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(path); content(t, path) != "two" || info.Mode().Perm() != 0o640 {
		t.Errorf("replaced: %q, mode %v", content(t, path), info.Mode())
	}
	if d := cmp.Diff([]string{"out.csv", "plain"}, names(t, dir)); d != "" {
		t.Error(d)
	}
}

// A failure halfway leaves what was there, and nothing else.
func TestWriteFileFailsWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	boom := errors.New("boom")
	half := func(w io.Writer) error { return errors.Join(put("half")(w), boom) }
	if err := WriteFile(path, half); !errors.Is(err, boom) || len(names(t, dir)) != 0 {
		t.Errorf("error %v, files %v", err, names(t, dir))
	}
	if err := WriteFile(path, put("one")); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(path, half); err == nil || content(t, path) != "one" {
		t.Errorf("error %v, content %q", err, content(t, path))
	}
	if d := cmp.Diff([]string{"out.csv"}, names(t, dir)); d != "" {
		t.Error(d)
	}
}

// An error names the path that was asked for, never the temporary one.
func TestWriteFileErrorsNameThePath(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := WriteFile(file, put("x")); err != nil {
		t.Fatal(err)
	}
	for path, why := range map[string]string{
		filepath.Join(dir, "none", "out.csv"): "no such file or directory",
		filepath.Join(file, "out.csv"):        "not a directory",
		dir:                                   "is a directory",
	} {
		err := WriteFile(path, put("x"))
		if err == nil || err.Error() != "write "+path+": "+why {
			t.Errorf("error %v", err)
		}
	}
}

// What the writer says of another file keeps that file's name.
func TestWriteFileKeepsErrorsOfOtherFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.csv")
	err := WriteFile(path, func(io.Writer) error {
		_, err := os.Open("no/such/log")
		return fmt.Errorf("read event 3: %w", err)
	})
	if want := "write " + path + ": read event 3: open no/such/log: no such file or directory"; err == nil || err.Error() != want {
		t.Errorf("error %v", err)
	}
	err = WriteFile(path, func(w io.Writer) error {
		if err := w.(*early).file.Close(); err != nil {
			return err
		}
		return put("x")(w)
	})
	if want := "write " + path + ": file already closed"; err == nil || err.Error() != want {
		t.Errorf("error %v", err)
	}
}

func TestWriteFileFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(target, []byte("old"), 0o644), os.Symlink("target", link)); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(link, put("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 || content(t, target) != "new" {
		t.Errorf("link %v, target %q, error %v", info.Mode(), content(t, target), err)
	}
}

// Renaming a file onto a device would put the file in the device's place.
func TestWriteFileWritesToDevices(t *testing.T) {
	if err := WriteFile(os.DevNull, put("x")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("%s is now a file: %v", os.DevNull, err)
	}
}
