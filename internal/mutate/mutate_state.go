package mutate

import (
	"slices"
	"strings"
)

// stateMutators are states that contradict their log.
func stateMutators() []*Mutator {
	const says = "state-log-mismatch:warning"
	return []*Mutator{
		{"state-incomplete", "a state that upstream does not take", []string{"state-missing:error"}, func(d *draft) bool {
			ok := d.state != nil && d.newest()
			if ok {
				d.state.drop("workspace")
			}
			return ok
		}},
		{"status-unknown", "a status that no version has", []string{"state-missing:error"}, func(d *draft) bool {
			ok := d.state != nil && d.newest() && d.status() != "waiting_for_confirmation" && !d.records()
			d.set("sleeping", "execution_status")
			return ok
		}},
		{"finished-in-error", "a run that ended in an error and is said to be finished", []string{says}, func(d *draft) bool {
			ok := d.tip() != nil && d.tip().is("ConversationErrorEvent") && !d.records()
			d.set("finished", "execution_status")
			return ok && d.state != nil
		}},
		{"finished-at-question", "a conversation that ends in a question and is said to be finished", []string{says}, func(d *draft) bool {
			if d.state == nil || !d.settled() || d.records() || d.tip() == nil || d.tip() != d.rows[len(d.rows)-1] || d.tip().is("ActionEvent") || d.echoes() {
				return false
			}
			d.insertUser(d.tip())
			d.set("finished", "execution_status")
			return true
		}},
		{"waits-for-nothing", "a conversation that waits for the user's word on no call", []string{says}, func(d *draft) bool {
			ok := d.state != nil && d.settled() && !d.records() && d.tip() != nil && d.tip() == d.rows[len(d.rows)-1] && !d.failed()
			d.set("waiting_for_confirmation", "execution_status")
			return ok
		}},
		{"status-of-other-time", "a status that is not the last one the log records", []string{says}, func(d *draft) bool {
			last := d.rows[len(d.rows)-1]
			ok := d.state != nil && last.is(stateUpdate) && last.text("value") == "finished" && last.text("value") == d.status()
			d.set("stuck", "execution_status")
			return ok
		}},
		{"head-and-no-head", "a state that names a head and says that there is none", []string{says}, func(d *draft) bool {
			ok := d.state != nil && d.state.text("leaf_event_id") != ""
			d.set(true, "head_is_empty")
			return ok
		}},
		{"last-user-unknown", "a state whose last message of the user is nowhere", []string{says}, func(d *draft) bool {
			ok := d.state != nil && d.state.text("last_user_message_id") != ""
			d.set(d.uuid(), "last_user_message_id")
			return ok
		}},
		{"blocked-action-unknown", "a state that blocks an action that is nowhere", []string{says}, func(d *draft) bool {
			ok := d.state != nil && d.state.raw("blocked_actions") == "{}"
			d.set(object{{d.uuid(), "not allowed"}}, "blocked_actions")
			return ok
		}},
		{"blocked-message-unknown", "a state that blocks a message that is nowhere", []string{says}, func(d *draft) bool {
			ok := d.state != nil && d.state.raw("blocked_messages") == "{}"
			d.set(object{{d.uuid(), "not allowed"}}, "blocked_messages")
			return ok
		}},
		{"record-of-other-conversation", "a server's record of another conversation", []string{says}, func(d *draft) bool {
			return d.inFile("meta.json", func(r *record) { r.set(d.hex(32), "id") })
		}},
		{"lease-of-nobody", "a lease that says that nobody ever had it", []string{says}, func(d *draft) bool {
			return d.inFile("owner_lease.json", func(r *record) { r.set(0, "generation") })
		}},
		{"directory-renamed", "a directory with another conversation's name", []string{says}, func(d *draft) bool {
			d.name = d.hex(32)
			return d.state != nil
		}},
		{"directory-moved", "a state that was kept under another name", []string{says}, func(d *draft) bool {
			ok := d.state != nil && strings.HasSuffix(d.state.text("persistence_dir"), d.name)
			d.set("workspace/conversations/"+d.hex(32), "persistence_dir")
			return ok
		}},
	}
}

// inFile changes a file beside state and events.
func (d *draft) inFile(name string, f func(*record)) bool {
	for i := range d.rest {
		if d.rest[i].Name == name && len(d.rest[i].Data) > 0 {
			r := newRecord(-1, d.rest[i].Data, name)
			f(r)
			d.rest[i].Data = r.data
			return d.state != nil
		}
	}
	return false
}

// echoes reports whether two messages have the id of one response, as those of
// a model for tests.
func (d *draft) echoes() bool {
	seen := map[string]bool{}
	for _, r := range d.rows {
		if r.is("MessageEvent") && r.response != "" {
			if seen[r.response] {
				return true
			}
			seen[r.response] = true
		}
	}
	return false
}

// failed reports whether an error stands for the result of a call: old versions
// take the call for open.
func (d *draft) failed() bool {
	return slices.ContainsFunc(d.rows, func(r *record) bool { return r.is("AgentErrorEvent") && r.of != nil && r.of.valid })
}

// newest reports whether the log says that the newest release wrote it.
func (d *draft) newest() bool { return d.state.raw("activated_path_rules") != "" }
