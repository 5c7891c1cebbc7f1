package container

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// listing tells every file below a directory: its name, content and breaks.
func listing(t *testing.T, d *Dir) []string {
	t.Helper()
	var out []string
	entries, err := d.Entries()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		switch {
		case e.Dir != nil:
			out = append(out, listing(t, e.Dir)...)
		case e.File != nil:
			b, _, breaks, err := e.File.Read(nil, 1<<20)
			s := fmt.Sprintf("%s=%s", e.File.Name, b)
			for _, x := range breaks {
				s += fmt.Sprintf(" break at %d: %s", x.Offset, x.Detail)
			}
			if err != nil {
				s += " error: " + err.Error()
			}
			out = append(out, s)
		default:
			out = append(out, d.Child(e.Base)+": "+e.Why)
		}
	}
	return out
}

func unpack(t *testing.T, b []byte) *Dir {
	t.Helper()
	u, _, err := Unpack("a", FromBytes(b), NewBudget(Limits{}), 0)
	if err != nil {
		t.Fatal(err)
	}
	if u.Dir == nil {
		t.Fatal("no archive")
	}
	return u.Dir
}

func makeZip(t *testing.T, method uint16, names ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, n := range names {
		f, err := w.CreateHeader(&zip.FileHeader{Name: n, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(n, "/") {
			io.WriteString(f, "content of "+n)
		}
	}
	w.Close()
	return out.Bytes()
}

// Names that lead out of an archive are names like any other: nothing is
// looked up or written outside.
func TestHostileNames(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	names := []string{"../out.txt", "/etc/passwd", "a/../../b", "./c", "d//e", "f\\g", "n\x00ul", "same", "same", "dir/", strings.Repeat("x/", 100) + "deep"}
	got := listing(t, unpack(t, makeZip(t, zip.Deflate, names...)))
	want := []string{
		"a!../out.txt=content of ../out.txt", "a!a/../../b=content of a/../../b", "a!c=content of ./c", "a!d/e=content of d//e", "a!etc/passwd=content of /etc/passwd",
		"a!f\\g=content of f\\g", "a!n\x00ul=content of n\x00ul", "a!same=content of same", "a!same=content of same",
		"a!" + strings.Repeat("x/", 100) + "deep=content of " + strings.Repeat("x/", 100) + "deep",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, p := range []string{"../out.txt", "c", "same"} {
		if _, err := os.Lstat(filepath.Join(dir, p)); err == nil {
			t.Errorf("%s was written", p)
		}
	}
}

// Without its central directory a zip is read by its members' own headers,
// with sizes before or after the content.
func TestSalvageZip(t *testing.T) {
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		b := makeZip(t, method, "one", "dir/", "dir/two", "three")
		b = b[:bytes.Index(b, []byte(central))]
		d := unpack(t, b)
		want := []string{"a!dir/two=content of dir/two", "a!one=content of one", "a!three=content of three"}
		if diff := cmp.Diff(want, listing(t, d)); diff != "" {
			t.Errorf("method %d (-want +got):\n%s", method, diff)
		}
		if len(d.Breaks) != 1 || !strings.HasSuffix(d.Breaks[0].Detail, "4 members found by their own headers") {
			t.Errorf("breaks %+v", d.Breaks)
		}
	}
}

// A member that is cut off or altered says so, and the others are read.
func TestDamagedMembers(t *testing.T) {
	b := makeZip(t, zip.Store, "one", "two")
	altered := bytes.Replace(b, []byte("content of one"), []byte("CONTENT of one"), 1)
	got := listing(t, unpack(t, altered))
	want := []string{"a!one=CONTENT of one break at 14: zip member: checksum does not match", "a!two=content of two"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("altered (-want +got):\n%s", diff)
	}
	cut := b[:bytes.Index(b, []byte("of two"))]
	got = listing(t, unpack(t, cut))
	if len(got) != 2 || !strings.HasPrefix(got[1], "a!two=content  break at 8: the archive breaks off") {
		t.Errorf("cut: %q", got)
	}
}

// A tar holds links and devices, which are not followed, and ends where it ends.
func TestTar(t *testing.T) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, h := range []tar.Header{
		{Name: "d/", Typeflag: tar.TypeDir, Mode: 0o755},
		{Name: "d/file", Typeflag: tar.TypeReg, Size: 5, Mode: 0o644},
		{Name: "d/link", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"},
		{Name: strings.Repeat("long/", 30) + "name", Typeflag: tar.TypeReg, Size: 5, Mode: 0o644},
	} {
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if h.Size > 0 {
			io.WriteString(w, "12345")
		}
	}
	w.Close()
	long := "a!" + strings.Repeat("long/", 30) + "name=123"
	want := []string{"a!d/file=12345", "a!d/link: a link, a device or another member without content", long + "45"}
	if diff := cmp.Diff(want, listing(t, unpack(t, out.Bytes()))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	cut := out.Bytes()[:bytes.LastIndex(out.Bytes(), []byte("12345"))+3]
	got := listing(t, unpack(t, cut))
	if want := long + " break at 3: the archive breaks off 2 bytes before the end of the member"; got[len(got)-1] != want {
		t.Errorf("cut: %q", got)
	}
}

// What a file is gets decided by its bytes.
func TestSniff(t *testing.T) {
	text := bytes.Repeat([]byte("0000644\x00"), 100)
	for want, in := range map[Kind][]byte{Plain: text, Gzip: {0x1f, 0x8b, 8}, Zstd: {0x28, 0xb5, 0x2f, 0xfd}, Zip: []byte("PK\x03\x04")} {
		if got := Sniff(in); got != want {
			t.Errorf("%q: %v, want %v", in[:3], got, want)
		}
	}
}

// A content that decompresses without bound hits the ratio before the disk is full.
func TestRatio(t *testing.T) {
	b := NewBudget(Limits{Ratio: 100})
	if err := b.ratio(10, ratioFrom); err != nil {
		t.Errorf("at the threshold: %v", err)
	}
	if err := b.ratio(10, ratioFrom+1); !IsLimit(err) {
		t.Errorf("above it: %v", err)
	}
	if err := b.ratio(ratioFrom/50, ratioFrom+1); err != nil {
		t.Errorf("an honest ratio: %v", err)
	}
}

// A pattern stands for paths, without those in a directory that matches too.
func TestExpand(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, p := range []string{"a/b/c.json", "a/d.json", "e.json", "[x].json"} {
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for in, want := range map[string][]string{
		"e.json": {"e.json"}, "none": {"none"}, "[x].json": {"[x].json"}, "*.json": {"[x].json", "e.json"}, "**/*.json": {"[x].json", "a/b/c.json", "a/d.json", "e.json"},
		"*": {"[x].json", "a", "e.json"}, "a/**": {"a"}, "{e,f}.json": {"e.json"},
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
