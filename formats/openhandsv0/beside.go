package openhandsv0

import (
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Member takes what stands beside a history: the issue that the resolver was
// given names its row.
func (d *Decoder) Member(name string, value []byte, t *jsontape.Tape, _ event.Pos) {
	if name != "issue" || t.Tokens[0].Kind != jsontape.Object {
		return
	}
	r := record{value, t}
	owner, _ := r.text(0, "owner")
	repo, _ := r.text(0, "repo")
	if n, ok := r.integer(r.get(0, "number")); ok {
		d.issue = string(owner) + "/" + string(repo) + "#" + strconv.FormatInt(n, 10)
	}
}

// End names a log after its issue.
func (d *Decoder) End(l *event.Log) {
	if l.Conversation == "" {
		l.Conversation = d.issue
	}
	l.Models = d.models.Names()
}
