package formats

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

// What a server wrote down beside a conversation is read, and one of its files
// that is torn takes nothing else with it.
func TestMetaBesideAConversation(t *testing.T) {
	files := dirFiles(t, "conversation")
	files["meta.json"] = []byte(`{"id":"c1","forked_from_conversation_id":null}`)
	files["owner_lease.json"] = []byte(`{"owner_instance_id":"x","generation":3,"expires_at":1.5}`)
	l := one(t, loadWith(Options{}, 0, nil, put(t, files)))
	id, n, end, owner := "c1", int64(3), int64(1_500_000), "x"
	if d := cmp.Diff(&event.Meta{File: l.Meta.File, ID: &id, Generation: &n, Expires: &end, Owner: &owner}, l.Meta); d != "" {
		t.Error(d)
	}
	files["meta.json"] = []byte(`{"id":`)
	l = one(t, loadWith(Options{}, 0, nil, put(t, files)))
	checkAccount(t, l)
	if l.Meta == nil || l.Meta.ID != nil || l.Meta.Generation == nil {
		t.Errorf("%+v", l.Meta)
	}
	torn := 0
	for _, f := range l.Files {
		for _, x := range f.Damage {
			if f.Role == event.RoleMeta && x.Reason == event.DamageTorn {
				torn++
			}
		}
	}
	if torn != 1 {
		t.Errorf("%d torn records of a server", torn)
	}
}
