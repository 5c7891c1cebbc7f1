package report

import (
	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
)

// Span is where the bytes of a finding's record lie in its file.
type Span struct {
	Offset, Length int64 // Length 0 is unknown
	Line, EndLine  int32 // from 1; 0 is unknown
}

// spanOf is the span of the record that a finding is at. Where its input has no
// lines the caller may count them.
func spanOf(l *event.Log, f *audit.Finding) Span {
	s := Span{Offset: f.Location.Offset, Line: f.Location.Line, EndLine: f.Location.Line}
	if f.Row >= 0 {
		if p := l.Pos(int(f.Row)); p.Offset == s.Offset && l.Files[p.File].Name == f.Location.File {
			s.Length = p.Length
		}
		return s
	}
	for i := range l.Files {
		file := &l.Files[i]
		if file.Name != f.Location.File {
			continue
		}
		for _, d := range file.Damage {
			if d.Offset == s.Offset {
				s.Length = d.Length
			}
		}
	}
	return s
}
