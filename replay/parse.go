package replay

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// FileError says where a file of checkpoints cannot be read.
type FileError struct {
	Line int // from 1
	Msg  string
}

func (e *FileError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Msg) }

// mostLine bounds a line, in bytes.
const mostLine = 1 << 20

// Parse reads a file of checkpoints.
func Parse(r io.Reader) ([]*Record, error) {
	p := &fileParser{seen: map[string]int{}}
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 1<<16), mostLine)
	for s.Scan() {
		p.n++
		if err := p.line(s.Text()); err != nil {
			return nil, &FileError{p.n, err.Error()}
		}
	}
	switch {
	case s.Err() != nil:
		return nil, &FileError{p.n + 1, s.Err().Error()}
	case p.n == 0:
		return nil, &FileError{1, "empty, not a file of checkpoints"}
	case p.cur != nil:
		return nil, &FileError{p.n, "the file breaks off: no end of the log"}
	}
	return p.out, nil
}

type fileParser struct {
	n     int
	out   []*Record
	cur   *Record
	above string
	seen  map[string]int
}

func (p *fileParser) line(s string) error {
	if p.n == 1 {
		if s != version {
			return fmt.Errorf("%.60q is not %q", s, version)
		}
		return nil
	}
	words := strings.Split(s, " ")
	switch {
	case words[0] == "log" && p.cur == nil:
		return p.log(words[1:])
	case p.cur == nil:
		return fmt.Errorf("%.60q stands outside a log", s)
	case words[0] == "end":
		if len(words) != 2 || words[1] != strconv.Itoa(len(p.cur.Checkpoints)) {
			return fmt.Errorf("the log has %d checkpoints, and its end says otherwise", len(p.cur.Checkpoints))
		}
		p.cur = nil
		return nil
	}
	for k := Step; k < kindCount; k++ {
		if kindStrings[k] == words[0] {
			return p.checkpoint(k, words[1:])
		}
	}
	return fmt.Errorf("unknown line %.60q", s)
}

var errShort = errors.New("too few words")

func (p *fileParser) log(words []string) error {
	if len(words) < 3 {
		return errShort
	}
	r := &Record{}
	if err := digest(words[0], &r.Key); err != nil {
		return err
	}
	var ok, ok2 bool
	r.Conversation, ok = unword(words[1])
	r.Profile, ok2 = unword(words[2])
	if !ok || !ok2 {
		return errors.New("bad word")
	}
	counts := map[string]*int{"events": &r.Events, "branches": &r.Branches, "points": &r.Points, "skipped": &r.Skipped, "unwalked": &r.Unwalked}
	for _, f := range words[3:] {
		name, value, _ := strings.Cut(f, "=")
		n, err := strconv.Atoi(value)
		if counts[name] == nil || err != nil {
			return fmt.Errorf("bad count %q", f)
		}
		*counts[name] = n
	}
	p.cur, p.above = r, ""
	clear(p.seen)
	p.out = append(p.out, r)
	return nil
}

func digest(s string, d *Digest) error {
	if len(s) != 2*len(d) {
		return fmt.Errorf("%.70q is no SHA-256", s)
	}
	_, err := hex.Decode(d[:], []byte(s))
	return err
}

func (p *fileParser) checkpoint(k Kind, words []string) error {
	cp := Checkpoint{Kind: k, Row: -1}
	fixed := 6
	if k == Broken {
		fixed = 1
	}
	if len(words) < fixed {
		return errShort
	}
	var ok bool
	if cp.Event, ok = unword(words[0]); !ok {
		return fmt.Errorf("bad event id %.60q", words[0])
	}
	if k != Broken {
		if err := p.place(&cp, words); err != nil {
			return err
		}
	}
	for _, f := range words[fixed:] {
		if !strings.Contains(f, "=") {
			return fmt.Errorf("bad field %.60q", f)
		}
	}
	cp.Text = strings.Join(words[fixed:], " ")
	key := cp.key()
	cp.Nth = p.seen[key]
	p.seen[key]++
	p.cur.Checkpoints = append(p.cur.Checkpoints, cp)
	if k == Step {
		p.above = cp.Event
	}
	return nil
}

func (p *fileParser) place(cp *Checkpoint, words []string) (err error) {
	if cp.After = p.above; words[1] != "^" {
		var ok bool
		if cp.After, ok = unword(words[1]); !ok {
			return fmt.Errorf("bad event id %.60q", words[1])
		}
	}
	for i, n := range []*int{&cp.Depth, &cp.Messages, &cp.Waiting} {
		if *n, err = strconv.Atoi(words[2+i]); err != nil {
			return fmt.Errorf("bad count %.60q", words[2+i])
		}
	}
	return digest(words[5], &cp.Digest)
}
