package event

// linked is one row of the links frame.
type linked struct {
	Link
	tree *Tree
}

var linkColumns = []column[linked]{
	{Field: logColumn.Field, fill: func(c *Column, l *Log, _ linked) { logColumn.fill(c, l, 0) }},
	{Field: conversationColumn.Field, fill: func(c *Column, l *Log, _ linked) { conversationColumn.fill(c, l, 0) }},
	{Field: Field{"action_row", TypeInt32, false, nil, "The action, by row."},
		fill: func(c *Column, _ *Log, v linked) { c.AppendInt32(v.Action) }},
	{Field: Field{"result_row", TypeInt32, false, nil, "The event that answers it, by row."},
		fill: func(c *Column, _ *Log, v linked) { c.AppendInt32(v.Result) }},
	endColumn("action_id", "The action's id.", func(v linked) int32 { return v.Action }, (*Table).ID),
	endColumn("result_id", "The answering event's id.", func(v linked) int32 { return v.Result }, (*Table).ID),
	endColumn("call_id", "The action's tool call.", func(v linked) int32 { return v.Action }, (*Table).CallID),
	{Field: Field{"matched_by", TypeWord, false, matchStrings[:], "Which of the result's references agree with the action: its action_id with the action's id, its call_id with the action's call_id, both, or neither (the profile knows another way)."},
		fill: func(c *Column, l *Log, v linked) { c.AppendWord(matchOf(l, v.Link)) }},
	{Field: Field{"same_branch", TypeBool, true, nil, "The action is an ancestor of the result. Null where no root is reached from one of them, or the tree is not known."},
		fill: fillSameBranch},
}

func endColumn(name, doc string, end func(linked) int32, at func(*Table, int) ID) column[linked] {
	return column[linked]{Field: Field{name, TypeString, true, nil, doc}, fill: func(c *Column, l *Log, v linked) {
		id := at(l.Table, int(end(v)))
		c.appendUnless(l.IDString(id), id == 0)
	}}
}

func matchOf(l *Log, p Link) uint8 {
	a, r := int(p.Action), int(p.Result)
	action := l.Table.ID(a) != 0 && l.Table.ID(a) == l.ActionID(r)
	call := l.CallID(a) != 0 && l.CallID(a) == l.CallID(r)
	switch {
	case action && call:
		return matchBoth
	case action:
		return matchAction
	case call:
		return matchCall
	}
	return matchNeither
}

func fillSameBranch(c *Column, _ *Log, v linked) {
	a, r := int(v.Action), int(v.Result)
	if v.tree == nil || v.tree.Root(a) < 0 || v.tree.Root(r) < 0 {
		c.AppendNull()
		return
	}
	c.AppendBool(v.tree.IsAncestor(a, r))
}

// LinkFrame is the links frame. It panics when a row of k is not one of l's.
func (l *Log) LinkFrame(k Linkage) *Frame {
	var rows []linked
	for _, p := range k.sorted() {
		rows = append(rows, linked{p, k.Tree})
	}
	return frameOf("links", linksDoc, linkColumns, 0, l, rows)
}
