package replay

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/traj-dev/traj/event"
)

// lineResponses holds the responses that the state counts for the agent's own
// model against those that the events come from.
func lineResponses(s *stateView) StateLine {
	l := StateLine{Fact: "responses counted"}
	seen := map[string]bool{}
	for _, row := range s.r.Seq {
		i := int(row)
		if k := s.r.Log.Kind(i); k == event.KindAction || k == event.KindMessage || k == event.KindCondensation {
			if id := s.r.Log.IDString(s.r.Log.ResponseID(i)); id != "" {
				seen[id] = true
			}
		}
	}
	l.Says[OwnerEvents] = &Saying{Value: fmt.Sprint(len(seen)), Row: -1, Derived: true}
	counted, lost := map[string]bool{}, 0
	for _, u := range s.state.Usages {
		for _, id := range u.Responses {
			if !counted[id] && !seen[id] && s.state.AgentUsage != nil && u.Name == *s.state.AgentUsage {
				lost++
			}
			counted[id] = true
		}
	}
	if len(counted) == 0 {
		return l
	}
	l.Says[OwnerSnapshot] = &Saying{Value: fmt.Sprint(len(counted)), Row: -1}
	free := 0
	for id := range seen {
		if !counted[id] {
			free++
		}
	}
	if l.Verdict = Agree; lost > 0 || free > 0 {
		l.Verdict = Differ
		l.Note = fmt.Sprintf("%d counted for the agent's model have no event, %d with events are not counted", lost, free)
	}
	return l
}

// lineCost holds what the state says that the models cost against the sum of
// the calls that it lists, and against what the events declare.
func lineCost(s *stateView) StateLine {
	l := StateLine{Fact: "cost"}
	total, sum, declared := math.NaN(), 0.0, math.NaN()
	for _, u := range s.state.Usages {
		if !math.IsNaN(u.Cost) {
			total, sum = zeroed(total)+u.Cost, sum+u.CostSum
		}
	}
	for _, row := range s.r.Seq {
		if c := s.r.Log.Cost(int(row)); !math.IsNaN(c) {
			declared = zeroed(declared) + c
		}
	}
	if !math.IsNaN(declared) {
		l.Says[OwnerEvents] = &Saying{Value: money(declared), Row: -1, Derived: true}
	}
	if math.IsNaN(total) {
		return l
	}
	l.Says[OwnerSnapshot] = &Saying{Value: money(total), Row: -1}
	switch {
	case !math.IsNaN(sum) && math.Abs(total-sum) > 1e-6+1e-9*math.Abs(total):
		l.Verdict, l.Note = Differ, fmt.Sprintf("the calls that the state lists cost %s", money(sum))
	case !math.IsNaN(declared) && math.Abs(total-declared) > 1e-6+1e-9*math.Abs(total):
		l.Verdict = Differ
	case !math.IsNaN(declared):
		l.Verdict = Agree
	}
	return l
}

func zeroed(f float64) float64 {
	if math.IsNaN(f) {
		return 0
	}
	return f
}

func money(f float64) string { return fmt.Sprintf("%.6f", f) }

func lineGeneration(s *stateView) StateLine {
	l := StateLine{Fact: "lease generation"}
	l.Says[OwnerLease] = saidNumber(s.meta.Generation)
	if s.meta.Generation != nil && *s.meta.Generation < 1 {
		l.Verdict, l.Note = Differ, "the first owner counts as 1"
	}
	return l
}

// lineExpiry says when the lease ends unless it is renewed.
func lineExpiry(s *stateView) StateLine {
	l := StateLine{Fact: "lease ends"}
	if s.meta.Expires != nil {
		l.Says[OwnerLease] = &Saying{Value: time.UnixMicro(*s.meta.Expires).UTC().Format("2006-01-02T15:04:05Z"), Row: -1}
	}
	return l
}

