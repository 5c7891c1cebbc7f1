package event

import "math"

// Absorb appends every row of t, interning its identifiers here: the way
// blocks of one log, read side by side, become one table. t keeps its memory.
func (b *Builder) Absorb(t *Table) {
	base := b.t.Len()
	ids, names := b.t.ids.absorb(t.ids), b.t.names.absorb(t.names)
	d := b.t
	for _, c := range []struct {
		to   *[]ID
		from []ID
	}{{&d.id, t.id}, {&d.parent, t.parent}, {&d.response, t.response}, {&d.call, t.call}, {&d.wireCall, t.wireCall}, {&d.action, t.action}} {
		*c.to = appendMapped(*c.to, c.from, ids)
	}
	for _, c := range []struct {
		to   *[]Name
		from []Name
	}{{&d.typ, t.typ}, {&d.source, t.source}, {&d.role, t.role}, {&d.tool, t.tool}, {&d.wireTool, t.wireTool}, {&d.label, t.label}, {&d.value, t.value}, {&d.pointer, t.pointer}} {
		*c.to = appendMapped(*c.to, c.from, names)
	}
	d.parentRef, d.kind = append(d.parentRef, t.parentRef...), append(d.kind, t.kind...)
	d.time, d.synthetic, d.flags = append(d.time, t.time...), append(d.synthetic, t.synthetic...), append(d.flags, t.flags...)
	d.timeText.append(&t.timeText, t.Len())
	d.intent = append(d.intent, t.intent...)
	if d.text != nil {
		d.args.append(t.args, t.Len())
		d.text.append(t.text, t.Len())
	}
	d.file, d.line, d.item = append(d.file, t.file...), append(d.line, t.line...), append(d.item, t.item...)
	d.offset, d.length = append(d.offset, t.offset...), append(d.length, t.length...)
	b.absorbForgets(t, ids)
	b.absorbUsage(base, t)
	for i, r := range t.refused {
		d.refused[int32(base)+i] = r
	}
	for i, g := range t.grants {
		d.grants[int32(base)+i] = appendMapped([]Name{}, g, names)
	}
	for i, c := range t.calls {
		d.calls[int32(base)+i] = appendMapped([]ID{}, c, ids)
	}
	for i, s := range t.secrets {
		d.secrets[int32(base)+i] = s
	}
	for i, v := range t.summaryOffset {
		d.summaryOffset[int32(base)+i] = v
	}
}

func appendMapped[T ID | Name](to, from []T, m []int32) []T {
	for _, x := range from {
		to = append(to, T(m[x]))
	}
	return to
}

func (b *Builder) absorbForgets(t *Table, ids []int32) {
	shift := int32(len(b.t.forgets))
	b.t.forgets = appendMapped(b.t.forgets, t.forgets, ids)
	for _, end := range t.forgetsEnd {
		b.t.forgetsEnd = append(b.t.forgetsEnd, shift+end)
	}
}

// absorbUsage keeps the token and cost columns nil until a row has a value.
func (b *Builder) absorbUsage(base int, t *Table) {
	d := b.t
	if d.tokensIn != nil || t.tokensIn != nil {
		d.tokensIn = appendOr(d.tokensIn, t.tokensIn, base, t.Len(), -1)
		d.tokensOut = appendOr(d.tokensOut, t.tokensOut, base, t.Len(), -1)
	}
	if d.cost != nil || t.cost != nil {
		d.cost = appendOr(d.cost, t.cost, base, t.Len(), math.NaN())
	}
}

// appendOr appends from to to, with null in place of a column that is not there.
func appendOr[T any](to, from []T, toLen, fromLen int, null T) []T {
	for len(to) < toLen {
		to = append(to, null)
	}
	if from != nil {
		return append(to, from...)
	}
	for range fromLen {
		to = append(to, null)
	}
	return to
}

// append adds the n values of o, nulls where o is nil.
func (c *bytesColumn) append(o *bytesColumn, n int) {
	if o == nil {
		for range n {
			c.add(nil)
		}
		return
	}
	shift := len(c.data)
	c.data = append(c.data, o.data...)
	for _, end := range o.ends {
		c.ends = append(c.ends, shift+end)
	}
	c.null = append(c.null, o.null...)
}
