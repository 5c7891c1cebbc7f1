package mutate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
)

// Of returns a log that was read as bytes again: the state and the events of a
// conversation directory, or, for every other shape, its records as a stream.
// What lies beside them is not read and is left out.
func Of(l *event.Log) (*Log, error) {
	out := &Log{Name: baseName(l.Name), Lines: !l.Shape.NamesEvents()}
	if l.Shape == event.ShapeDirectory && l.State != nil && l.State.File >= 0 {
		out.Files = append(out.Files, File{stateFile, slices.Clone(l.State.Raw)})
	}
	var lines []byte
	for i := range l.Len() {
		data, err := l.Bodies.Body(i, nil)
		if err != nil {
			return nil, fmt.Errorf("read event %d: %w", i, err)
		}
		if out.Lines {
			lines = append(append(lines, oneLine(data)...), '\n')
			continue
		}
		f := l.Files[l.Pos(i).File]
		out.Files = append(out.Files, File{eventFolder + baseName(f.Name), slices.Clone(data)})
	}
	if out.Lines {
		out.Files = []File{{out.Name, lines}}
	}
	return out, nil
}

// baseName is the last element of a name.
func baseName(s string) string { return s[strings.LastIndexAny(s, "/!")+1:] }

// oneLine puts a record on one line: between tokens line feeds are white space,
// and within them they cannot stand.
func oneLine(data []byte) []byte {
	data = slices.Clone(data)
	for i, c := range data {
		if c == '\n' || c == '\r' {
			data[i] = ' '
		}
	}
	return data
}
