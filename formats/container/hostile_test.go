package container

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// zipOf makes an archive of members, "name:content" each.
func zipOf(t *testing.T, method uint16, members ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, m := range members {
		name, content, _ := strings.Cut(m, ":")
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestSharedBytes guards against archives whose members all lie in the same
// bytes, and against answers that depend on which member is read first.
func TestSharedBytes(t *testing.T) {
	b := zipOf(t, zip.Deflate, "a:aaaa", "b:bbbb", "c:cccc")
	entry := bytes.Split(b, []byte(central))[1:]
	same := binary.LittleEndian.Uint32(entry[0][38:])
	for _, e := range entry { // each entry of the directory leads to the first member
		at := bytes.Index(b, append([]byte(central), e...))
		binary.LittleEndian.PutUint32(b[at+42:], same)
	}
	_, _, err := Unpack("x.zip", FromBytes(b), NewBudget(Limits{}), 0)
	if !IsLimit(err) || !strings.Contains(err.Error(), "share their bytes") {
		t.Errorf("%v", err)
	}
}

// TestDeclaredSizes refuses a whole archive that says that it is too large,
// and cuts a member off that is longer than it says.
func TestDeclaredSizes(t *testing.T) {
	b := zipOf(t, zip.Deflate, "a:"+strings.Repeat("a", 600), "b:"+strings.Repeat("b", 600))
	if _, _, err := Unpack("x.zip", FromBytes(b), NewBudget(Limits{Decompressed: 1000}), 0); !IsLimit(err) {
		t.Errorf("two members of 600 bytes, of 1000 allowed: %v", err)
	}
	at := bytes.Index(b, []byte(central))
	binary.LittleEndian.PutUint32(b[at+24:], 500)
	want := []string{"a!a=" + strings.Repeat("a", 500) + " break at 500: zip member: longer than the 500 bytes that the archive says", "a!b=" + strings.Repeat("b", 600)}
	if diff := cmp.Diff(want, listing(t, unpack(t, b))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSpoolLimit says what to do where a stream is too long.
func TestSpoolLimit(t *testing.T) {
	_, err := Spool(strings.NewReader("0123456789"), NewBudget(Limits{Decompressed: 9}))
	if !IsLimit(err) || !strings.Contains(err.Error(), "save it to one first") {
		t.Errorf("%v", err)
	}
}

// TestExpandLinks guards against links that lead in circles: a pattern once
// failed as a whole for one of them, and would have run through several
// without end.
func TestExpandLinks(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("a/b", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("a/b/x.json", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"loop": "loop", "link": "a", "a/up": "..", "a/b/here": ".", "a/b/up": "../..", "a/b/top": "../..", "a/dangling": "nowhere"} {
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
	}
	for in, want := range map[string][]string{
		"**/x.json": {"a/b/x.json"}, "*/b": {"a/b"}, "link/**": {"link"}, "link/*/x.json": {"link/b/x.json"}, "lo[o]p": {"loop"},
	} {
		got, _, err := Expand(in)
		if err != nil {
			t.Errorf("%s: %v", in, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", in, diff)
		}
	}
}

// TestWhere names the place that could not be looked into.
func TestWhere(t *testing.T) {
	err := where(&os.PathError{Op: "open", Path: "runs/a", Err: syscall.EACCES})
	if want := "not all of it could be looked into: runs/a: permission denied"; err.Error() != want || !errors.Is(err, os.ErrPermission) {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestUnfinished leaves out what this process is writing, and nothing else.
func TestUnfinished(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{Unfinished(filepath.Join(dir, "out"), 0), filepath.Join(dir, ".traj-1-0.tmp"), filepath.Join(dir, "out")} {
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := DirOnDisk(dir, NewBudget(Limits{})).Entries()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Base)
	}
	if diff := cmp.Diff([]string{".traj-1-0.tmp", "out"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestUnpackReleases guards against a file left open for each of many archives
// and compressed streams.
func TestUnpackReleases(t *testing.T) {
	var gz bytes.Buffer
	w := gzip.NewWriter(&gz)
	if _, err := io.WriteString(w, "content"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"zip": zipOf(t, zip.Store, "a:a"), "gzip": gz.Bytes(), "bad gzip": gz.Bytes()[:5]} {
		path := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
		b := NewBudget(Limits{})
		d, err := openDisk(path, nil, b)
		if err != nil {
			t.Fatal(err)
		}
		u, _, err := Unpack(path, d, b, 0)
		if (err != nil) != (name == "bad gzip") || d.file != nil {
			t.Errorf("%s: error %v, left open %v", name, err, d.file != nil)
		}
		if u.Dir != nil && len(listing(t, u.Dir)) != 1 {
			t.Errorf("%s: not read again", name)
		}
	}
}

// TestNoTemporaryDirectory says which directory lacks what, and no name made up.
func TestNoTemporaryDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	t.Setenv("TMPDIR", dir)
	_, err := Spool(strings.NewReader("0123456789"), NewBudget(Limits{Memory: 3}))
	want := "is too large for memory, and in the temporary directory " + dir + " there is no such file or directory (TMPDIR names another)"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
