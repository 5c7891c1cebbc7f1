package mutate

import "slices"

// condensationMutators are defects of what is forgotten.
func condensationMutators() []*Mutator {
	return []*Mutator{
		{"condensation-of-nothing", "a condensation that forgets no event", []string{"condensation-noop:warning"}, func(d *draft) bool { return d.addCondensation([]string{}, 1) }},
		{"condensation-of-strangers", "a condensation that forgets ids of another log", []string{"condensation-noop:warning"}, func(d *draft) bool {
			return d.addCondensation([]string{d.uuid(), d.uuid()}, 1)
		}},
		{"summary-beyond-view", "a summary whose place is beyond the view's end", []string{"condensation-offset-out-of-range:warning"}, func(d *draft) bool {
			return d.change(d.summarizes, func(r *record) { r.set(len(d.rows)+57, "summary_offset") })
		}},
		{"summary-without-place", "a summary without a place", []string{"condensation-offset-out-of-range:warning"}, func(d *draft) bool {
			return d.change(d.summarizes, func(r *record) { r.drop("summary_offset") })
		}},
		{"condensation-unanswered", "a condensation that was asked for and never made", []string{"condensation-unanswered:info"}, func(d *draft) bool {
			return d.tip() != nil && d.settledTip() && d.insert(d.tip(), "CondensationRequest", "environment") != nil
		}},
		{"condensation-keeps-result", "a condensation that forgets a call and keeps its result", []string{"condensation-splits-pair:error"}, func(d *draft) bool { return d.keepHalf(true) }},
		{"condensation-keeps-call", "a condensation that forgets a result and keeps its call", []string{"condensation-splits-pair:error"}, func(d *draft) bool { return d.keepHalf(false) }},
		{"condensation-halves-batch", "a condensation that forgets one call of a response with its result", []string{"batch-split:error"}, halveBatch},
		{"condensation-halves-loop", "a condensation that forgets the thinking that a run of calls began with", []string{"condensation-splits-tool-loop:warning"}, halveLoop},
	}
}

// settledTip reports whether nothing is under way at the end of the path and
// an event more there means nothing.
func (d *draft) settledTip() bool {
	return d.status() != "waiting_for_confirmation" && d.tip() == d.rows[len(d.rows)-1] && !d.tip().is("ActionEvent", "ConversationErrorEvent")
}

// addCondensation puts a condensation at the end of the path.
func (d *draft) addCondensation(forgets []string, at int) bool {
	if d.tip() == nil || !d.settledTip() {
		return false
	}
	d.insert(d.tip(), "Condensation", "environment", member{"forgotten_event_ids", forgets}, member{"summary", "So far so good."}, member{"summary_offset", at},
		member{"llm_response_id", "chatcmpl-" + d.hex(24)})
	return true
}

func (d *draft) summarizes(r *record) bool {
	return r.is("Condensation") && r.on && r.raw("summary") != "" && !slices.ContainsFunc(d.rows, func(c *record) bool { return slices.Contains(c.forgets, r.id+"-summary") })
}

// keepHalf makes a condensation keep one half of a single call that it forgets.
func (d *draft) keepHalf(result bool) bool {
	var call *record
	c := d.any(func(c *record) bool {
		if !c.is("Condensation") || !c.on {
			return false
		}
		call = d.wholeIn(c)
		return call != nil
	})
	if c == nil {
		return false
	}
	call = d.wholeIn(c)
	keep := call.id
	if result {
		keep = call.results[0].id
	}
	c.set(slices.DeleteFunc(slices.Clone(c.forgets), func(id string) bool { return id == keep }), "forgotten_event_ids")
	return true
}

// wholeIn is a single call outside of a run begun by thinking that a
// condensation forgets with its result, nil without one.
func (d *draft) wholeIn(c *record) *record {
	for _, id := range c.forgets {
		r := d.byID[id]
		if r != nil && r.valid && r.on && len(r.results) == 1 && len(d.batches[r.response]) == 1 && slices.Contains(c.forgets, r.results[0].id) && !d.thinks() {
			return r
		}
	}
	return nil
}

// thinks reports whether the model signs its thinking.
func (d *draft) thinks() bool {
	return slices.ContainsFunc(d.rows, func(r *record) bool { return r.thinking })
}

func halveBatch(d *draft) bool {
	batch := d.batch()
	if batch == nil || d.condensed() || d.thinks() {
		return false
	}
	last := batch[len(batch)-1]
	return d.addCondensation([]string{last.id, last.results[0].id}, d.placeInView(batch[0]))
}

// placeInView is where an event stands in a view of which nothing is forgotten.
func (d *draft) placeInView(r *record) int {
	n := 0
	for _, x := range d.path[:slices.Index(d.path, r)] {
		if x.visible() {
			n++
		}
	}
	return n
}

// halveLoop forgets a single thinking call whose run goes on with another call.
func halveLoop(d *draft) bool {
	r := d.any(func(r *record) bool {
		if !d.single(r) || !r.thinking {
			return false
		}
		c := d.next(r.results[0])
		return r.results[0].up == r && c != nil && d.single(c) && !c.thinking && c.up == r.results[0]
	})
	return r != nil && !d.condensed() && d.addCondensation([]string{r.id, r.results[0].id}, 1)
}
