package atif

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
)

// sums are what the steps of a trajectory amount to. Steps that were copied
// from an earlier one count there.
type sums struct {
	steps, copied int
	others        bool // sub-agents were at work, and their use may be in the totals
	figures       [4]figure
}

// figure is one sum; whole while no step of the agent lacks its part.
type figure struct {
	sum  float64
	lack int
}

// metrics are the members of a step's metrics and of the totals, in the order
// of sums.figures.
var metrics = [4][2]string{{"prompt_tokens", "total_prompt_tokens"}, {"completion_tokens", "total_completion_tokens"}, {"cached_tokens", "total_cached_tokens"}, {"cost_usd", "total_cost_usd"}}

func (s *sums) add(st *step) {
	s.steps++
	if st.copied {
		s.copied++
		return
	}
	if string(st.Get("source").Text()) != "agent" {
		return
	}
	for i, m := range metrics {
		if v, ok := st.Path("metrics", m[0]).Float(); ok {
			s.figures[i].sum += v
		} else {
			s.figures[i].lack++
		}
	}
}

// usage tells what a step took.
func (d *Decoder) usage(s *step, row *event.Row) {
	m := s.Get("metrics")
	if n, ok := m.Get("prompt_tokens").Int(); ok && n >= 0 {
		row.TokensIn = n
	}
	if n, ok := m.Get("completion_tokens").Int(); ok && n >= 0 {
		row.TokensOut = n
	}
	if c, ok := m.Get("cost_usd").Float(); ok {
		row.Cost = c
	}
}

// totals holds the recorded totals against the steps. Notes may explain any
// difference, and totals may count what sub-agents and earlier parts of the
// run took.
func (d *Decoder) totals() {
	if len(d.root.Get("notes").Text()) > 0 {
		return
	}
	final, s := d.root.Get("final_metrics"), &d.sums
	if n, ok := final.Get("total_steps").Float(); ok {
		found := float64(s.steps)
		if s.copied > 0 && n == float64(s.steps-s.copied) {
			found = n // the copied ones may be left out
		}
		d.total(final, "total_steps", n, found, false)
	}
	for i, m := range metrics {
		n, ok := final.Get(m[1]).Float()
		f := s.figures[i]
		if ok {
			d.total(final, m[1], n, fields.Near(n, f.sum), f.lack > 0 || s.others || s.copied > 0)
		}
	}
}

func (d *Decoder) total(final fields.Value, name string, says, found float64, least bool) {
	v := final.Get(name)
	at := v.At(d.pos, "", -1)
	d.log.Claims = append(d.log.Claims, event.Claim{Kind: event.ClaimTotal, Field: "final_metrics." + name, Pointer: d.pointer("/final_metrics/" + name),
		Offset: at.Offset, File: d.pos.File, Row: -1, Text: "the steps", Says: says, Found: found, Least: least})
}
