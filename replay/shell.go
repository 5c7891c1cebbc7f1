package replay

import "strings"

// command is one simple command of a shell command line.
type command struct {
	text   string   // as written
	words  []string // after quotes are taken off; variables stay as they are
	writes bool     // its output goes into a file
	opaque bool     // its words are not known before it runs
	plain  []string // words that are no flags, once judged
}

// shellReader splits a command line into its simple commands, those in
// substitutions included. It knows quotes, comments, redirections and here
// documents, and nothing of what variables hold.
type shellReader struct {
	s     string
	i     int
	depth int
	out   []command
	cur   command
	start int
	word  strings.Builder
	has   bool // a word has begun
	heres []here
}

// here is a here document that is yet to come.
type here struct {
	word   string
	quoted bool
	tabs   bool
}

// deepest bounds substitutions in one another; what is deeper is not known.
const deepest = 8

func parseShell(s string) []command { return parseShellAt(s, 0) }

func parseShellAt(s string, depth int) []command {
	r := &shellReader{s: s, depth: depth}
	for r.i < len(r.s) {
		r.step()
	}
	r.endCommand(len(s))
	return r.out
}

func (r *shellReader) step() {
	c := r.s[r.i]
	switch {
	case c == '\'':
		r.single()
	case c == '"':
		r.double()
	case c == '\\':
		r.escape()
	case c == '`':
		r.backquote()
	case strings.HasPrefix(r.s[r.i:], "$("), strings.HasPrefix(r.s[r.i:], "<("), strings.HasPrefix(r.s[r.i:], ">("):
		r.substitution()
	case c == '#' && !r.has:
		for r.i < len(r.s) && r.s[r.i] != '\n' {
			r.i++
		}
	case c == '\n':
		r.endCommand(r.i)
		r.i++
		r.documents()
		r.start = r.i
	case c == ';' || c == '|' || c == '(' || c == ')':
		r.endCommand(r.i)
		r.i++
		r.start = r.i
	case c == '&':
		r.ampersand()
	case c == '<' || c == '>':
		r.redirect()
	case c == ' ' || c == '\t' || c == '\r':
		r.endWord()
		r.i++
	default:
		r.take(1)
	}
}

func (r *shellReader) take(n int) {
	r.word.WriteString(r.s[r.i : r.i+n])
	r.has = true
	r.i += n
}

func (r *shellReader) endWord() {
	if r.has {
		r.cur.words = append(r.cur.words, r.word.String())
		r.word.Reset()
		r.has = false
	}
}

func (r *shellReader) endCommand(end int) {
	r.endWord()
	if len(r.cur.words) > 0 || r.cur.writes || r.cur.opaque {
		r.cur.text = strings.TrimSpace(r.s[r.start:end])
		r.out = append(r.out, r.cur)
	}
	r.cur, r.start = command{}, end
}

func (r *shellReader) single() {
	end := strings.IndexByte(r.s[r.i+1:], '\'')
	if end < 0 {
		r.cur.opaque = true
		end = len(r.s) - r.i - 1
	}
	r.word.WriteString(r.s[r.i+1 : r.i+1+end])
	r.has = true
	r.i = min(r.i+end+2, len(r.s))
}

func (r *shellReader) double() {
	r.has = true
	for r.i++; r.i < len(r.s) && r.s[r.i] != '"'; {
		switch {
		case r.s[r.i] == '\\' && r.i+1 < len(r.s):
			r.i++
			r.take(1)
		case r.s[r.i] == '`':
			r.backquote()
		case strings.HasPrefix(r.s[r.i:], "$("):
			r.substitution()
		default:
			r.take(1)
		}
	}
	if r.i == len(r.s) {
		r.cur.opaque = true
	}
	r.i = min(r.i+1, len(r.s))
}

func (r *shellReader) escape() {
	if r.i+1 == len(r.s) {
		r.i++
		return
	}
	r.i++
	if r.s[r.i] == '\n' {
		r.i++
		return
	}
	r.take(1)
}

