//go:build !unix

package container

import "os"

type rawFile struct{ f *os.File }

func openRaw(path string) (rawFile, error) {
	f, err := os.Open(path)
	return rawFile{f}, err
}

func (f rawFile) read(p []byte) (int, error) { return f.f.Read(p) }

func (f rawFile) small([]byte) ([]byte, bool) { return nil, false }

func (f rawFile) file(string) *os.File { return f.f }

func (f rawFile) close() { f.f.Close() }
