package formats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
	"github.com/traj-dev/traj/formats/openhandsv1"
	"github.com/traj-dev/traj/internal/jsontape"
)

// openHandsV1 is the event log of the OpenHands software-agent SDK, in the
// shapes in which its agent server, its app server, its benchmarks and its
// users keep it.
func openHandsV1() Format {
	return Format{
		Name:    "openhands-v1",
		about:   aboutOpenhandsv1,
		Doc:     "OpenHands software-agent SDK: conversation directories, exports, REST pages, JSON and JSONL, benchmark output",
		probe:   probeV1,
		claim:   claimV1,
		match:   matchV1,
		sure:    sureV1,
		decoder: func(b *event.Builder) Decoder { return openhandsv1.NewDecoder(b) },
		state:   openhandsv1.DecodeState,
		dates:   openhandsv1.StateHints,
		meta:    openhandsv1.AddMeta,
		arrays: map[event.Shape][]string{
			event.ShapePages:   {"items"},
			event.ShapeHistory: {"history"},
		},
		rowName: "instance_id",
		jiter:   true,
		part:    partV1,
	}
}

// probeV1 looks for an event among the first records, or for an envelope of events.
func probeV1(h *Head) Evidence {
	var best Evidence
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		if e := probeRecordV1(rec, t, offset); e.Degree > best.Degree {
			best = e
		}
		return best.Degree < 100
	})
	return best
}

func probeRecordV1(rec []byte, t *jsontape.Tape, offset int) Evidence {
	if n := matchV1(rec, t); n > 0 {
		return Evidence{n, event.ShapeStream, fmt.Sprintf("an event%s at byte %d", kindOf(rec, t, 0), offset)}
	}
	if items := t.Key(rec, 0, "items"); items >= 0 && t.Tokens[items].Kind == jsontape.Array && t.Key(rec, 0, "instance_id") < 0 {
		n, what := firstElement(rec, t, items)
		if n > 0 {
			return Evidence{n, event.ShapePages, fmt.Sprintf("a page of events at byte %d, the first%s", offset, what)}
		}
		if t.Key(rec, 0, "next_page_id") >= 0 && t.Tokens[items].Len == 0 {
			return Evidence{20, event.ShapePages, fmt.Sprintf("an empty page at byte %d", offset)}
		}
	}
	return probeRowV1(rec, t, offset)
}

// probeRowV1 knows a row of benchmark output, also one that has no history.
func probeRowV1(rec []byte, t *jsontape.Tape, offset int) Evidence {
	if id := t.Key(rec, 0, "instance_id"); id < 0 || t.Tokens[id].Kind != jsontape.String {
		return Evidence{}
	}
	history := t.Key(rec, 0, "history")
	if history >= 0 && t.Tokens[history].Kind == jsontape.Array && t.Tokens[history].Len > 0 {
		n, what := firstElement(rec, t, history)
		return Evidence{n, event.ShapeHistory, fmt.Sprintf("a row with instance_id and history at byte %d, its first event%s", offset, what)}
	}
	if t.Key(rec, 0, "test_result") >= 0 {
		return Evidence{15, event.ShapeHistory, fmt.Sprintf("a row with instance_id and test_result at byte %d, without a history", offset)}
	}
	return Evidence{}
}

// partV1 knows a file of a conversation that is no log by itself.
func partV1(rec []byte, t *jsontape.Tape) string {
	if t.Key(rec, 0, "execution_status") >= 0 && t.Key(rec, 0, "agent") >= 0 {
		return "the state of a conversation: name the directory that it lies in"
	}
	return ""
}

// firstElement judges the first element of an array that is an event.
func firstElement(rec []byte, t *jsontape.Tape, array int) (int, string) {
	var inner jsontape.Tape
	for i := array + 1; i < int(t.Tokens[array].Next); i = int(t.Tokens[i].Next) {
		raw := t.Raw(rec, i)
		if _, err := inner.Parse(raw); err != nil || inner.Tokens[0].Kind != jsontape.Object {
			continue
		}
		if n := matchV1(raw, &inner); n > 0 {
			return n, kindOf(raw, &inner, 0)
		}
	}
	return 0, ""
}

func kindOf(rec []byte, t *jsontape.Tape, obj int) string {
	if k := t.Key(rec, obj, "kind"); k >= 0 && t.Tokens[k].Kind == jsontape.String {
		return fmt.Sprintf(" of kind %s", t.Raw(rec, k))
	}
	return ""
}

// claimV1 knows a conversation by the names in its directory, and an app
// server's store also by what is in its first file.
func claimV1(d *container.Dir, entries []container.Entry) *layout {
	if lay := claimConversation(d, entries); lay != nil {
		return lay
	}
	if lay := claimFiles(d, entries, event.ShapeEvents, eventName); lay != nil {
		return lay
	}
	if lay := claimFiles(d, entries, event.ShapeExport, exportName); lay != nil {
		return lay
	}
	lay := claimFiles(d, entries, event.ShapeExport, storeName)
	if lay == nil || !startsWith(lay, matchV1) {
		return nil
	}
	lay.byTime = true
	return lay
}

