package replay

import (
	"context"
	"testing"

	"pgregory.net/rapid"
)

// TestProve: nothing that a replay says depends on how it came to it.
func TestProve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyTree(t)
		rec, err := Run(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Prove(context.Background(), r, rec)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Differences) > 0 || p.Anew != r.Log.Len() || p.TakenUp == 0 && p.Checkpoints > 0 && len(rec.Checkpoints) > 1 {
			t.Fatalf("%+v", p)
		}
	})
}

// TestProveTells: a record that is not the log's is told.
func TestProveTells(t *testing.T) {
	r := story(nil)
	rec := run(t, story(func(_ *maker, step string) bool { return step == "a4" }))
	p, err := Prove(context.Background(), r, rec)
	if err != nil || len(p.Differences) != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
}

// TestInterrupted: a cancelled replay says that it is partial.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rec, err := Run(ctx, story(nil))
	if err != nil || !rec.Partial {
		t.Errorf("%+v, %v", rec, err)
	}
	c, err := CrashRun(ctx, story(nil), DefaultEffects())
	if err != nil || !c.Partial {
		t.Errorf("%+v, %v", c, err)
	}
}
