package formats

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"maps"
	"slices"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func gz(t testing.TB, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	w.Close()
	return out.Bytes()
}

func zst(t testing.TB, b []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(b, nil)
}

func zipped(t testing.TB, files map[string][]byte) []byte {
	return zipOrdered(t, slices.Sorted(maps.Keys(files)), files)
}

// zipOrdered writes members in the given order, each in the way a server
// streams them: sizes after the content.
func zipOrdered(t testing.TB, names []string, files map[string][]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, n := range names {
		f, err := w.Create(n)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(files[n]); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	return out.Bytes()
}

func tarred(t testing.TB, files map[string][]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, n := range slices.Sorted(maps.Keys(files)) {
		if err := w.WriteHeader(&tar.Header{Name: n, Mode: 0o644, Size: int64(len(files[n])), Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(files[n]); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	return out.Bytes()
}

// below puts a prefix before each name.
func below(prefix string, files map[string][]byte) map[string][]byte {
	out := map[string][]byte{}
	for n, b := range files {
		out[prefix+n] = b
	}
	return out
}
