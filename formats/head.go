package formats

import (
	"bytes"
	"strings"

	"github.com/traj-dev/traj/formats/container"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Framing is how the values of a file are set apart.
type Framing uint8

// The framings. FramingNone means that no JSON was found.
const (
	FramingNone      Framing = iota
	FramingLines             // one value a line
	FramingArray             // the elements of one array
	FramingDocuments         // values that span lines
)

// Head is the beginning of a file, as the formats' probes see it.
type Head struct {
	Data    []byte
	Whole   bool // Data is the whole file
	Framing Framing
	tape    jsontape.Tape
	shapes  *jsontape.Shapes // of records of this head and those read with its memory before
	kept    []headRecord     // the first records: every format asks for them, and they are parsed once
	tokens  int              // of the tapes that are kept
	rest    cursor           // where the records after those kept are looked for
}

const (
	headFirst   = 64 << 10
	headLast    = 16 << 20
	headRecords = 40 // as many records are looked at
)

var bom = []byte("\xef\xbb\xbf") // never written to

// headOf reads as much of d as it takes to see one record whole.
func (l *loader) headOf(d *container.Data) (*Head, *Format, Evidence, error) {
	for n := int64(headFirst); ; n *= 8 {
		data, err := d.Head(int(n))
		if err != nil {
			return nil, nil, Evidence{}, err
		}
		h := l.heads.Get().(*Head)
		h.Data, h.Whole = data, int64(len(data)) == d.Size()
		h.frame()
		f, e := l.detect(h)
		if e.Degree > 1 || h.Whole || n >= headLast || h.Framing == FramingNone && !h.nothingYet() {
			return h, f, e, nil
		}
		l.giveBackHead(h)
	}
}

// nothingYet reports whether there is nothing but white space and NULs so far.
func (h *Head) nothingYet() bool { return len(bytes.TrimLeft(h.Data, "\xef\xbb\xbf \t\r\n\x00")) == 0 }

func (h *Head) frame() {
	data := bytes.TrimPrefix(h.Data, bom)
	data = bytes.TrimLeft(data, " \t\r\n\x00")
	if len(data) == 0 {
		return
	}
	switch data[0] {
	case '[':
		h.Framing = FramingArray
	case '{':
		h.Framing = h.frameObject(data)
	default:
		if h.someLine() {
			h.Framing = FramingLines
		}
	}
}

// frameObject tells an object that spans lines from objects in lines, also when
// the first is torn.
func (h *Head) frameObject(data []byte) Framing {
	line := bytes.IndexByte(data, '\n')
	end, err := h.parse(data)
	if err == nil {
		at := len(h.Data) - len(data)
		h.keep(data[:end], at, cursor{at: at + end, seen: 1, begun: true})
	}
	switch {
	case err == nil && (line < 0 || end <= line):
		return FramingLines
	case err == nil:
		return FramingDocuments
	case line >= 0 && startsName(data[line:]):
		return FramingDocuments
	case line < 0 || h.someLine():
		return FramingLines
	}
	if _, e := h.tape.Parse(data[:line]); e != nil && e.Reason == jsontape.Truncated {
		return FramingDocuments
	}
	return FramingLines
}

// startsName reports whether a member's name comes next: the object before goes
// on, whatever stands alone on a later line.
func startsName(rest []byte) bool {
	rest = bytes.TrimLeft(rest, " \t\r\n")
	return len(rest) > 0 && rest[0] == '"'
}

// someLine reports whether one of the first lines is an object with members.
func (h *Head) someLine() bool {
	rest := h.Data
	for range headRecords {
		line, more, ok := bytes.Cut(rest, []byte{'\n'})
		line = bytes.TrimLeft(bytes.TrimSpace(line), "\x00")
		if len(line) > 0 && line[0] == '{' {
			if end, err := h.tape.Parse(line); err == nil && end == len(line) && h.tape.Tokens[0].Len > 2 {
				return true
			}
		}
		if !ok {
			return false
		}
		rest = more
	}
	return false
}

// noRecords reports whether the file is all there and holds nothing that may be
// a record: JSON without any object or, if its name says that it is of lines,
// lines of which none is whole.
func (h *Head) noRecords(name string) bool {
	lines := strings.HasSuffix(name, ".jsonl")
	if !h.Whole || h.Framing == FramingNone && !lines {
		return false
	}
	found := false
	h.Records(func(rec []byte, _ *jsontape.Tape, offset int) bool {
		closed := !bytes.HasPrefix(h.Data[offset:], rec)
		found = !(closed && lines)
		return false
	})
	return !found
}

// closeTorn makes a value out of one that breaks off, by cutting it at its last
// comma, or behind its last bracket, and closing what is open there. It returns
// nil when there is neither.
func closeTorn(data []byte) []byte {
	cut, _ := openAt(data, len(data))
	if cut < 0 {
		return nil
	}
	_, open := openAt(data, cut)
	out := append([]byte{}, data[:cut]...)
	for i := len(open) - 1; i >= 0; i-- {
		out = append(out, open[i])
	}
	return out
}

// openAt scans data up to n: where its last comma outside strings stands, or
// its last closing bracket ends, and which brackets close what is open.
func openAt(data []byte, n int) (cut int, open []byte) {
	cut = -1
	for i := 0; i < n; i++ {
		switch data[i] {
		case '"':
			for i++; i < n && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		case '{':
			open = append(open, '}')
		case '[':
			open = append(open, ']')
		case '}', ']':
			if len(open) > 0 {
				open, cut = open[:len(open)-1], i+1
			}
		case ',':
			cut = i
		}
	}
	return cut, open
}
