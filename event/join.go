package event

// JoinColumn is column i of frames with the same columns, one after the other. It
// may share their memory.
func JoinColumn(frames []*Frame, i int) *Column {
	if len(frames) == 1 {
		return &frames[0].Columns[i]
	}
	c, rows, items, nulls := &Column{Field: frames[0].Columns[i].Field}, 0, 0, false
	for _, f := range frames {
		rows += f.Len()
		items += len(f.Columns[i].Strings)
		nulls = nulls || f.Columns[i].Valid != nil
	}
	c.grow(rows)
	if c.Type == TypeList {
		c.Strings = make([]string, 0, items)
	}
	if !nulls {
		c.Valid = nil
	}
	for _, f := range frames {
		c.appendRange(&f.Columns[i], 0, f.Len())
	}
	return c
}
