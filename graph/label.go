package graph

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
)

// label is a node in words, for every format the same.
type label struct {
	row     string // "#12", "#12–20"
	id      string // the first characters of the id
	what    string // the kind, with what tells it apart
	tool    string
	badges  []badge
	summary string
}

// badge is a short word that stands out: a fact about the tree or a finding.
type badge struct {
	text string
	tone tone
}

// tone says how a badge looks.
type tone uint8

const (
	toneQuiet tone = iota
	toneHead
	toneTree  // forks, roots
	toneBatch // the place in a batch
	toneInfo
	toneWarning
	toneError
)

// An id is shown whole up to idWhole characters, of a longer one idLimit: what
// tells uuids apart stands at their beginning, and what counts at its end.
const (
	idLimit = 8
	idWhole = 12
)

func (d *drawing) label(y int) label {
	n := &d.nodes[y]
	if n.isRun() {
		return d.runLabel(n)
	}
	i := int(n.first())
	return label{
		row: "#" + strconv.Itoa(i), id: shortID(d.log.IDString(d.log.ID(i))),
		what: d.what(i), tool: d.word(d.log.Tool(i)), badges: d.badges(n), summary: d.summary(i, summaryLimit),
	}
}

func (d *drawing) runLabel(n *node) label {
	row := fmt.Sprintf("#%d–%d", n.first(), n.last())
	if int(n.last()-n.first())+1 != len(n.rows) { // others lie between
		row = fmt.Sprintf("#%d…%d", n.first(), n.last())
	}
	kinds, tools := map[string]int{}, map[string]int{}
	for _, r := range n.rows {
		kinds[d.log.Kind(int(r)).String()]++
		if d.log.Kind(int(r)) == event.KindAction {
			if t := d.word(d.log.Tool(int(r))); t != "" {
				tools[t]++
			}
		}
	}
	s := tally(kinds, 6)
	if t := tally(tools, 5); t != "" {
		s += " · " + t
	}
	return label{row: row, what: strconv.Itoa(len(n.rows)) + " events", badges: d.badges(n), summary: s}
}

// tally lists what occurs, most frequent first.
func tally(of map[string]int, limit int) string {
	names := make([]string, 0, len(of))
	for n := range of {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(a, b)) })
	var parts []string
	for i, n := range names {
		if i == limit {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, fmt.Sprintf("%d× %s", of[n], n))
	}
	return strings.Join(parts, ", ")
}

// what is the kind, for a message with its source, for an unknown kind with
// upstream's name.
func (d *drawing) what(i int) string {
	k := d.log.Kind(i)
	switch {
	case k == event.KindMessage && d.log.Source(i) != 0:
		return d.word(d.log.Source(i)) + " message"
	case (k == event.KindOther || k == event.KindUnknown) && d.log.Type(i) != 0:
		return d.word(d.log.Type(i))
	}
	return strings.ReplaceAll(k.String(), "_", " ")
}

func (d *drawing) word(n event.Name) string { return clean(d.log.NameString(n), wordLimit) }

func shortID(id string) string {
	if s := clean(id, 200); len([]rune(s)) > idWhole {
		return string([]rune(s)[:idLimit])
	} else {
		return s
	}
}

// summary says in one line what the event says, as far as the columns hold it.
func (d *drawing) summary(i, limit int) string {
	switch k := d.log.Kind(i); k {
	case event.KindCondensation:
		s := "forgets " + count(len(d.log.Forgets(i)), "event")
		if d.log.Has(i, event.FlagSummary) {
			s += ", with a summary"
		}
		return s
	case event.KindAction:
		if a, ok := d.log.Args(i); ok {
			return arguments(a, limit)
		}
	case event.KindState, event.KindHook, event.KindToolCard:
		return strings.Trim(d.word(d.log.Label(i))+" "+d.word(d.log.Value(i)), " ")
	}
	if t, ok := d.log.Text(i); ok && t != "" {
		return clean(t, limit)
	}
	if k := d.log.Kind(i); k == event.KindAction || k == event.KindResult { // their label is a class, which says no more than the tool
		return ""
	}
	return d.word(cmp.Or(d.log.Value(i), d.log.Label(i)))
}

