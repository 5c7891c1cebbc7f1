package formats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
	"github.com/traj-dev/traj/formats/openhandsv0"
	"github.com/traj-dev/traj/internal/jsontape"
)

// openHandsV0 is the event log of OpenHands before its SDK (CodeActAgent): the
// event store of a session, trajectories as they are saved, downloaded or
// served, feedback records, and the histories of evaluations and of the
// resolver.
func openHandsV0() Format {
	return Format{
		Name:    "openhands-v0",
		about:   aboutOpenhandsv0,
		Doc:     "OpenHands V0 (CodeActAgent): event stores, trajectory exports, API answers, feedback records, evaluation and resolver output",
		probe:   probeV0,
		claim:   claimV0,
		match:   matchV0,
		sure:    sureV0,
		decoder: func(b *event.Builder) Decoder { return openhandsv0.NewDecoder(b) },
		arrays: map[event.Shape][]string{
			event.ShapePages:   {"trajectory", "events"},
			event.ShapeHistory: {"history"},
		},
		nested:  true, // pairs of an action and its observation
		rowName: "instance_id",
		inOrder: true,
	}
}

// sureV0 is the match from which on an object amid damage is an event.
const sureV0 = 75

// matchV0 takes events, and what else a recorded websocket brings.
func matchV0(rec []byte, t *jsontape.Tape) int {
	if n := openhandsv0.Evidence(rec, t); n > 0 {
		return n
	}
	if openhandsv0.IsFrame(rec, t) {
		return 1
	}
	return 0
}

// probeV0 looks for an event among the first records, or for an envelope of
// events. A frame of a websocket alone proves nothing.
func probeV0(h *Head) Evidence {
	var best Evidence
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		if e := probeRecordV0(rec, t, offset); e.Degree > best.Degree {
			best = e
		}
		return best.Degree < 90
	})
	return best
}

func probeRecordV0(rec []byte, t *jsontape.Tape, offset int) Evidence {
	if n := openhandsv0.Evidence(rec, t); n > 0 {
		return Evidence{n, event.ShapeStream, fmt.Sprintf("an event%s at byte %d", typeV0(rec, t), offset)}
	}
	for _, key := range [...]string{"trajectory", "events"} {
		i := t.Key(rec, 0, key)
		if i < 0 || t.Tokens[i].Kind != jsontape.Array {
			continue
		}
		if n, what := elementV0(rec, t, i); n > 0 {
			return Evidence{n, event.ShapePages, fmt.Sprintf("%q at byte %d, its first event%s", key, offset, what)}
		}
	}
	if i := t.Key(rec, 0, "trajectory"); i >= 0 && t.Tokens[i].Kind == jsontape.Null && t.Tokens[0].Len <= 2 {
		return Evidence{20, event.ShapePages, fmt.Sprintf("an answer without a trajectory at byte %d", offset)}
	}
	return probeRowV0(rec, t, offset)
}

// probeRowV0 knows a row of an evaluation's or of the resolver's output.
func probeRowV0(rec []byte, t *jsontape.Tape, offset int) Evidence {
	names, key := t.Key(rec, 0, "instance_id") >= 0, "instance_id"
	if !names {
		names, key = t.Key(rec, 0, "issue") >= 0 && t.Key(rec, 0, "result_explanation") >= 0, "issue"
	}
	if !names {
		return Evidence{}
	}
	if h := t.Key(rec, 0, "history"); h >= 0 && t.Tokens[h].Kind == jsontape.Array && t.Tokens[h].Len > 0 {
		n, what := elementV0(rec, t, h)
		return Evidence{n, event.ShapeHistory, fmt.Sprintf("a row with %s and history at byte %d, its first event%s", key, offset, what)}
	}
	if m := t.Key(rec, 0, "metadata"); m >= 0 && t.Key(rec, m, "agent_class") >= 0 && t.Key(rec, m, "llm_config") >= 0 {
		return Evidence{25, event.ShapeHistory, fmt.Sprintf("a row with %s and the agent's class at byte %d, without a history", key, offset)}
	}
	return Evidence{}
}

// elementV0 judges the first element of an array that is an event, or a pair
// of events.
func elementV0(rec []byte, t *jsontape.Tape, array int) (int, string) {
	var inner jsontape.Tape
	tries := 0
	for i := array + 1; i < int(t.Tokens[array].Next) && tries < headRecords; i = int(t.Tokens[i].Next) {
		tries++
		at := i
		if t.Tokens[i].Kind == jsontape.Array && t.Tokens[i].Len > 0 {
			at = i + 1
		}
		raw := t.Raw(rec, at)
		if _, err := inner.Parse(raw); err != nil || inner.Tokens[0].Kind != jsontape.Object {
			continue
		}
		if n := openhandsv0.Evidence(raw, &inner); n > 0 {
			return n, typeV0(raw, &inner)
		}
	}
	return 0, ""
}

// typeV0 names the action or observation that an event is.
func typeV0(rec []byte, t *jsontape.Tape) string {
	for _, key := range [...]string{"action", "observation"} {
		if k := t.Key(rec, 0, key); k >= 0 && t.Tokens[k].Kind == jsontape.String {
			return fmt.Sprintf(" the %s %s", key, t.Raw(rec, k))
		}
	}
	return ""
}

// claimV0 knows a session by events/<number>.json, and a directory of such
// files alone by what is in the first of them.
func claimV0(d *container.Dir, entries []container.Entry) *layout {
	lay := &layout{name: d.Name, shape: event.ShapeEvents, role: roleV0, conversation: d.Name[strings.LastIndexAny(d.Name, "/!")+1:]}
	events := folder(entries, "events")
	if events == nil {
		if lay := claimFiles(d, entries, event.ShapeEvents, numberName); lay != nil && startsWith(lay, openhandsv0.Evidence) {
			lay.role, lay.conversation = roleV0, ""
			return lay
		}
		return nil
	}
	inner, err := events.Entries()
	if err != nil || !slices.ContainsFunc(inner, func(e container.Entry) bool { _, _, ok := numberName(e.Base); return ok && e.File != nil }) {
		return nil
	}
	lay.take(inner, numberName)
	for _, e := range entries {
		if e.Dir != events {
			lay.below = append(lay.below, e)
		}
	}
	if lay.sortEvents(); !startsWith(lay, openhandsv0.Evidence) {
		return nil
	}
	lay.compare = comparePageV0
	lay.evidence = Evidence{95, lay.shape, "the names of a session: " + lay.seen()}
	return lay
}

// numberName reads the name of an event file: its id. Upstream takes whatever
// stands before the first dot.
func numberName(base string) (index int64, id string, ok bool) {
	rest, ok := strings.CutSuffix(base, ".json")
	if !ok || rest == "" || digits(rest) != len(rest) {
		return -1, "", false
	}
	return number(rest), rest, true
}

// roleV0 says what a file beside the events is, by its name. Pickles among
// them are counted and never opened.
func roleV0(name string) event.FileRole {
	base := name[strings.LastIndexAny(name, "/!")+1:]
	if _, _, ok := pageName(base); ok && strings.Contains(name, "event_cache/") {
		return event.RoleCopy
	}
	if base == "metadata.json" {
		return event.RoleMeta
	}
	return event.RoleOther
}

// pageName reads the name of a cache page: the ids from start to end, that one
// left out.
func pageName(base string) (start, end int64, ok bool) {
	rest, ok := strings.CutSuffix(base, ".json")
	a, b, dash := strings.Cut(rest, "-")
	if !ok || !dash || a == "" || b == "" || digits(a) != len(a) || digits(b) != len(b) {
		return 0, 0, false
	}
	return number(a), number(b), true
}
