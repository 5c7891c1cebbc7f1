package event

import (
	"math"
	"slices"
)

// Absorb appends the rows of another builder, as if they had been appended
// here, and leaves that one empty, with its memory, for other rows.
func (b *Builder) Absorb(from *Builder) {
	t := from.t
	base := b.t.Len()
	ids, names := b.t.ids.absorb(t.ids), b.t.names.absorb(t.names)
	d := b.t
	for k, c := range t.idColumns() {
		to := d.idColumns()[k]
		*to = appendMapped(*to, *c, ids)
	}
	for k, c := range t.nameColumns() {
		to := d.nameColumns()[k]
		*to = appendMapped(*to, *c, names)
	}
	d.parentRef, d.kind = append(d.parentRef, t.parentRef...), append(d.kind, t.kind...)
	d.time, d.synthetic, d.flags = append(d.time, t.time...), append(d.synthetic, t.synthetic...), append(d.flags, t.flags...)
	d.timeText.append(&t.timeText, t.Len())
	d.intent = append(d.intent, t.intent...)
	d.vowed = d.vowed && t.vowed
	if d.text != nil {
		d.args.append(t.args, t.Len())
		d.text.append(t.text, t.Len())
	}
	d.file, d.line, d.item = append(d.file, t.file...), append(d.line, t.line...), append(d.item, t.item...)
	d.offset, d.length = append(d.offset, t.offset...), append(d.length, t.length...)
	b.absorbForgets(t, ids)
	b.absorbUsage(base, t)
	b.absorbSparse(base, t, ids, names)
	t.reset()
}

// absorbSparse appends what few rows have.
func (b *Builder) absorbSparse(base int, t *Table, ids, names []int32) {
	d := b.t
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
	to = slices.Grow(to, len(from))
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
