package page

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/replay"
)

// stateTable holds what the snapshot, the server's record, the lease and the
// events say of the conversation, side by side.
type stateTable struct {
	Owners []string    `json:"owners"`
	Lines  []stateLine `json:"lines"`
	Stops  []stateStop `json:"stops"`
}

type stateLine struct {
	Fact    string    `json:"fact"`
	Says    []*saying `json:"says"`
	Verdict string    `json:"verdict"`
	Note    string    `json:"note,omitempty"`
}

type saying struct {
	Value   string `json:"value"`
	Row     int32  `json:"row"`
	Derived bool   `json:"derived,omitempty"`
}

type stateStop struct {
	Stop   string `json:"stop"`
	Answer string `json:"answer"`
	Why    string `json:"why"`
	Row    int32  `json:"row"`
}

func (g *gatherer) state() {
	t := replay.StateAgainstLog(g.r, replay.StateOptions{Now: event.NoTime})
	s := &stateTable{Owners: []string{}, Lines: []stateLine{}, Stops: []stateStop{}}
	for o := range replay.OwnerCount {
		s.Owners = append(s.Owners, o.String())
	}
	for i := range t.Lines {
		l := &t.Lines[i]
		line, said := stateLine{Fact: l.Fact, Verdict: l.Verdict.String(), Note: l.Note}, false
		for _, x := range l.Says {
			if x == nil {
				line.Says = append(line.Says, nil)
				continue
			}
			said = true
			row := int32(-1)
			if x.Event != "" {
				row = x.Row
			}
			line.Says = append(line.Says, &saying{x.Value, row, x.Derived})
		}
		if said {
			s.Lines = append(s.Lines, line)
		}
	}
	for _, x := range t.Stops {
		row := int32(-1)
		if x.Event != "" {
			row = x.Row
		}
		s.Stops = append(s.Stops, stateStop{x.Stop, x.Answer, x.Why, row})
	}
	g.s.State = s
}
