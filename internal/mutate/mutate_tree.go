package mutate

import "slices"

// treeMutators are defects of parents and branches.
func treeMutators() []*Mutator {
	return []*Mutator{
		{"parent-lost", "an event whose parent is nowhere", []string{"parent-missing:error"}, func(d *draft) bool {
			return !d.condensed() && d.reparent(d.quiet, func(*record) string { return d.uuid() })
		}},
		{"window-of-log", "a stream that begins in the middle of a conversation", []string{"parent-missing:warning"}, beginLater},
		{"parent-cycle", "an event that hangs on one of its descendants", []string{"parent-cycle:error"}, func(d *draft) bool {
			return !d.condensed() && d.reparent(d.quiet, func(r *record) string { return pick(d.r, d.path[slices.Index(d.path, r):]...).id })
		}},
		{"parent-of-itself", "an event that hangs on itself", []string{"parent-cycle:error"}, func(d *draft) bool {
			return !d.condensed() && d.reparent(d.quiet, func(r *record) string { return r.id })
		}},
		{"parent-written-later", "an event that stands before its parent", []string{"parent-after-child"}, standBefore},
		{"false-root", "a new root after a log that knew no parents", []string{"history-stranded:error"}, func(d *draft) bool { return d.newRoot(true) }},
		{"second-root", "a new root in a stream that is a tree", []string{"history-stranded:info"}, func(d *draft) bool { return d.lines && d.newRoot(false) }},
		{"root-without-system", "a new root, and so a branch without a system prompt", []string{"history-stranded:info", "system-prompt-missing"}, func(d *draft) bool {
			return d.state != nil && !d.acp() && d.has("SystemPromptEvent") && d.newRoot(false)
		}},
		{"parent-unstamped", "an event that names no parent among others that do", []string{"parent-unstamped:warning"}, func(d *draft) bool {
			return d.change(func(r *record) bool { return d.quiet(r) && r.parent != "" && d.rows[r.n-1] == r.up }, func(r *record) { r.drop("parent_id") })
		}},
		{"parent-unstamped-elsewhere", "an event that names no parent and so follows a branch that was left", []string{"parent-unstamped:error"}, followLeftBranch},
		{"parent-is-update", "an event that hangs on an update of the state", []string{"state-has-child:warning"}, hangOnUpdate},
		{"step-forgotten", "a message that goes on from before a step that ended in an error", []string{"unexpected-fork:warning"}, forgetStep},
	}
}

// reparent gives one of the stamped events that satisfy a condition a parent.
func (d *draft) reparent(ok func(*record) bool, parent func(*record) string) bool {
	return d.change(func(r *record) bool { return ok(r) && r.parent != "" && r.parent != rootParent }, func(r *record) { r.set(parent(r), "parent_id") })
}

func beginLater(d *draft) bool {
	r := d.any(func(r *record) bool {
		return r.on && r.parent != "" && r.parent != rootParent && r.is("MessageEvent") && r.source == "user" && d.linear(r) && r.n > 1
	})
	if !d.lines || d.condensed() || r == nil {
		return false
	}
	d.rows = d.rows[r.n:]
	return true
}

// linear reports whether all that stands after an event hangs on it and what
// follows it.
func (d *draft) linear(r *record) bool {
	for _, x := range d.rows[r.n+1:] {
		if x.up == nil || x.up.n < r.n {
			return false
		}
	}
	return true
}

// standBefore puts an event before its parent, both of them quiet.
func standBefore(d *draft) bool {
	if d.acp() {
		return false
	}
	r := d.any(func(r *record) bool {
		return r.on && r.parent != "" && r.n > 1 && r != d.tip() && r.up == d.rows[r.n-1] && r.up.parent != "" && r.up.kind != "SystemPromptEvent" && r.is("MessageEvent") && r.up.visible() && (r.source != "user" || r.up.source != "user") && r.up.kind != "ActionEvent"
	})
	if r == nil {
		return false
	}
	d.place(r.up, r)
	return true
}

// newRoot makes a message of the user a root; legacy says that it is the first
// event that names a parent.
func (d *draft) newRoot(legacy bool) bool {
	r := d.any(func(r *record) bool {
		first := r.n > 1 && d.rows[r.n-1].parent == "" && d.rows[1].parent == ""
		return r.on && r.parent != "" && r.parent != rootParent && r.is("MessageEvent") && r.source == "user" && first == legacy && (legacy || d.rows[min(1, r.n)].parent != "") && r.n > 2
	})
	if r == nil || d.condensed() {
		return false
	}
	r.set(rootParent, "parent_id")
	return true
}

// followLeftBranch takes the parent from the first event after a jump to
// another branch: the one written before it stands on the branch that was left.
func followLeftBranch(d *draft) bool {
	return d.change(func(r *record) bool {
		return r.parent != "" && r.is("MessageEvent") && r.source == "user" && r.n > 1 && d.off(r)
	}, func(r *record) {
		r.drop("parent_id")
		e := newRecord(r.n, d.compose(r.up, true, stateUpdate, "environment", member{"key", "tags"}, member{"value", object{}}).data, "")
		d.rows = slices.Insert(d.rows, r.n, e)
	})
}

// off reports whether an event's parent is not among the last that could be
// the head before it.
func (d *draft) off(r *record) bool {
	before := d.rows[r.n-1]
	for x := before; x != nil; x = x.up {
		if x == r.up {
			return x != before && before.kind != stateUpdate && before.kind != "HookExecutionEvent"
		}
	}
	return false
}

// hangOnUpdate hangs an event on the update that was stored just before it.
func hangOnUpdate(d *draft) bool {
	before := func(r *record) *record { return d.rows[max(0, r.n-1)] }
	return d.change(func(r *record) bool {
		return r.on && r.parent != "" && r.is("MessageEvent", "PauseEvent") && r.n > 1 && before(r).is(stateUpdate) && before(r).up == r.up && before(r).parent == r.parent && r.up != nil
	}, func(r *record) { d.hang(r, before(r)) })
}

// forgetStep lets a message of the user go on from before a call whose result
// stands between, after a run that ended in an error.
func forgetStep(d *draft) bool {
	call := d.any(func(r *record) bool {
		if !d.single(r) || r.parent == "" || r.up == nil || !r.up.is("MessageEvent", "SystemPromptEvent") {
			return false
		}
		m := d.next(r.results[0])
		return m != nil && m.is("MessageEvent") && m.parent != ""
	})
	if call == nil || d.condensed() || d.state != nil && !d.records() {
		return false
	}
	m := d.next(call.results[0])
	e := d.compose(call.results[0], true, stateUpdate, "environment", member{"key", "execution_status"}, member{"value", "error"})
	d.rows = slices.Insert(d.rows, m.n, e)
	d.hang(m, call.up)
	return true
}
