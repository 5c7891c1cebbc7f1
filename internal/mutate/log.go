package mutate

import (
	"archive/zip"
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Log is one event log as bytes: a conversation directory, or one file with a
// record a line.
type Log struct {
	Name  string // of the directory, or of the file
	Files []File // in the order in which they were written; a stream has one
	Lines bool   // the log is one file of lines

	packed []byte // what Bytes returns, where the container is what was broken
}

// File is one file of a log. Its name is relative to the directory.
type File struct {
	Name string
	Data []byte
}

const (
	stateFile   = "base_state.json"
	eventFolder = "events/"
)

// eventFile is the name of the file of event number i.
func eventFile(i int, id string) string {
	return fmt.Sprintf("%sevent-%05d-%s.json", eventFolder, i, id)
}

// isEvent reports whether a file of a directory holds an event.
func (f *File) isEvent() bool {
	return strings.HasPrefix(f.Name, eventFolder+"event-") && strings.HasSuffix(f.Name, ".json")
}

// Clone returns a copy that shares nothing with l.
func (l *Log) Clone() *Log {
	c := &Log{Name: l.Name, Lines: l.Lines, Files: make([]File, len(l.Files))}
	for i, f := range l.Files {
		c.Files[i] = File{f.Name, slices.Clone(f.Data)}
	}
	return c
}

// Stream returns the events of a directory as one file of lines.
func (l *Log) Stream() *Log {
	if l.Lines {
		return l.Clone()
	}
	var b bytes.Buffer
	for _, f := range l.Files {
		if f.isEvent() {
			b.Write(f.Data)
			b.WriteByte('\n')
		}
	}
	return &Log{Name: l.Name + ".jsonl", Lines: true, Files: []File{{l.Name + ".jsonl", b.Bytes()}}}
}

// Bytes is the log as one input: the file of a stream, or an archive of the
// directory, as the agent server exports it: all names in order.
func (l *Log) Bytes() []byte {
	switch {
	case l.packed != nil:
		return slices.Clone(l.packed)
	case l.Lines:
		return slices.Clone(l.Files[0].Data)
	}
	return Archive(l)
}

// Archive is a zip of conversation directories.
func Archive(logs ...*Log) []byte {
	var files []File
	for _, l := range logs {
		for _, f := range l.Files {
			files = append(files, File{l.Name + "/" + f.Name, f.Data})
		}
	}
	slices.SortStableFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		e, err := w.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Store})
		if err == nil {
			_, err = e.Write(f.Data)
		}
		if err != nil {
			panic(err) // a bytes.Buffer takes everything
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}
