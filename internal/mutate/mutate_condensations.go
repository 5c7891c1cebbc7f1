package mutate

import (
	"slices"
	"strconv"
)

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
		{"condensation-of-everything", "a condensation that forgets the system prompt and all else", []string{"condensation-resets"}, func(d *draft) bool {
			return !d.condensed() && d.addCondensation(d.shown(0), 0)
		}},
		{"condensation-of-little", "a condensation that forgets one event of many", []string{"condensation-small:info"}, func(d *draft) bool {
			ids := d.shown(0)
			m := d.any(func(r *record) bool { return d.quiet(r) && r.response != "" })
			return !d.condensed() && m != nil && d.tree && len(ids) > 10 && d.addCondensation([]string{m.id}, 1)
		}},
		{"condensation-with-hole", "a condensation that keeps an event in the middle of what it forgets", []string{"condensation-ragged:warning"}, func(d *draft) bool {
			return d.condenser() && d.change(func(c *record) bool {
				return c.is("Condensation") && c.on && !d.condensedAfter(c) && c.raw("summary_offset") != "0" && d.middle(c) != nil
			}, func(c *record) {
				keep := d.middle(c)
				c.set(slices.DeleteFunc(slices.Clone(c.forgets), func(id string) bool { return id == keep.id }), "forgotten_event_ids")
			})
		}},
		{"condensation-of-first", "a condensation that forgets what its condenser always keeps", []string{"condensation-ragged:warning"}, func(d *draft) bool {
			return d.condenser() && d.forgetFirst()
		}},
		{"forgotten-twice", "a condensation that forgets what was forgotten before", []string{"forgotten-twice:info"}, func(d *draft) bool {
			c := d.any(func(c *record) bool { return c.is("Condensation") && c.on && d.message(c) != "" })
			return c != nil && d.addCondensation([]string{d.message(c)}, 0)
		}},
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
	if d.tip() == nil || !d.settledTip() || d.condenser() {
		return false
	}
	d.uncount()
	d.insert(d.tip(), "Condensation", "environment", member{"forgotten_event_ids", forgets}, member{"summary", "So far so good."}, member{"summary_offset", at},
		member{"llm_response_id", "chatcmpl-" + d.hex(24)})
	return true
}

func (d *draft) summarizes(r *record) bool {
	return r.is("Condensation") && r.on && !d.condensedAfter(r) && r.raw("summary") != "" && !slices.ContainsFunc(d.rows, func(c *record) bool { return slices.Contains(c.forgets, r.id+"-summary") })
}

// keepHalf makes a condensation keep one half of a single call that it forgets,
// at an end of what it forgets.
func (d *draft) keepHalf(result bool) bool {
	c := d.any(func(c *record) bool { return c.is("Condensation") && c.on && d.halfOf(c, result) != nil })
	if c == nil {
		return false
	}
	keep := d.halfOf(c, result)
	c.set(slices.DeleteFunc(slices.Clone(c.forgets), func(id string) bool { return id == keep.id }), "forgotten_event_ids")
	return true
}

// halfOf is the first event that a condensation forgets if it is a call, or the
// last if it is a result, whose other half it forgets too; nil else. Calls of
// signed thinking are left alone.
func (d *draft) halfOf(c *record, result bool) *record {
	var rows []*record
	for _, id := range c.forgets {
		if r := d.byID[id]; r != nil {
			rows = append(rows, r)
		}
	}
	if len(rows) < 3 || d.thinks() || c.raw("summary_offset") == "0" {
		return nil
	}
	slices.SortFunc(rows, func(a, b *record) int { return a.n - b.n })
	call, keep := rows[0], rows[0]
	if result {
		keep = rows[len(rows)-1]
		call = keep.of
	}
	if call == nil || !call.valid || len(call.results) != 1 || len(d.batches[call.response]) != 1 || !slices.Contains(c.forgets, call.id) || !slices.Contains(c.forgets, call.results[0].id) {
		return nil
	}
	return keep
}

// thinks reports whether the model signs its thinking.
func (d *draft) thinks() bool {
	return slices.ContainsFunc(d.rows, func(r *record) bool { return r.thinking })
}

// forgetFirst makes the one condensation of a log forget its first event too.
func (d *draft) forgetFirst() bool {
	first, n := d.rows[0], 0
	for _, c := range d.rows {
		if c.is("Condensation") {
			n++
		}
	}
	return n == 1 && first.is("SystemPromptEvent") && first.on && d.change(func(c *record) bool { return c.is("Condensation") && c.on && !slices.Contains(c.forgets, first.id) }, func(c *record) {
		at, _ := strconv.Atoi(c.raw("summary_offset"))
		c.set(max(at-1, 0), "summary_offset")
		c.set(append(slices.Clone(c.forgets), first.id), "forgotten_event_ids")
	})
}

// shown are the ids of what the model sees of a path on which nothing is
// forgotten, from some place on.
func (d *draft) shown(from int) []string {
	var ids []string
	for _, r := range d.path {
		if r.visible() {
			ids = append(ids, r.id)
		}
	}
	return ids[min(from, len(ids)):]
}

// middle is a message in the middle of what a condensation forgets.
func (d *draft) middle(c *record) *record {
	var rows []*record
	for _, id := range c.forgets {
		if r := d.byID[id]; r != nil {
			rows = append(rows, r)
		}
	}
	slices.SortFunc(rows, func(a, b *record) int { return a.n - b.n })
	for _, r := range rows[min(1, len(rows)):max(len(rows)-1, min(1, len(rows)))] {
		if r.is("MessageEvent") {
			return r
		}
	}
	return nil
}

// message is the id of a message that a condensation forgets, "" without one.
func (d *draft) message(c *record) string {
	for _, id := range c.forgets {
		if r := d.byID[id]; r != nil && r.is("MessageEvent") {
			return id
		}
	}
	return ""
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
