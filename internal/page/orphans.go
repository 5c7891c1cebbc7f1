package page

import "github.com/traj-dev/traj/replay"

// orphan is an action whose outcome nobody knows, with what there is to find
// out: the sheet of traj orphans.
type orphan struct {
	Row       int32      `json:"row"`
	Event     string     `json:"event"`
	Call      string     `json:"call"`
	Tool      string     `json:"tool"`
	Args      string     `json:"args"`
	Effect    string     `json:"effect"`
	Outcome   string     `json:"outcome"`
	By        string     `json:"by,omitempty"` // who wrote the synthetic result
	Status    string     `json:"status"`
	Ask       string     `json:"ask"`
	Does      string     `json:"does"`
	Why       string     `json:"why"`
	Operation string     `json:"operation"`
	Intent    string     `json:"intent"`
	Later     int        `json:"later"`
	Age       int64      `json:"age"` // microseconds, -1 when unknown
	Runs      int        `json:"runs"`
	OnBranch  bool       `json:"onBranch"`
	Evidence  []evidence `json:"evidence"`
	Receipt   string     `json:"receipt,omitempty"`
}

type evidence struct {
	Row  int32  `json:"row"`
	ID   string `json:"id,omitempty"`
	Note string `json:"note"`
}

type receipt struct {
	Line    int    `json:"line"`
	Message string `json:"message"`
}

func (g *gatherer) orphans() error {
	list, err := replay.Orphans(g.r, g.o.Effects)
	if err != nil {
		return err
	}
	g.s.list = list
	g.s.Orphans, g.s.Receipts = []orphan{}, []receipt{}
	g.orphan = map[int32]bool{}
	for _, o := range list {
		g.orphan[o.Row] = !o.Outcome.Known()
		if g.o.Redact {
			o.Redact()
		}
	}
	return nil
}

// Settle moves the statuses of the sheet's orphans by a ledger and writes them
// down; it is to be called once.
func (s *Sheet) Settle(l *replay.Ledger) {
	for _, f := range l.Apply(s.list) {
		s.Receipts = append(s.Receipts, receipt{f.Line, f.Message})
	}
	for i, o := range s.list {
		s.Unknown += countIf(!o.Status.Settled())
		if i < mostOrphans {
			s.Orphans = append(s.Orphans, orphanOf(o))
		}
	}
	s.MoreOrphans = max(0, len(s.list)-mostOrphans)
	s.list = nil
}

func orphanOf(o *replay.Orphan) orphan {
	out := orphan{Row: o.Row, Event: o.EventID, Call: o.CallID, Tool: o.Tool, Args: clip(o.Args, mostArgs), Effect: o.Effect.String(), Outcome: o.Outcome.String(),
		Status: o.Status.String(), Ask: clip(o.Ask, mostArgs), Does: o.Resume.Does.String(), Why: o.Resume.Why, Operation: o.OperationID, Intent: o.IntentHash,
		Later: o.Later, Age: o.Age, Runs: o.Runs, OnBranch: o.OnBranch, Evidence: []evidence{}}
	if o.Outcome == replay.Synthetic {
		out.By = o.By.String()
	}
	for _, e := range o.Evidence {
		out.Evidence = append(out.Evidence, evidence{e.Row, e.ID, e.Note})
	}
	if r := o.Receipt; r != nil {
		out.Receipt = r.Note
		if r.By != "" {
			out.Receipt += " (" + r.By + ")"
		}
	}
	return out
}

func countIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// mostOrphans is how many orphans of a log a page lists, the gravest first.
const mostOrphans = 1000

// mostArgs is how much of a call's arguments the orphan sheet shows.
const mostArgs = 4000
