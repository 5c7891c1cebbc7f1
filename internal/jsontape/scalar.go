package jsontape

// scalar reads a number or a literal that starts with c.
func (p *parser) scalar(c byte) bool {
	switch {
	case c == '-' || '0' <= c && c <= '9':
		return p.number()
	case c == 't':
		return p.literal("true", True, 0)
	case c == 'f':
		return p.literal("false", False, 0)
	case c == 'n':
		return p.literal("null", Null, 0)
	case c == 'N':
		return p.literal("NaN", NonFinite, HasNonFinite)
	case c == 'I':
		return p.literal("Infinity", NonFinite, HasNonFinite)
	}
	return p.fail(Syntax, "no value starts like this")
}

func (p *parser) literal(word string, kind Kind, flags Flag) bool {
	for i := range len(word) {
		if p.pos+i >= len(p.data) {
			return p.failAt(len(p.data), Truncated, "end of input within a literal")
		}
		if p.data[p.pos+i] != word[i] {
			return p.failAt(p.pos+i, Syntax, "neither true, false nor null")
		}
	}
	return p.add(kind, flags, p.pos+len(word))
}

func (p *parser) number() bool {
	i, flags := p.pos, Flag(0)
	if p.data[i] == '-' {
		if i++; i < len(p.data) && p.data[i] == 'I' {
			return p.literal("-Infinity", NonFinite, HasNonFinite)
		}
	}
	j, ok := p.digits(i)
	if !ok {
		return false
	}
	if p.data[i] == '0' {
		j = i + 1 // a digit that follows is not of this number
	}
	i = j
	if i < len(p.data) && p.data[i] == '.' {
		if i, ok = p.digits(i + 1); !ok {
			return false
		}
		flags = Float
	}
	if i < len(p.data) && p.data[i]|0x20 == 'e' {
		if i++; i < len(p.data) && (p.data[i] == '+' || p.data[i] == '-') {
			i++
		}
		if i, ok = p.digits(i); !ok {
			return false
		}
		flags = Float
	}
	return p.add(Number, flags, i)
}

// digits returns the offset after the digits at i, of which there must be one.
func (p *parser) digits(i int) (end int, ok bool) {
	for end = i; end < len(p.data) && p.data[end]-'0' <= 9; end++ {
	}
	if end > i {
		return end, true
	}
	if i >= len(p.data) {
		return 0, p.failAt(i, Truncated, "end of input within a number")
	}
	return 0, p.failAt(i, Syntax, "a number without digits")
}