// claimConversation knows base_state.json, events/ and, between them and the
// conversation's directory, the event_service/ of old benchmarks.
func claimConversation(d *container.Dir, entries []container.Entry) *layout {
	lay := &layout{name: d.Name, shape: event.ShapeEvents, role: roleV1, conversation: hexName(d.Name)}
	if !lay.takeConversation(entries) {
		sub := folder(entries, "event_service")
		if sub == nil {
			return nil
		}
		inner, err := sub.Entries()
		if err != nil || !lay.takeConversation(inner) {
			return nil
		}
		for _, e := range entries {
			if e.Dir != sub {
				lay.below = append(lay.below, e)
			}
		}
	}
	if lay.state != nil {
		lay.shape = event.ShapeDirectory
	} else if slices.ContainsFunc(lay.below, isServerFile) {
		lay.stateMissing, lay.shape = true, event.ShapeDirectory
	}
	lay.sortEvents()
	lay.evidence = Evidence{95, lay.shape, fmt.Sprintf("the names of a conversation: %s", lay.seen())}
	return lay
}

// takeConversation sorts the entries of a conversation's directory; false, and
// nothing taken, when it is none.
func (lay *layout) takeConversation(entries []container.Entry) bool {
	at := slices.IndexFunc(entries, func(e container.Entry) bool { return e.Base == "base_state.json" && e.File != nil })
	events := folder(entries, "events")
	var inner []container.Entry
	if events != nil {
		var err error
		if inner, err = events.Entries(); err != nil {
			lay.others = append(lay.others, otherFile{name: events.Name, role: event.RoleEvents, why: err.Error()})
		}
	}
	if at < 0 && !slices.ContainsFunc(inner, isEventFile) {
		lay.others = nil
		return false
	}
	for i, e := range entries {
		switch {
		case i == at:
			lay.state = e.File
		case events == nil || e.Dir != events:
			lay.below = append(lay.below, e)
		}
	}
	lay.take(inner, eventName)
	return true
}

func isEventFile(e container.Entry) bool {
	_, _, ok := eventName(e.Base)
	return ok && e.File != nil
}

// seen names what a conversation was known by.
func (lay *layout) seen() string {
	var parts []string
	if lay.state != nil {
		parts = append(parts, "base_state.json")
	}
	if n := len(lay.events); n > 0 {
		parts = append(parts, fmt.Sprintf("%d event files, the first %s", n, lay.events[0].base))
	}
	return strings.Join(parts, ", ")
}

func isServerFile(e container.Entry) bool {
	return e.File != nil && (roleV1(e.Base) == event.RoleMeta || roleV1(e.Base) == event.RoleLease)
}

func folder(entries []container.Entry, base string) *container.Dir {
	for _, e := range entries {
		if e.Base == base && e.Dir != nil {
			return e.Dir
		}
	}
	return nil
}

// take sorts a directory's entries into events and the rest. A directory that
// is named as an event is both.
func (lay *layout) take(entries []container.Entry, name func(string) (int64, string, bool)) {
	for _, e := range entries {
		if !lay.event(e, name) || e.Dir != nil {
			lay.below = append(lay.below, e)
		}
	}
}

// event takes an entry for an event, false when it is none. Upstream takes
// directories too, by their names alone, and fails to read them.
func (lay *layout) event(e container.Entry, name func(string) (int64, string, bool)) bool {
	index, id, ok := name(e.Base)
	switch {
	case ok && e.File != nil:
		lay.events = append(lay.events, eventFile{e.File, e.Base, index, id})
	case ok && e.Dir != nil && index >= 0:
		lay.events = append(lay.events, eventFile{e.Dir.AsFile(), e.Base, index, id})
	case ok && e.Dir == nil && index >= 0: // what is no file, though its name says so
		lay.events = append(lay.events, eventFile{e.AsFile(), e.Base, index, id})
	default:
		return false
	}
	return true
}

// claimFiles knows a directory by the names of its event files.
func claimFiles(d *container.Dir, entries []container.Entry, shape event.Shape, name func(string) (int64, string, bool)) *layout {
	lay := &layout{name: d.Name, shape: shape, role: roleV1, conversation: hexName(d.Name)}
	for _, e := range entries {
		if e.Dir != nil {
			lay.apart = append(lay.apart, e.Dir)
			continue
		}
		lay.take([]container.Entry{e}, name)
	}
	if len(lay.events) == 0 {
		return nil
	}
	for _, e := range entries {
		if e.Dir != nil && shape == event.ShapeEvents {
			lay.event(e, name)
		}
	}
	lay.sortEvents()
	lay.evidence = Evidence{90, shape, "the names of event files: " + lay.seen()}
	return lay
}

// startsWith reads the first files of a store whose names prove little.
func startsWith(lay *layout, match func([]byte, *jsontape.Tape) int) bool {
	var t jsontape.Tape
	for _, e := range lay.events[:min(3, len(lay.events))] {
		data, _, _, err := e.file.Read(nil, maxRecord)
		if err != nil {
			continue
		}
		if _, bad := t.Parse(data); bad == nil && match(data, &t) > 0 {
			return true
		}
	}
	return false
}

// sureV1 is the match from which on an object amid damage is an event: a known
// kind, or everything that each event has.
const sureV1 = 40

// weakV1 is the match of an object without a kind that has all else.
const weakV1 = 5

// matchV1 also takes an object without a kind for an event, when it has what
// every event has: a torn record lacks its kind, which is written last.
func matchV1(rec []byte, t *jsontape.Tape) int {
	if n := openhandsv1.Evidence(rec, t); n > 0 {
		return n
	}
	for _, key := range [...]string{"id", "timestamp", "source"} {
		if i := t.Key(rec, 0, key); i < 0 || t.Tokens[i].Kind != jsontape.String {
			return 0
		}
	}
	return weakV1
}
