package mutate

import "slices"

// batchMutators are defects of the calls of one response.
func batchMutators() []*Mutator {
	return []*Mutator{
		{"batch-on-two-branches", "a call of a response on a branch of its own", []string{"batch-split:error"}, splitBatch},
		{"recovery-splits-batch", "a restart that answers the first call of a response and leaves the others behind", []string{"batch-split:error"}, recoverFirst},
		{"message-within-batch", "a message between two calls of one response", []string{"batch-split:warning"}, func(d *draft) bool {
			batch := d.batch()
			return batch != nil && !d.condensedAfter(batch[0]) && d.insertUser(batch[0]) != nil
		}},
		{"thought-repeated", "a later call of a response with text of its own", []string{"thought-repeated:error"}, func(d *draft) bool {
			return d.later(func(r *record) { r.set(list{textItem("And then?")}, "thought") })
		}},
		{"reasoning-repeated", "a later call of a response with reasoning of its own", []string{"reasoning-repeated:warning"}, func(d *draft) bool {
			return d.later(func(r *record) { r.set("And then?", "reasoning_content") })
		}},
		{"arguments-malformed", "a call whose arguments are no JSON", []string{"arguments-malformed:warning"}, func(d *draft) bool {
			return d.change(func(r *record) bool { return r.on && r.kind == "ActionEvent" && !r.valid }, func(r *record) { r.set(`{"command": "ls`, "tool_call", "arguments") })
		}},
	}
}

// splitBatch hangs the last call of a response where the first hangs.
func splitBatch(d *draft) bool {
	batch := d.batch()
	if batch == nil || batch[0].parent == "" || batch[0].up == nil || d.condensed() {
		return false
	}
	last := batch[len(batch)-1]
	d.hang(last, batch[0].up)
	before := batch[len(batch)-2]
	for _, r := range batch[:len(batch)-1] {
		d.hang(r.results[0], before)
		before = r.results[0]
	}
	d.hang(last.results[0], last)
	return true
}

// recoverFirst ends a log in the middle of a batch, as a crash and the restart
// after it do.
func recoverFirst(d *draft) bool {
	batch := d.batch()
	if batch == nil || batch[0].parent == "" || d.state == nil || d.status() == "" || d.records() || d.condensed() || !d.linear(batch[0]) {
		return false
	}
	d.rows = d.rows[:batch[len(batch)-1].n+1]
	e := d.append(batch[0], "AgentErrorEvent", "agent", member{"tool_name", batch[0].tool}, member{"tool_call_id", batch[0].call}, member{"error", restarted})
	d.set(e.id, "leaf_event_id")
	d.set("error", "execution_status")
	d.noteUser()
	d.uncount()
	return true
}

const (
	restarted   = "A restart occurred while this tool was in progress. This may indicate a fatal memory error or system crash. The tool execution was interrupted and did not complete."
	interrupted = "Tool call interrupted before completion. The conversation was paused."
)

// later changes a later call of a response.
func (d *draft) later(f func(*record)) bool {
	batch := d.batch()
	if batch == nil {
		return false
	}
	f(pick(d.r, slices.Clone(batch[1:])...))
	return true
}
