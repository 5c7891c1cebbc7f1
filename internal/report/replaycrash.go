package report

import (
	"fmt"
	"io"
	"strconv"

	"github.com/traj-dev/traj/replay"
)

// mostWindows bounds the windows in text; JSON has them all.
const mostWindows = 20

// crashText prints what crashes would have done, for people.
func crashText(w io.Writer, style Style, a *ReplayedLog) error {
	c := a.Crash
	if !c.Known {
		indent(w, style, "  ", "crash windows: how "+a.Record.Profile+" recovers is not known")
		return nil
	}
	how := "this version keeps no head: a resume goes on from the last event and runs again what has no result"
	if c.Lag {
		how = "this version saves its head when a step ends: a crash within a step leaves the whole step behind"
	}
	indent(w, style, "  ", fmt.Sprintf("crash windows: %s, one after each event; %s; the results of a response are written when its last call has ended", Count(c.Cuts, "cut"), how))
	if !c.Ordered {
		indent(w, style, "  ", "the order of this log is not that of writing, so the cuts are not those of a real crash")
	}
	if c.Skipped > 0 {
		indent(w, style, "  ", fmt.Sprintf("what a rebuild drops was left out for %s: it would not be linear", Count(c.Skipped, "cut")))
	}
	var rows [][]string
	for _, e := range replay.Effects() {
		n := c.Effects[e]
		rows = append(rows, []string{e.String(), strconv.Itoa(n.Actions), strconv.Itoa(n.ReRuns), strconv.Itoa(n.Strands), strconv.Itoa(n.Drops)})
	}
	if err := grid(w, style, []string{"EFFECT", "ACTIONS", "CUTS: RUN AGAIN", "LEFT BEHIND", "DROPPED"}, rows); err != nil {
		return err
	}
	n := c.Effects[replay.ExternalWrite]
	indent(w, style, "  ", fmt.Sprintf("%d of %d points of this run were one crash away from a duplicate external write, %d from an external write that the resumed agent does not know of", n.ReRuns, c.Cuts, n.Strands))
	windowsText(w, style, c)
	return nil
}

// windowsText lists the windows of external writes and of unknown effects.
func windowsText(w io.Writer, style Style, c *replay.Crash) {
	shown, left := 0, 0
	for _, e := range []replay.Effect{replay.ExternalWrite, replay.EffectUnknown} {
		for _, x := range c.Windows {
			if x.Effect != e {
				continue
			}
			if shown == mostWindows {
				left++
				continue
			}
			shown++
			indent(w, style, "    ", fmt.Sprintf("%s %s, from %s to %s: run again at %s, left behind at %s", x.Effect, x.ID, x.From, x.To, Count(x.ReRuns, "cut"), Count(x.Strands, "cut")))
		}
	}
	if left > 0 {
		fmt.Fprintf(w, "    and %s\n", Count(left, "more window"))
	}
}

type jsonCrash struct {
	Known      bool                       `json:"known"`
	Cuts       int                        `json:"cuts"`
	HeadLags   bool                       `json:"head_lags"`
	InOrder    bool                       `json:"append_order"`
	Skipped    int                        `json:"skipped"`
	Effects    map[string]jsonCrashCounts `json:"effects"`
	Duplicates int                        `json:"points_before_duplicate_external_write"`
	Forgotten  int                        `json:"points_before_forgotten_external_write"`
	Windows    []jsonWindow               `json:"windows"`
	Points     []jsonCrashPoint           `json:"points"`
}

type jsonCrashCounts struct {
	Actions    int `json:"actions"`
	ReExecutes int `json:"re_executes"`
	Strands    int `json:"strands"`
	Drops      int `json:"drops"`
}

type jsonWindow struct {
	EventID    string `json:"event_id"`
	Effect     string `json:"effect"`
	ReExecutes int    `json:"re_executes"`
	Strands    int    `json:"strands"`
	From       string `json:"from"`
	To         string `json:"to"`
}

type jsonCrashPoint struct {
	Row        int32          `json:"row"`
	EventID    string         `json:"event_id"`
	SavedHead  *string        `json:"saved_head"`
	ReExecutes map[string]int `json:"re_executes"`
	Strands    map[string]int `json:"strands"`
	Drops      map[string]int `json:"drops"`
}

func crashJSON(c *replay.Crash) *jsonCrash {
	n := c.Effects[replay.ExternalWrite]
	out := &jsonCrash{Known: c.Known, Cuts: c.Cuts, HeadLags: c.Lag, InOrder: c.Ordered, Skipped: c.Skipped, Effects: map[string]jsonCrashCounts{},
		Duplicates: n.ReRuns, Forgotten: n.Strands, Windows: []jsonWindow{}, Points: []jsonCrashPoint{}}
	for _, e := range replay.Effects() {
		n := c.Effects[e]
		out.Effects[e.String()] = jsonCrashCounts{n.Actions, n.ReRuns, n.Strands, n.Drops}
	}
	for _, x := range c.Windows {
		out.Windows = append(out.Windows, jsonWindow{x.ID, x.Effect.String(), x.ReRuns, x.Strands, x.From, x.To})
	}
	for _, p := range c.Points {
		x := jsonCrashPoint{Row: p.Row, EventID: p.ID, SavedHead: orNull(p.Saved), ReExecutes: map[string]int{}, Strands: map[string]int{}, Drops: map[string]int{}}
		for _, e := range replay.Effects() {
			put(x.ReExecutes, e, p.ReRuns[e])
			put(x.Strands, e, p.Strand[e])
			put(x.Drops, e, p.Drops[e])
		}
		out.Points = append(out.Points, x)
	}
	return out
}

func put(m map[string]int, e replay.Effect, n int32) {
	if n > 0 {
		m[e.String()] = int(n)
	}
}
