package replay

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// calls writes actions with chosen responses and call ids, in a row.
type calls struct {
	*maker
	tip string
}

func (c *calls) act(id, response, call string, flags event.Flag) {
	r := c.row(event.KindAction, id, c.tip)
	r.ResponseID, r.CallID = c.id(response), c.id(call)
	r.Flags |= event.FlagExecutable | flags
	c.add(r, fmt.Sprintf(`{"id":%q,"tool_call":{"id":%q,"name":"t","arguments":"{}"}}`, id, call))
	c.tip = id
}

func (c *calls) obs(id, of, call string) {
	r := c.row(event.KindResult, id, c.tip)
	r.ActionID, r.CallID = c.id(of), c.id(call)
	c.add(r, fmt.Sprintf(`{"id":%q,"tool_call_id":%q,"tool_name":"t","observation":{"content":[{"type":"text","text":"x"}]}}`, id, call))
	c.tip = id
}

func (c *calls) say(id string) {
	c.user(id, c.tip, "hello")
	c.tip = id
}

func (c *calls) pause(id string) {
	c.add(c.row(event.KindPause, id, c.tip), `{}`)
	c.tip = id
}

func (c *calls) drop(id string, ids ...string) {
	r := c.row(event.KindCondensation, id, c.tip)
	for _, f := range ids {
		r.Forgets = append(r.Forgets, c.id(f))
	}
	c.add(r, `{}`)
	c.tip = id
}

// TestLossVectors are the verified cases in which a resume forgets: how many
// messages the running agent has, how many the resumed one, and what is
// dropped for which property.
func TestLossVectors(t *testing.T) {
	for name, c := range map[string]struct {
		write         func(c *calls)
		running, left int
		lost          string
	}{
		"a pending call takes the tool loop with it": {func(c *calls) {
			c.say("u")
			c.act("A1", "r1", "c1", event.FlagThinking)
			c.obs("O1", "A1", "c1")
			c.act("A2", "r2", "c2", 0)
			c.obs("O2", "A2", "c2")
			c.act("A3", "r3", "c3", 0)
		}, 6, 1, "matching[A3] loop[A1 O1 A2 O2]"},
		"half a batch": {func(c *calls) {
			c.say("u")
			c.act("A1", "r", "c1", 0)
			c.act("A2", "r", "c2", 0)
			c.obs("O1", "A1", "c1")
		}, 3, 1, "matching[A2] batch[A1] matching[O1]"},
		"a call id used twice": {func(c *calls) {
			c.say("u")
			c.act("A1", "r1", "toolu_01", 0)
			c.obs("O1", "A1", "toolu_01")
			c.act("A2", "r2", "toolu_01", 0)
			c.obs("O2", "A2", "toolu_01")
		}, 5, 4, "uniqueness[O2]"},
		"a result before its call survives": {func(c *calls) {
			c.say("u")
			c.obs("O1", "A1", "c1")
			c.act("A1", "r1", "c1", 0)
		}, 3, 3, ""},
		"a pause splits a tool loop": {func(c *calls) {
			c.say("u")
			c.act("A1", "r1", "c1", event.FlagThinking)
			c.obs("O1", "A1", "c1")
			c.pause("P")
			c.act("A2", "r2", "c2", 0)
			c.obs("O2", "A2", "c2")
			c.drop("C", "A1", "O1")
		}, 3, 3, ""},
		"and without it the loop goes as a whole": {func(c *calls) {
			c.say("u")
			c.act("A1", "r1", "c1", event.FlagThinking)
			c.obs("O1", "A1", "c1")
			c.act("A2", "r2", "c2", 0)
			c.obs("O2", "A2", "c2")
			c.drop("C", "A1", "O1")
		}, 3, 1, "loop[A2 O2]"},
	} {
		t.Run(name, func(t *testing.T) {
			w := &calls{maker: newMaker()}
			c.write(w)
			r := w.reading()
			rec := run(t, r)
			losses, left := Losses(r, rec)
			lost := ""
			for _, l := range losses {
				if l.Own {
					lost = lossWords(r, l)
				}
			}
			head := rec.Checkpoints[len(rec.Checkpoints)-1]
			path, _ := r.ActivePath()
			running, err := r.Messages(r.Fold(path))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.lost, lost); d != "" || head.Messages != c.left || len(running) != c.running || left != 0 {
				t.Errorf("%d messages running, %d left, %d losses left; %s", len(running), head.Messages, left, d)
			}
		})
	}
}

func lossWords(r *project.Reading, l Loss) string {
	out := ""
	for _, d := range l.Dropped {
		var ids []string
		for _, i := range d.Items {
			ids = append(ids, r.ItemID(i))
		}
		if out != "" {
			out += " "
		}
		out += d.Property.String() + fmt.Sprint(ids)
	}
	return out
}
