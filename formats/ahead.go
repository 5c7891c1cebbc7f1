package formats

import "github.com/traj-dev/traj/event"

// Ahead implements what event.Ahead asks for.
func (b *bodies) Ahead() event.Bodies { return &ahead{bodies: b} }

// ahead is bodies for one goroutine. Where one record lies behind the other in a
// large file it reads many of them at once.
type ahead struct {
	*bodies
	file   int32
	end    int64 // of the record before
	offset int64 // of window in the file
	window []byte
}

const (
	windowSize = 64 << 10
	windowGap  = 4 << 10 // between records that still count as one behind the other
)

// Body implements event.Bodies.
func (a *ahead) Body(i int, buf []byte) ([]byte, error) {
	p := a.t.Pos(i)
	near := p.File == a.file && p.Offset >= a.end && p.Offset-a.end < windowGap
	a.end = p.Offset + p.Length
	switch {
	case p.File == a.file && a.has(p.Offset, p.Length):
	case near && p.Length < windowSize/2 && a.read(p):
	default:
		if p.File != a.file {
			a.file, a.window = p.File, a.window[:0]
		}
		return a.bodies.Body(i, buf)
	}
	from := int(p.Offset - a.offset)
	return a.window[from : from+int(p.Length) : from+int(p.Length)], nil
}

func (a *ahead) has(offset, length int64) bool {
	return offset >= a.offset && offset+length <= a.offset+int64(len(a.window))
}

// read fills the window from a record on, false where that is not to be had: then
// the record is read by itself.
func (a *ahead) read(p event.Pos) bool {
	if int(p.File) >= len(a.sources) {
		return false
	}
	d, ok := a.sources[p.File].(dataSource)
	if !ok {
		return false
	}
	if _, ok := d.d.Bytes(); ok {
		return false // in memory
	}
	if a.window == nil {
		a.window = make([]byte, 0, windowSize)
	}
	w, err := d.d.Span(p.Offset, windowSize, a.window[:0])
	if err != nil || int64(len(w)) < p.Length {
		a.window = a.window[:0]
		return false
	}
	a.offset, a.window = p.Offset, w
	return true
}
