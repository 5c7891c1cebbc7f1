package event

// idColumns are the columns of identifiers, in one order for every table.
func (t *Table) idColumns() [6]*[]ID {
	return [6]*[]ID{&t.id, &t.parent, &t.response, &t.call, &t.wireCall, &t.action}
}

// nameColumns are the columns of words, in one order for every table.
func (t *Table) nameColumns() [8]*[]Name {
	return [8]*[]Name{&t.typ, &t.source, &t.role, &t.tool, &t.wireTool, &t.label, &t.value, &t.pointer}
}

// Grow makes room for so many times the rows that the builder has, but for no
// more than most of them.
func (b *Builder) Grow(times float64, most int) {
	b.t.grow(b.t, min(int(times*float64(b.t.Len())), most))
}

// Again takes back the table that the builder has made, for other rows: nobody
// may read it any more. Strings that came from it stay as they are.
func (b *Builder) Again(t *Table) {
	t.ids.data, t.names.data, t.timeText.data = another(t.ids.data), another(t.names.data), another(t.timeText.data)
	if t.text != nil {
		t.args.tail, t.text.tail = another(t.args.tail), another(t.text.tail)
	}
	t.reset()
	b.t = t
}

// another is as much memory as b has, with nothing in it.
func another(b []byte) []byte { return make([]byte, 0, cap(b)) }

// grow makes room for n rows that are like those of another table.
func (t *Table) grow(like *Table, n int) {
	if like.Len() == 0 {
		return
	}
	part := float64(n) / float64(like.Len())
	for _, c := range t.idColumns() {
		*c = widen(*c, n)
	}
	for _, c := range t.nameColumns() {
		*c = widen(*c, n)
	}
	t.parentRef, t.kind, t.synthetic = widen(t.parentRef, n), widen(t.kind, n), widen(t.synthetic, n)
	t.flags, t.intent, t.forgetsEnd = widen(t.flags, n), widen(t.intent, n), widen(t.forgetsEnd, n)
	t.file, t.line, t.item = widen(t.file, n), widen(t.line, n), widen(t.item, n)
	t.time, t.offset, t.length = widen(t.time, n), widen(t.offset, n), widen(t.length, n)
	t.timeText.grow(n, room(len(like.timeText.data), part))
	t.ids.grow(room(like.ids.len(), part), room(len(like.ids.data), part))
}

// widen makes room for n more values. Unlike slices.Grow it leaves the room as the
// system gives it, and nobody touches what no value comes to.
func widen[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	return append(make([]T, 0, len(s)+n), s...)
}

// room is so many times a size, but no more than text that comes as expected
// takes: a single long name must not have every row be long.
func room(size int, times float64) int { return int(min(times*float64(size), 16<<20)) }

func (c *bytesColumn) grow(n, bytes int) {
	c.data, c.ends, c.null = widen(c.data, bytes), widen(c.ends, n), widen(c.null, n)
}

// reset takes the rows out and keeps the room.
func (t *Table) reset() {
	for _, c := range t.idColumns() {
		*c = (*c)[:0]
	}
	for _, c := range t.nameColumns() {
		*c = (*c)[:0]
	}
	t.ids.reset()
	t.names.reset()
	t.parentRef, t.kind, t.synthetic = t.parentRef[:0], t.kind[:0], t.synthetic[:0]
	t.flags, t.intent, t.forgets, t.forgetsEnd = t.flags[:0], t.intent[:0], t.forgets[:0], t.forgetsEnd[:0]
	t.file, t.line, t.item = t.file[:0], t.line[:0], t.item[:0]
	t.time, t.offset, t.length = t.time[:0], t.offset[:0], t.length[:0]
	t.timeText.data, t.timeText.ends, t.timeText.null = t.timeText.data[:0], t.timeText.ends[:0], t.timeText.null[:0]
	t.tokensIn, t.tokensOut, t.cost = nil, nil, nil
	for _, c := range []*bulkColumn{t.args, t.text} {
		if c != nil {
			c.reset()
		}
	}
	clear(t.summaryOffset)
	clear(t.refused)
	clear(t.grants)
	clear(t.secrets)
	clear(t.calls)
}

func (c *bulkColumn) reset() {
	c.chunks, c.base, c.tail = c.chunks[:0], 0, c.tail[:0]
	c.ends, c.null = c.ends[:0], c.null[:0]
	c.last, c.page = 0, nil
}
