package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/traj-dev/traj/project"
	"github.com/traj-dev/traj/replay"
)

// ReplayedLog is what a replay has to say about one log.
type ReplayedLog struct {
	Name    string
	Format  string
	Choice  project.Choice
	Record  *replay.Record
	Losses  []ReplayLoss
	Left    int // places of losses beyond those listed
	Actions *replay.Tally
	Crash   *replay.Crash      // nil unless asked for
	Proof   *replay.Proof      // nil unless asked for
	State   *replay.StateTable // nil unless asked for
}

// ReplayLoss is a loss with its events named, so that the log itself can go.
type ReplayLoss struct {
	At      string // the event
	Where   string // "at the head", "at the end of a branch", "before", "after"
	Again   int
	Dropped []LostBy
}

// LostBy is what one property drops.
type LostBy struct {
	Property string
	Events   []LostEvent
}

// LostEvent is an event that a resumed agent no longer sees.
type LostEvent struct{ ID, What string }

// Replayed gathers what is printed of a replay.
func Replayed(r *project.Reading, c project.Choice, rec *replay.Record) *ReplayedLog {
	out := &ReplayedLog{Name: r.Log.Name, Format: r.Log.Format, Choice: c, Record: rec}
	losses, left := replay.Losses(r, rec)
	out.Left = left
	for _, l := range losses {
		x := ReplayLoss{At: l.Checkpoint.Event, Where: lossPlace(&l), Again: l.Again}
		for _, d := range l.Dropped {
			by := LostBy{Property: d.Property.String()}
			for _, i := range d.Items {
				by.Events = append(by.Events, LostEvent{r.ItemID(i), itemWords(r, i)})
			}
			x.Dropped = append(x.Dropped, by)
		}
		out.Losses = append(out.Losses, x)
	}
	return out
}

func lossPlace(l *replay.Loss) string {
	switch {
	case l.Own:
		return "at the head"
	case l.Head:
		return "at the end of a branch"
	}
	return l.At
}

// itemWords names an item of a view in a few words.
func itemWords(r *project.Reading, i project.Item) string {
	if i.Summary {
		return "summary"
	}
	words := r.Log.Kind(int(i.Row)).String()
	if t := r.Log.NameString(r.Log.Tool(int(i.Row))); t != "" {
		words += " of " + t
	}
	return words
}

// mostLost bounds the events of a loss in text; JSON has them all.
const mostLost = 8

// ReplayText prints a replay for people.
func ReplayText(w io.Writer, style Style, a *ReplayedLog) error {
	rec := a.Record
	fmt.Fprintln(w, style.bold(fmt.Sprintf("%s  %s, %s, %s, %s", Clean(a.Name), a.Format, Count(rec.Events, "event"), branches(rec.Branches), rec.Profile)))
	if rec.Partial {
		fmt.Fprintln(w, "  interrupted: this is partial")
	}
	line := fmt.Sprintf("  %s, rebuilt view looked at %s", Count(len(rec.Checkpoints), "checkpoint"), Count(rec.Points, "time"))
	if rec.Skipped > 0 {
		line += fmt.Sprintf(" and left out %s: a rebuild of them all would not be linear", Count(rec.Skipped, "time"))
	}
	if rec.Unwalked > 0 {
		line += fmt.Sprintf("; no path leads to %s", Count(rec.Unwalked, "event"))
	}
	indent(w, style, "  ", line[2:])
	if a.Actions != nil {
		indent(w, style, "  ", "actions: "+a.Actions.String())
	}
	for i := range a.Losses {
		lossText(w, style, &a.Losses[i])
	}
	if a.Left > 0 {
		fmt.Fprintf(w, "  and %s with losses\n", Count(a.Left, "more place"))
	}
	if a.Proof != nil {
		proofText(w, style, a.Proof)
	}
	if a.Crash != nil {
		if err := crashText(w, style, a); err != nil {
			return err
		}
	}
	if a.State != nil {
		if err := stateText(w, style, a.State); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w)
	return err
}

func proofText(w io.Writer, style Style, p *replay.Proof) {
	if len(p.Differences) > 0 {
		for _, d := range p.Differences {
			indent(w, style, "  ", "NOT THE SAME: "+d)
		}
		return
	}
	line := fmt.Sprintf("proved: walked twice, taken up again at %s, made anew from the checkpoint before at %s", Count(p.TakenUp, "step"), Count(p.Anew, "event"))
	for i, how := range p.Read {
		if i == 0 {
			how = "read again " + how
		}
		line += ", " + how
	}
	indent(w, style, "  ", line+": the same")
}

func branches(n int) string {
	if n == 1 {
		return "1 branch"
	}
	return fmt.Sprintf("%d branches", n)
}

func lossText(w io.Writer, style Style, l *ReplayLoss) {
	n := 0
	for _, d := range l.Dropped {
		n += len(d.Events)
	}
	head := fmt.Sprintf("a resume %s %s forgets %s that the running agent saw", l.Where, l.At, Count(n, "event"))
	if l.Again > 0 {
		head += fmt.Sprintf("; the same at %s", Count(l.Again, "other place"))
	}
	indent(w, style, "  ", head)
	for _, d := range l.Dropped {
		var ids []string
		for i, e := range d.Events {
			if i == mostLost {
				ids = append(ids, fmt.Sprintf("and %d more", len(d.Events)-i))
				break
			}
			ids = append(ids, e.ID+" ("+e.What+")")
		}
		indent(w, style, "    ", "by "+d.Property+": "+strings.Join(ids, ", "))
	}
}

// indent prints text that wraps under a lead of blanks.
func indent(w io.Writer, style Style, lead, text string) {
	for _, line := range wrap(Clean(text), max(min(style.Columns(), 100)-len(lead), 24)) {
		fmt.Fprintln(w, lead+line)
	}
}
