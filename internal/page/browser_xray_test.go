//go:build browser

package page_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/traj-dev/traj/internal/page"
	"github.com/traj-dev/traj/project"
)

// sketched is an X-ray in the page as sketch writes one down here.
const sketched = `((n) => {
  const out = [];
  app.log = logNumbered(n);
  for (let row = app.log.from; row < app.log.to; row++) {
    if (app.log.is(row, "unseen")) continue;
    const x = xray(app.log.prompts, row);
    if (!x.at.view) { out.push(row + " none"); continue; }
    const entries = x.entries.map((e) => [e.mark, e.index, e.was, e.parts.map((p) => [p.item, p.mark, p.why || "-", p.row, p.rule || "-", p.resume || "-", p.late].join(" ")).join(", ")].join(" "));
    out.push([row, x.at.asked, x.at.first, x.before ? x.before.first : -1, x.at.mark.rebuilt || 0].join(" ") + "\n  " + entries.join("\n  "));
  }
  return out;
})(%d)`

// sketch writes an X-ray of package project down.
func sketch(x *project.XRay) string {
	at := x.At
	if at.View == nil {
		return fmt.Sprint(at.Event, " none")
	}
	before := int32(-1)
	if x.Before != nil {
		before = x.Before.Event
	}
	var b strings.Builder
	fmt.Fprint(&b, at.Event, " ", at.Asked, " ", at.Call.First, " ", before, " ", at.Rebuilt, "\n  ")
	for k, e := range x.Entries {
		if k > 0 {
			b.WriteString("\n  ")
		}
		fmt.Fprint(&b, e.Mark, " ", e.Index, " ", e.Was, " ")
		for i, p := range e.Parts {
			item := p.Item.Row
			if p.Item.Summary {
				item = -1 - item
			}
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprint(&b, item, " ", p.Mark, " ", orDash(p.Why.String()), " ", p.Row, " ", orDash(p.Rule.String()), " ", orDash(p.Resume.String()), " ", p.Late)
		}
	}
	return b.String()
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// The X-ray that the page makes of changes is that of package project, which
// makes each of the whole path: on the fixtures, and on the logs of TRAJ_LOGS.
func TestXRayIsThatOfProject(t *testing.T) {
	ctx := browser(t)
	rs, seen := fixtures(t), 0
	if more := strings.Fields(os.Getenv("TRAJ_LOGS")); len(more) > 0 {
		rs = append(rs, loaded(t, more...)...)
	}
	for len(rs) > 0 {
		n, events := 0, 0
		for n < len(rs) && (n == 0 || events+rs[n].Log.Len() < page.PageSize) {
			events += rs[n].Log.Len()
			n++
		}
		tab := visit(t, ctx, pageOf(t, page.Options{}, rs[:n]...), "#log/0/summary")
		for i, r := range rs[:n] {
			compareSketches(t, r.Log.Name, sketches(t, r), value[[]string](t, tab, fmt.Sprintf(sketched, i)))
		}
		rs, seen = rs[n:], seen+events
	}
	if t.Logf("%d events", seen); seen < 100 {
		t.Fatal("too few to tell")
	}
}

// sketches are those of every event in sight.
func sketches(t *testing.T, r *project.Reading) []string {
	t.Helper()
	if _, e := r.ActivePath(); e != nil && e.Kind == project.UnreadableEvent {
		r = project.ReadLenient(r.Log, r.Profile)
	}
	var out []string
	for row := range int32(r.Log.Len()) {
		if !r.Visible(row) {
			continue
		}
		x, err := project.At(r, row)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, sketch(x))
	}
	return out
}

func compareSketches(t *testing.T, name string, want, got []string) {
	t.Helper()
	if len(want) != len(got) {
		t.Errorf("%s: %d events, want %d", name, len(got), len(want))
		return
	}
	bad := 0
	for i := range want {
		if want[i] != got[i] {
			if bad++; bad <= 2 {
				t.Errorf("%s:\nwant %s\ngot  %s", name, want[i], got[i])
			}
		}
	}
	if bad > 0 {
		t.Errorf("%s: %d of %d differ", name, bad, len(want))
	}
}