func (r *shellReader) backquote() {
	end := strings.IndexByte(r.s[r.i+1:], '`')
	if end < 0 {
		r.cur.opaque, r.i = true, len(r.s)
		return
	}
	r.inner(r.s[r.i+1 : r.i+1+end])
	r.take(end + 2)
}

// substitution reads $(…), <(…) or >(…) up to its closing parenthesis.
func (r *shellReader) substitution() {
	depth, k := 0, r.i+1
	for ; k < len(r.s); k++ {
		switch r.s[k] {
		case '\\':
			k++
		case '\'':
			if end := strings.IndexByte(r.s[k+1:], '\''); end >= 0 {
				k += end + 1
			}
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			break
		}
	}
	if k >= len(r.s) {
		r.cur.opaque, r.i = true, len(r.s)
		return
	}
	r.inner(r.s[r.i+2 : k])
	r.take(k + 1 - r.i)
}

// inner adds the commands of a substitution.
func (r *shellReader) inner(s string) {
	if r.depth == deepest {
		r.cur.opaque = true
		return
	}
	r.out = append(r.out, parseShellAt(s, r.depth+1)...)
}

// ampersand is the end of a command, or part of a redirection.
func (r *shellReader) ampersand() {
	if strings.HasPrefix(r.s[r.i:], "&>") {
		r.i++
		r.redirect()
		return
	}
	r.endCommand(r.i)
	r.i++
	r.start = r.i
}

// redirect reads a redirection and its target.
func (r *shellReader) redirect() {
	if w := r.word.String(); w != "" && strings.Trim(w, "0123456789") == "" {
		r.word.Reset() // the number of a stream
		r.has = false
	}
	r.endWord()
	op := r.operator()
	if strings.HasPrefix(op, "<<") && op != "<<<" {
		r.document(op)
		return
	}
	target := r.target()
	switch {
	case strings.HasPrefix(op, "<"), op == ">&" && strings.Trim(target, "0123456789-") == "":
	case target == "/dev/null" || target == "/dev/stderr" || target == "/dev/stdout" || target == "/dev/tty":
	default:
		r.cur.writes = true
	}
}

func (r *shellReader) operator() string {
	for _, op := range [...]string{"<<<", "<<-", "<<", "<&", "<>", "<", ">>", ">&", ">|", ">"} {
		if strings.HasPrefix(r.s[r.i:], op) {
			r.i += len(op)
			return op
		}
	}
	r.i++
	return ""
}

// target reads one word.
func (r *shellReader) target() string {
	for r.i < len(r.s) && (r.s[r.i] == ' ' || r.s[r.i] == '\t') {
		r.i++
	}
	n := len(r.cur.words)
	for r.i < len(r.s) && !strings.ContainsRune(" \t\r\n;|&<>()", rune(r.s[r.i])) {
		r.step()
	}
	r.endWord()
	if len(r.cur.words) == n {
		return ""
	}
	t := r.cur.words[n]
	r.cur.words = r.cur.words[:n]
	return t
}

func (r *shellReader) document(op string) {
	from := r.i
	w := r.target()
	r.heres = append(r.heres, here{w, strings.ContainsAny(r.s[from:r.i], `'"\`), op == "<<-"})
}

// documents passes over the here documents that begin at this line.
func (r *shellReader) documents() {
	for _, h := range r.heres {
		for r.i < len(r.s) {
			line, _, _ := strings.Cut(r.s[r.i:], "\n")
			r.i = min(r.i+len(line)+1, len(r.s))
			text := strings.TrimRight(line, "\r")
			if h.tabs {
				text = strings.TrimLeft(text, "\t")
			}
			if text == h.word {
				break
			}
			if !h.quoted && (strings.Contains(line, "$(") || strings.Contains(line, "`")) {
				r.out = append(r.out, command{text: strings.TrimSpace(line), opaque: true})
			}
		}
	}
	r.heres = r.heres[:0]
}
