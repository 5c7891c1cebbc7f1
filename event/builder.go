package event

import "math"

// Builder fills a Table row by row. It belongs to one goroutine.
type Builder struct {
	t    *Table
	rows int // that are expected
	left Facts
}

// NewBuilder returns an empty builder. With keepText the args and text columns
// are filled; without it they are absent, which saves their memory.
func NewBuilder(keepText bool) *Builder {
	t := &Table{ids: newPool(), names: newPool(), summaryOffset: map[int32]int64{}, refused: map[int32][]Refusal{},
		grants: map[int32][]Name{}, secrets: map[int32][]Secret{}, calls: map[int32][]ID{}}
	if keepText {
		t.args, t.text = &bulkColumn{}, &bulkColumn{}
	}
	return &Builder{t: t, rows: firstRows}
}

// Expect says how many rows there will be, as far as that is known. It is
// called before the first row.
func (b *Builder) Expect(rows int) { b.rows = max(rows, 1) }

// Spill makes the builder keep text in s beyond what it needs at hand. It is
// called before the first row.
func (b *Builder) Spill(s Store) {
	if b.t.text != nil {
		b.t.args.store, b.t.text.store = s, s
	}
}

// Store is what text is kept in, nil when it stays in memory.
func (b *Builder) Store() Store {
	if b.t.text == nil {
		return nil
	}
	return b.t.text.store
}

// ID interns an identifier; nil is null.
func (b *Builder) ID(s []byte) ID {
	if s == nil {
		return 0
	}
	return ID(b.t.ids.add(s))
}

// Name interns a word; nil is null.
func (b *Builder) Name(s []byte) Name {
	if s == nil {
		return 0
	}
	return Name(b.t.names.add(s))
}

// Leave has readers leave out, where they can, facts that nobody asks for. It is
// called before the first row, and before there is a reader.
func (b *Builder) Leave(f Facts) { b.left = f }

// Left are the facts that nobody asks for.
func (b *Builder) Left() Facts { return b.left }

// Wants reports whether one of the facts is asked for.
func (b *Builder) Wants(f Facts) bool { return f&^b.left != 0 }

// Vow has the builder's user promise that the text and args of every row are
// UTF-8, and so are its identifiers and names, but for grants and pointers: nobody
// looks again. It is called before the first row.
func (b *Builder) Vow() { b.t.vowed = true }

// Len is the number of rows so far.
func (b *Builder) Len() int { return b.t.Len() }

// KeepsText reports whether the args and text of rows are kept; a reader need
// not make them otherwise.
func (b *Builder) KeepsText() bool { return b.t.text != nil }

// Room is empty memory to which a reader may append the args and the text of the
// next row, so that they need not be copied. It is nil when they are not kept.
func (b *Builder) Room() (args, text []byte) {
	if b.t.text == nil {
		return nil, nil
	}
	return b.t.args.room(), b.t.text.room()
}

// Append adds a row at the end and keeps no memory of r but for what lies in the
// room.
func (b *Builder) Append(r *Row) {
	t, i := b.t, int32(b.t.Len())
	if cap(t.kind) == 0 {
		t.makeRoom(b.rows)
	}
	t.id, t.parent, t.parentRef = append(t.id, r.ID), append(t.parent, r.Parent), append(t.parentRef, r.ParentRef)
	t.kind, t.typ = append(t.kind, r.Kind), append(t.typ, r.Type)
	t.source, t.role = append(t.source, r.Source), append(t.role, r.Role)
	t.tool, t.wireTool = append(t.tool, r.Tool), append(t.wireTool, r.WireTool)
	t.label, t.value = append(t.label, r.Label), append(t.value, r.Value)
	t.time = append(t.time, r.Time)
	t.timeText.add(r.TimeText)
	t.response, t.call = append(t.response, r.ResponseID), append(t.call, r.CallID)
	t.wireCall, t.action = append(t.wireCall, r.WireCallID), append(t.action, r.ActionID)
	t.synthetic, t.flags = append(t.synthetic, r.Synthetic), append(t.flags, r.Flags)
	t.intent = append(t.intent, r.Intent)
	t.forgets = append(t.forgets, r.Forgets...)
	t.forgetsEnd = append(t.forgetsEnd, int32(len(t.forgets)))
	if r.Flags&FlagSummaryOffset != 0 {
		t.summaryOffset[i] = r.SummaryOffset
	}
	b.appendUsage(int(i), r)
	if t.text != nil {
		t.args.add(r.Args)
		t.text.add(r.Text)
	}
	t.file, t.line, t.item = append(t.file, r.Pos.File), append(t.line, r.Pos.Line), append(t.item, r.Pos.Item)
	t.offset, t.length = append(t.offset, r.Pos.Offset), append(t.length, r.Pos.Length)
	t.pointer = append(t.pointer, b.pointer(r.Pos.Pointer))
	if len(r.Refused) > 0 {
		t.refused[i] = append([]Refusal{}, r.Refused...)
	}
	if r.Grants != nil {
		t.grants[i] = append([]Name{}, r.Grants...)
	}
	if r.Calls != nil {
		t.calls[i] = append([]ID{}, r.Calls...)
	}
	if len(r.Secrets) > 0 {
		t.secrets[i] = append([]Secret{}, r.Secrets...)
	}
}

func (b *Builder) pointer(s string) Name {
	if s == "" {
		return 0
	}
	return Name(b.t.names.add([]byte(s)))
}

// appendUsage keeps the token and cost columns nil until a row has a value.
func (b *Builder) appendUsage(i int, r *Row) {
	t := b.t
	if t.tokensIn == nil && (r.TokensIn >= 0 || r.TokensOut >= 0) {
		for range i {
			t.tokensIn, t.tokensOut = append(t.tokensIn, -1), append(t.tokensOut, -1)
		}
		t.tokensIn, t.tokensOut = append(t.tokensIn, r.TokensIn), append(t.tokensOut, r.TokensOut)
	} else if t.tokensIn != nil {
		t.tokensIn, t.tokensOut = append(t.tokensIn, r.TokensIn), append(t.tokensOut, r.TokensOut)
	}
	if t.cost == nil && !math.IsNaN(r.Cost) {
		for range i {
			t.cost = append(t.cost, math.NaN())
		}
		t.cost = append(t.cost, r.Cost)
	} else if t.cost != nil {
		t.cost = append(t.cost, r.Cost)
	}
}

// Refuse adds to what the newest known schema would refuse in row i.
func (b *Builder) Refuse(i int, r ...Refusal) {
	b.t.refused[int32(i)] = append(b.t.refused[int32(i)], r...)
}

// Table ends the building and returns the table; the builder must not be used
// afterwards.
func (b *Builder) Table() *Table {
	t := b.t
	b.t = nil
	return t
}
