package page

import (
	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/project"
	"github.com/traj-dev/traj/replay"
)

// Options say what of a log is shown.
type Options struct {
	Effects *replay.EffectTable
	Redact  bool // leave out everything that the model, tools and users wrote
	Page    int  // which of a long log's pages, from 1
	Size    int  // events of a page, 0 is PageSize
	Content int  // bytes of content at most, 0 is the default
}

// PageSize is the number of events of a long log that one page holds.
const PageSize = 10_000

// Sheet is what a page holds of one log. Rows are those of the log; lists by
// event hold those of the window.
type Sheet struct {
	Name        string         `json:"name"`
	Info        *report.Info   `json:"info"`
	Window      window         `json:"window"`
	Span        span           `json:"span"`
	Redacted    bool           `json:"redacted"`
	Lenient     string         `json:"lenient"`     // what the version refuses on the active branch, "" for nothing: views and prompts take such records by their kind
	Merges      bool           `json:"mergesUsers"` // neighbouring messages of the user become one
	Folds       bool           `json:"folds"`       // a running agent may see more than a resumed one
	Counts      map[string]int `json:"counts"`      // findings by severity
	Rules       []ruleNote     `json:"rules"`
	Findings    []finding      `json:"findings"`
	Silent      []silent       `json:"notApplicable"`
	Names       []string       `json:"names"` // words that columns name by number; 0 is none
	Events      columns        `json:"events"`
	Calls       calls          `json:"calls"`
	Orphans     []orphan       `json:"orphans"`
	Unknown     int            `json:"unknown"`     // orphans that are not settled
	MoreOrphans int            `json:"moreOrphans"` // orphans that the list leaves out
	Receipts    []receipt      `json:"receipts"`    // of a ledger, those that contradict
	Prompts     prompts        `json:"prompts"`
	Clock       clock          `json:"clock"`
	Forgot      []condensation `json:"condensations"`
	State       *stateTable    `json:"state"`
	Files       files          `json:"files"`
	Content     content        `json:"content"`

	list []*replay.Orphan // until they are settled
}

// window is which events of the log the page holds.
type window struct {
	From  int `json:"from"`
	To    int `json:"to"` // the first one after
	Total int `json:"total"`
	Page  int `json:"page"`
	Pages int `json:"pages"`
}

func windowOf(total int, o Options) window {
	size := o.Size
	if size <= 0 {
		size = PageSize
	}
	w := window{Total: total, Page: o.Page, Pages: max(1, (total+size-1)/size)}
	w.Page = min(max(w.Page, 1), w.Pages)
	w.From = (w.Page - 1) * size
	w.To = min(w.From+size, total)
	return w
}

func (w window) has(row int32) bool { return int(row) >= w.From && int(row) < w.To }

// Gather makes the sheet of a log. The error says why the log's records could
// not be had.
func Gather(r *project.Reading, c project.Choice, o Options) (*Sheet, error) {
	g := &gatherer{r: r, l: r.Log, o: o, s: &Sheet{Name: r.Log.Name, Info: report.InfoOf(r, c), Window: windowOf(r.Log.Len(), o), Redacted: o.Redact,
		Merges: r.Profile.MergesUsers(), Folds: r.Profile.Incremental(), Names: []string{""}}, names: map[string]int32{"": 0}}
	audited := audit.Run(r, audit.Options{Ambiguous: c.Ambiguous})
	g.findings(audited)
	if err := g.orphans(); err != nil {
		return nil, err
	}
	g.state()
	if _, e := r.ActivePath(); e != nil && e.Kind == project.UnreadableEvent {
		g.r, g.s.Lenient = project.ReadLenient(r.Log, r.Profile), e.Message
	}
	g.columns()
	if err := g.calls(); err != nil {
		return nil, err
	}
	if err := g.prompts(); err != nil {
		return nil, err
	}
	g.clock()
	g.condensations()
	g.files()
	g.s.Events.Flags = append([]rowFlag{}, g.flag[g.s.Window.From:g.s.Window.To]...)
	return g.s, g.content()
}

// gatherer is the work of one log.
type gatherer struct {
	r *project.Reading
	l *event.Log
	o Options
	s *Sheet

	names   map[string]int32
	orphan  map[int32]bool
	flag    []rowFlag // by row
	joined  map[[2]project.Item]bool
	walked  []bool                      // by row: a path leads to it
	rich    []bool                      // by row: its message has content
	several map[int32][]project.Message // of summaries that stand for more than one message
}

// name is the number of a word.
func (g *gatherer) name(s string) int32 {
	if n, ok := g.names[s]; ok {
		return n
	}
	n := int32(len(g.s.Names))
	g.names[s] = n
	g.s.Names = append(g.s.Names, s)
	return n
}

func (g *gatherer) word(n event.Name) int32 { return g.name(g.l.NameString(n)) }