// badges lists what stands out about a node, in a fixed order.
func (d *drawing) badges(n *node) []badge {
	r := n.first()
	i := int(r)
	var out []badge
	add := func(when bool, t tone, format string, a ...any) {
		if when {
			out = append(out, badge{fmt.Sprintf(format, a...), t})
		}
	}
	add(d.has(r, rowHead), toneHead, "HEAD")
	add(d.has(r, rowFocus), toneHead, "asked for")
	add(d.has(r, rowOrphan), toneError, "no known outcome")
	add(d.log.Synthetic(i) != event.NotSynthetic, toneWarning, "synthetic: %s", d.log.Synthetic(i))
	d.startBadge(n, add)
	add(n.forks > 1, toneTree, "fork ×%d", n.forks)
	add(n.parent >= 0 && n.gap > 0, toneQuiet, "%d not drawn above", n.gap)
	add(n.hidden > 0, toneQuiet, "%d not drawn below", n.hidden)
	if b := d.batch[r]; b > 0 && !n.isRun() {
		add(true, toneBatch, "batch %d/%d", d.place[r], d.sizes[b-1])
	}
	add(len(n.twigs) > 0, toneQuiet, "+%d", len(n.twigs))
	return append(out, d.markBadges(n)...)
}

func (d *drawing) startBadge(n *node, add func(bool, tone, string, ...any)) {
	p := d.log.IDString(d.log.Parent(int(n.first())))
	switch n.start {
	case startRoot:
		add(true, toneTree, "root")
	case startMissing:
		add(true, toneError, "parent %s missing", shortID(p))
	case startCycle:
		add(true, toneError, "cycle: parent %s is below", shortID(p))
	case startOutside:
		add(true, toneWarning, "outside the tree")
	case startLater:
		add(true, toneWarning, "parent %s comes later", shortID(p))
	case startAbove:
		add(true, toneQuiet, "%d not drawn above", n.gap)
	}
}

// marksShown is how many findings of one node get a badge of their own.
const marksShown = 3

// markBadges shows each finding of an event once, and counts those of the
// events of a run and of the events folded into the node.
func (d *drawing) markBadges(n *node) (out []badge) {
	times := map[Mark]int{}
	var order []Mark
	for _, r := range slices.Concat(n.rows, n.twigs) {
		for _, m := range d.marks[r] {
			m = Mark{Level: m.Level, Label: m.Label}
			if times[m]++; times[m] == 1 {
				order = append(order, m)
			}
		}
	}
	slices.SortFunc(order, compareMarks)
	for k, m := range order {
		if k == marksShown {
			return append(out, badge{fmt.Sprintf("+%d findings", len(order)-k), toneOf(m.Level)})
		}
		text := clean(m.Label, wordLimit)
		if times[m] > 1 {
			text += fmt.Sprintf(" ×%d", times[m])
		}
		out = append(out, badge{text, toneOf(m.Level)})
	}
	return out
}

func toneOf(l Level) tone {
	switch l {
	case LevelError:
		return toneError
	case LevelWarning:
		return toneWarning
	}
	return toneInfo
}

// tooltip is everything about a node, one fact on a line.
func (d *drawing) tooltip(y int, l label) string {
	n := &d.nodes[y]
	lines := []string{strings.Join(slices.DeleteFunc([]string{l.row, l.what, l.tool}, isEmpty), " ")}
	add := func(name, value string) {
		if value != "" {
			lines = append(lines, name+" "+value)
		}
	}
	i := int(n.first())
	if n.isRun() {
		add("from", clean(d.log.IDString(d.log.ID(i)), wordLimit))
		add("to", clean(d.log.IDString(d.log.ID(int(n.last()))), wordLimit))
		return strings.Join(append(lines, l.summary), "\n")
	}
	add("id", clean(d.log.IDString(d.log.ID(i)), wordLimit))
	add("type", d.word(d.log.Type(i)))
	if t, ok := d.log.TimeText(i); ok {
		add("time", clean(t, wordLimit))
	}
	add("response", clean(d.log.IDString(d.log.ResponseID(i)), wordLimit))
	add("call", clean(d.log.IDString(d.log.CallID(i)), wordLimit))
	if c := d.log.Cost(i); !math.IsNaN(c) {
		add("cost", strconv.FormatFloat(c, 'g', -1, 64))
	}
	for _, m := range d.marks[n.first()] {
		add(clean(m.Label, wordLimit)+":", clean(m.Text, tooltipLimit))
	}
	return strings.Join(append(lines, d.summary(i, tooltipLimit)), "\n")
}

func isEmpty(s string) bool { return s == "" }
