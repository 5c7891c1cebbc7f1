package replay

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/project"
)

// Kind says what a checkpoint is of.
type Kind uint8

// The kinds.
const (
	KindUnknown Kind = iota
	Step             // an event changed the incremental view
	Rebuilt          // a rebuild at this place would drop something
	Head             // the end of a branch: the rebuilt view
	Broken           // no path leads to the event: what the version raises
	kindCount
)

var kindStrings = [kindCount]string{"unknown", "step", "rebuilt", "head", "broken"}

func (k Kind) String() string {
	if k < kindCount {
		return kindStrings[k]
	}
	return "unknown"
}

// Checkpoint is what a replay knows of one place of one branch.
type Checkpoint struct {
	Kind     Kind
	Event    string // the event's id
	Nth      int    // 0 for the first event with that id in the walk, 1 for the second …
	After    string // the event of the step before it on its path, of a head the last one; "" for none
	Depth    int    // events on the path, this one included
	Messages int    // messages that the view becomes
	Waiting  int    // actions that wait for a result
	Digest   Digest // Step: the chain. Rebuilt, Head: the chain and what is dropped
	Text     string // the fields as they stand in a line: NAME=VALUE, between blanks

	Row int32 // the event's row; -1 when read from a recording
}

// root is the chain before the first event. The version line stands in it, so
// that chains of different versions are never equal.
func root() Digest { return sha256.Sum256([]byte(version + "\n")) }

// Fields are the fields one by one.
func (cp *Checkpoint) Fields() []Field {
	var out []Field
	for text := cp.Text; text != ""; {
		var word string
		word, text, _ = strings.Cut(text, " ")
		name, value, _ := strings.Cut(word, "=")
		out = append(out, Field{name, value})
	}
	return out
}

// field is the value of a field, "" when there is none.
func (cp *Checkpoint) field(name string) string {
	for text := cp.Text; text != ""; {
		var word string
		word, text, _ = strings.Cut(text, " ")
		if n, value, _ := strings.Cut(word, "="); n == name {
			return value
		}
	}
	return ""
}

// addField appends a field to a text.
func addField(text, name, value string) string {
	if text != "" {
		text += " "
	}
	return text + name + "=" + value
}

// extend is the chain after a change of the view. docs/checkpoints.md tells it
// byte by byte. It uses buf's memory and returns it.
func extend(buf []byte, chain Digest, c *project.Change, m *project.Machine, digest func(project.Item) *Digest) (Digest, []byte) {
	b := append(buf[:0], chain[:]...)
	for _, n := range c.Removed {
		b = append(strconv.AppendInt(append(b, '-'), int64(n), 10), '\n')
	}
	for _, a := range c.Added {
		b = strconv.AppendInt(append(b, '+'), int64(a.Number), 10)
		b = strconv.AppendInt(append(b, ' '), int64(a.Before), 10)
		b = hex.AppendEncode(append(b, ' '), digest(m.Item(a.Number))[:])
		b = append(b, '\n')
	}
	b = strconv.AppendInt(append(b, '='), int64(m.Messages()), 10)
	if m.Spoiled() {
		b = append(b, " shared-text"...)
	}
	b = append(b, '\n')
	return sha256.Sum256(b), b
}

// rebuiltDigest is the chain and what a rebuild drops of its view.
func rebuiltDigest(chain Digest, dropped []int32) Digest {
	b := append(append([]byte{}, chain[:]...), "rebuilt\n"...)
	for _, n := range dropped {
		b = append(strconv.AppendInt(append(b, '-'), int64(n), 10), '\n')
	}
	return sha256.Sum256(b)
}

func numbers(ns []int32) string {
	var b []byte
	for _, n := range ns {
		b = append(strconv.AppendInt(b, int64(n), 10), '\n')
	}
	return string(b)
}