// lineLease says whether the lease lives at a time, and what that makes of a
// status that says that the agent runs.
func (s *stateView) lineLease(now int64) StateLine {
	l := StateLine{Fact: "lease"}
	if s.meta.Expires == nil {
		return l
	}
	if now == event.NoTime {
		l.Note = "whether it is live needs a time to judge it by"
		return l
	}
	live, runs := now < *s.meta.Expires, s.status() == "running"
	l.Says[OwnerLease] = &Saying{Value: "expired", Row: -1, Derived: true}
	if live {
		l.Says[OwnerLease].Value = "live"
	}
	if l.Says[OwnerSnapshot] = said(s.state.Status); s.state.Status == nil {
		return l
	}
	switch l.Verdict = Agree; {
	case runs && live:
		l.Note = "a server may be at work on it: what stands here can change"
	case runs:
		l.Verdict, l.Note = Differ, "the status says that it runs, and nobody holds it: its process died"
	}
	return l
}

// Stop is one of the three ways in which a run is said to be over. None of them
// stands for another.
type Stop struct {
	Stop   string
	Answer string // "yes", "no" or "unknown"
	Why    string
	Row    int32 // the event that shows it; meant only where Event is set
	Event  string
}

// stops keeps apart that the model said that it is done, that the loop stopped,
// and that somebody accepted the work.
func (s *stateView) stops() [3]Stop {
	return [3]Stop{s.modelDone(), s.loopStopped(), {
		Stop: "the work was accepted", Answer: "unknown", Row: -1,
		Why: "nothing in a log proves it: neither the model's word nor the end of the loop",
	}}
}

// modelDone finds the last word of the model on the branch, and whether the
// conversation went on after it.
func (s *stateView) modelDone() Stop {
	stop := Stop{Stop: "the model said done", Answer: "unknown", Why: "there is no way to the head", Row: -1}
	if s.broken {
		return stop
	}
	stop.Answer, stop.Why = "no", "the branch has no action that ends the run and no message of the model"
	for _, row := range slices.Backward(s.path) {
		l, i := s.r.Log, int(row)
		finish := l.Kind(i) == event.KindAction && l.Has(i, event.FlagFinish)
		switch {
		case finish:
			stop.Why = "an action that ends the run"
		case l.Kind(i) == event.KindMessage && s.word(l.Source(i)) == "agent":
			stop.Why = "a message of the model without a call"
			if l.Has(i, event.FlagFramework) {
				stop.Why = "a message in the model's place, which the framework wrote"
			}
		case s.isUser(row):
			stop.Why = "nothing of the kind since the last message of the user"
			return stop
		default:
			continue
		}
		stop.Answer, stop.Row, stop.Event = "yes", row, s.r.EventID(row)
		if l.Has(i, event.FlagFramework) {
			stop.Answer = "no"
		}
		return stop
	}
	return stop
}

// stopWords are what ends a loop, by the saved status.
var stopWords = map[string]string{
	"finished": "yes", "error": "yes", "stuck": "yes", "paused": "yes", "waiting_for_confirmation": "yes", "idle": "yes", "deleting": "yes", "running": "unknown",
}

// loopStopped says whether the loop ended, and by what the events show it.
func (s *stateView) loopStopped() Stop {
	stop := Stop{Stop: "the loop stopped", Answer: "unknown", Why: "no status is saved or recorded", Row: -1}
	status := s.status()
	if status == "" && s.update >= 0 && s.update >= s.last {
		status = s.word(s.r.Log.Value(int(s.update)))
	}
	if status != "" {
		stop.Answer, stop.Why = stopWords[status], "the status is "+status
		if stop.Answer == "" {
			stop.Answer = "unknown"
		}
		if status == "running" {
			stop.Why += ": it died, or was copied while it ran"
		}
	}
	for k := len(s.path) - 1; k >= 0 && !s.isUser(s.path[k]); k-- {
		row := s.path[k]
		l, i := s.r.Log, int(row)
		how := ""
		switch {
		case s.runError(row):
			how = "an error of the run, " + s.word(l.Label(i))
		case l.Kind(i) == event.KindPause:
			how = "a pause (" + s.word(l.Type(i)) + ")"
		case l.Synthetic(i) == event.SyntheticRestart:
			how = "a restart after a crash"
		default:
			continue
		}
		stop.Row, stop.Event = row, s.r.EventID(row)
		stop.Why += "; the last stop on the branch is " + how
		return stop
	}
	return stop
}
