package replay

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// version is the first line of a file of checkpoints.
const version = "traj-checkpoints 1"

// Writer writes a file of checkpoints.
type Writer struct{ w *bufio.Writer }

// NewWriter begins a file.
func NewWriter(w io.Writer) *Writer {
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString(version + "\n")
	return &Writer{b}
}

// Log writes the checkpoints of a log.
func (w *Writer) Log(r *Record) error {
	b := w.w
	b.WriteString("log " + r.Key.String() + " " + word(r.Conversation) + " " + word(r.Profile))
	for _, n := range [...]struct {
		name  string
		value int
	}{{"events", r.Events}, {"branches", r.Branches}, {"points", r.Points}, {"skipped", r.Skipped}, {"unwalked", r.Unwalked}} {
		b.WriteString(" " + n.name + "=" + strconv.Itoa(n.value))
	}
	b.WriteByte('\n')
	above := ""
	for i := range r.Checkpoints {
		cp := &r.Checkpoints[i]
		b.WriteString(cp.line(above) + "\n")
		if cp.Kind == Step {
			above = cp.Event
		}
	}
	b.WriteString("end " + strconv.Itoa(len(r.Checkpoints)) + "\n")
	return b.Flush()
}

// Flush writes out what is not yet: the first line of a file without logs.
func (w *Writer) Flush() error { return w.w.Flush() }

// Line is the checkpoint as it stands in a file, with its step named.
func (cp *Checkpoint) Line() string { return cp.line("") }

// line is the checkpoint's line; above is the event of the step line above it.
func (cp *Checkpoint) line(above string) string {
	var b strings.Builder
	b.WriteString(cp.Kind.String() + " " + word(cp.Event))
	if cp.Kind != Broken {
		if cp.After != "" && cp.After == above {
			b.WriteString(" ^")
		} else {
			b.WriteString(" " + word(cp.After))
		}
		for _, n := range [...]int{cp.Depth, cp.Messages, cp.Waiting} {
			b.WriteString(" " + strconv.Itoa(n))
		}
		b.WriteString(" " + cp.Digest.String())
	}
	if cp.Text != "" {
		b.WriteString(" " + cp.Text)
	}
	return b.String()
}

// word is a text without blanks: as it is, "-" when empty, else a JSON string
// with its blanks escaped.
func word(s string) string {
	if s == "" {
		return "-"
	}
	if s != "-" && s != "^" && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' || r == '=' }) {
		return s
	}
	b, _ := json.Marshal(s)
	return strings.ReplaceAll(string(b), " ", `\u0020`)
}

// unword undoes word.
func unword(s string) (string, bool) {
	switch {
	case s == "-":
		return "", true
	case strings.HasPrefix(s, `"`):
		var out string
		err := json.Unmarshal([]byte(s), &out)
		return out, err == nil
	}
	return s, s != "" && s != "^"
}
