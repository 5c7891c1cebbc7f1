package inspect

import (
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Evidence says how surely the object at token 0 of t is a log, with or without
// its samples.
func Evidence(rec []byte, t *jsontape.Tape) int {
	v := fields.Of(rec, t)
	eval := v.Get("eval")
	if eval.Kind() != jsontape.Object || !eval.Get("task").OK() && !eval.Get("run_id").OK() {
		return 0
	}
	switch {
	case v.Get("status").OK() || v.Names("samples") || v.Names("results"):
		return 100
	case v.Names("plan") || v.Get("version").OK():
		return 90 // as _journal/start.json has it
	}
	return 0
}

// SampleEvidence says how surely the object at token 0 of t is a sample.
func SampleEvidence(rec []byte, t *jsontape.Tape) int {
	v := fields.Of(rec, t)
	if !v.Get("epoch").OK() || !v.Get("id").OK() {
		return 0
	}
	n := 0
	for _, key := range [...]string{"messages", "events", "input", "target", "output", "scores", "message_refs"} {
		if v.Names(key) {
			n += 20
		}
	}
	return min(n, 100)
}
