package page

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/traj-dev/traj/internal/report"
)

// Document is what a page holds: every log in a line, and as many in full as
// there is room for, those with the gravest findings first.
type Document struct {
	Tool    report.Tool
	Command string // what the reader types for one log: "traj report"

	lines  []line
	sheets []*held
	more   int // logs that have no line
	rawOff bool
	counts report.Counts
}

// held is a sheet that is shown in full.
type held struct {
	at     int // of its line
	sheet  *Sheet
	raw    int // what its records cost in the page
	weight int // what its texts cost
	rest   int // what everything else costs
}

// line is a log in the overview.
type line struct {
	Name    string `json:"name"`
	Format  string `json:"format"`
	Profile string `json:"profile"`
	Events  int    `json:"events"`
	Branch  int    `json:"branches"`
	Bytes   int64  `json:"bytes"`
	Error   int    `json:"error"`
	Warning int    `json:"warning"`
	Info    int    `json:"info"`
	Orphans int    `json:"orphans"`
	Status  string `json:"status"`
	Sheet   int    `json:"sheet"` // the number of its sheet, -1 when there is no room for it
}

// The bounds of a page.
const (
	mostPage      = 14_400_000 // bytes of the page, about: texts have what everything else leaves
	leastTexts    = 2_000_000  // but as much at least
	mostRaw       = 2_000_000  // bytes of raw records: all of them or none
	mostEvents    = 12_000     // events shown in full, of several logs
	mostLines     = 5_000      // logs in the overview
	costOfBlock   = 24         // bytes of a text's frame
	costOfLine    = 300        // of a log in the overview
	costOfProgram = 150_000    // of the page itself
)

// Add adds the next log. The sheet belongs to the document.
func (d *Document) Add(s *Sheet) {
	d.counts.Logs++
	d.counts.Events += s.Window.Total
	d.counts.Error += s.Counts["error"]
	d.counts.Warn += s.Counts["warning"]
	d.counts.Info += s.Counts["info"]
	if len(d.lines) == mostLines {
		d.more++
		return
	}
	status := ""
	if s.Info.Status != nil {
		status = *s.Info.Status
	}
	d.lines = append(d.lines, line{s.Name, s.Info.Format, s.Info.Profile, s.Info.Events, s.Info.Branches, s.Info.Bytes.Size,
		s.Counts["error"], s.Counts["warning"], s.Counts["info"], s.Unknown, status, -1})
	h := &held{at: len(d.lines) - 1, sheet: s}
	for _, raw := range s.Content.Raw {
		h.raw += cost(raw)
	}
	h.weigh()
	h.measure()
	d.sheets = append(d.sheets, h)
	d.dropRaw()
	d.dropSheets()
	if d.weight() > 2*mostPage {
		d.shorten()
	}
}

func (h *held) weigh() {
	h.weight = 0
	h.eachBlock(func(b *block) { h.weight += cost(b.Text) + cost(b.End) + costOfBlock })
}

// measure finds what a sheet costs without its texts.
func (h *held) measure() {
	s := *h.sheet
	s.Content.Blocks, s.Content.Raw = nil, nil
	n := &counter{}
	if json.NewEncoder(n).Encode(&s) == nil {
		h.rest = n.n
	}
}

// counter counts the bytes that are written to it.
type counter struct{ n int }

func (c *counter) Write(p []byte) (int, error) {
	c.n += len(p)
	return len(p), nil
}

func (h *held) eachBlock(f func(b *block)) {
	for _, bs := range h.sheet.Content.Blocks {
		for k := range bs {
			f(&bs[k])
		}
	}
}

// Counts sums the logs up.
func (d *Document) Counts() report.Counts { return d.counts }

// dropRaw leaves the raw records out once they are too many.
func (d *Document) dropRaw() {
	total := 0
	for _, h := range d.sheets {
		total += h.raw
	}
	if d.rawOff = d.rawOff || total > mostRaw; d.rawOff {
		for _, h := range d.sheets {
			h.sheet.Content.Raw, h.raw = []string{}, 0
		}
	}
}

// dropSheets leaves the logs without room in the overview only.
func (d *Document) dropSheets() {
	events := 0
	for _, h := range d.sheets {
		events += h.sheet.Window.To - h.sheet.Window.From
	}
	if events <= mostEvents {
		return
	}
	events = 0
	slices.SortFunc(d.sheets, func(a, b *held) int { return d.worse(a.at, b.at) })
	for i, h := range d.sheets {
		events += h.sheet.Window.To - h.sheet.Window.From
		if i > 0 && events > mostEvents {
			d.sheets = d.sheets[:i]
			break
		}
	}
	slices.SortFunc(d.sheets, func(a, b *held) int { return cmp.Compare(a.at, b.at) })
}

// worse puts the log first that is to be looked at first.
func (d *Document) worse(a, b int) int {
	x, y := &d.lines[a], &d.lines[b]
	return cmp.Or(-cmp.Compare(min(x.Error, 1), min(y.Error, 1)), -cmp.Compare(min(x.Orphans, 1), min(y.Orphans, 1)),
		-cmp.Compare(min(x.Warning, 1), min(y.Warning, 1)), cmp.Compare(a, b))
}

func (d *Document) weight() int {
	total := 0
	for _, h := range d.sheets {
		total += h.weight
	}
	return total
}

// rest is what everything but the texts costs.
func (d *Document) rest() int {
	total := costOfProgram + len(d.lines)*costOfLine
	for _, h := range d.sheets {
		total += h.rest + h.raw
	}
	return total
}

// shorten cuts the texts so that all fit.
func (d *Document) shorten() {
	var texts []weighed
	for _, h := range d.sheets {
		h.eachBlock(func(b *block) {
			texts = append(texts, weighed{len(b.Text) + len(b.End), cost(b.Text) + cost(b.End) + costOfBlock})
		})
	}
	most := fair(texts, int64(max(leastTexts, mostPage-d.rest())))
	if most == 0 {
		return
	}
	for _, h := range d.sheets {
		h.sheet.Content.Most = most
		h.eachBlock(func(b *block) { b.shorten(most) })
		h.weigh()
	}
}

// settle makes the document ready to be written.
func (d *Document) settle() {
	d.shorten()
	for i, h := range d.sheets {
		d.lines[h.at].Sheet = i
		c := &h.sheet.Content
		c.Cut, c.CutBy = 0, 0
		h.eachBlock(func(b *block) {
			if b.Cut > 0 {
				c.Cut++
				c.CutBy += int64(b.Cut)
			}
		})
	}
}
