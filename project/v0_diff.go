package project

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// editGroup is one hunk of an edit.
type editGroup struct{ before, after []string }

// opcode says how a part of one text becomes a part of another.
type opcode struct {
	equal          bool
	i1, i2, j1, j2 int
}

// editGroups are the hunks between two texts as Python's difflib makes them
// with two lines of context; false when the texts are too unlike to compare in
// reasonable time.
func editGroups(before, after []string) ([]editGroup, bool) {
	d := &differ{a: before, b: after, budget: 50_000_000}
	blocks := d.blocks()
	if d.budget < 0 {
		return nil, false
	}
	var out []editGroup
	for _, g := range grouped(opcodes(blocks)) {
		out = append(out, d.group(g))
	}
	return out, true
}

// group numbers the lines of a hunk.
func (d *differ) group(codes []opcode) editGroup {
	pad := len(fmt.Sprint(codes[len(codes)-1].j1)) + 1
	var g editGroup
	for _, c := range codes {
		for k := c.i1; k < c.i2; k++ {
			g.before = append(g.before, numbered(c.equal, "-", pad, k+1, d.a[k]))
		}
		for k := c.j1; k < c.j2; k++ {
			g.after = append(g.after, numbered(c.equal, "+", pad, k+1, d.b[k]))
		}
	}
	return g
}

func numbered(equal bool, sign string, pad, n int, line string) string {
	if equal {
		return fmt.Sprintf("%*d|%s", pad, n, line)
	}
	return fmt.Sprintf("%s%*d|%s", sign, pad-1, n, line)
}

// describeEdit is the text that a model is shown of an edit.
func describeEdit(path string, groups []editGroup) string {
	out := []string{fmt.Sprintf("[Existing file %s is edited with %d changes.]", path, len(groups))}
	for k, g := range groups {
		if k > 0 {
			out = append(out, "-------------------------")
		}
		out = append(out, fmt.Sprintf("[begin of edit %d / %d]", k+1, len(groups)), "(content before edit)")
		out = append(out, g.before...)
		out = append(out, "(content after edit)")
		out = append(out, g.after...)
		out = append(out, fmt.Sprintf("[end of edit %d / %d]", k+1, len(groups)))
	}
	return strings.TrimRightFunc(strings.Join(out, "\n"), isSpace) + "\n"
}

// block is a stretch that two texts have in common.
type block struct{ a, b, size int }

type differ struct {
	a, b   []string
	at     map[string][]int // lines of b, but those that are too common to begin a match with
	budget int
}

// blocks are the stretches in common, in order, and an empty one at the end.
func (d *differ) blocks() []block {
	d.at = map[string][]int{}
	for j, line := range d.b {
		d.at[line] = append(d.at[line], j)
	}
	if n := len(d.b); n >= 200 {
		for line, at := range d.at {
			if len(at) > n/100+1 {
				delete(d.at, line)
			}
		}
	}
	type part struct{ alo, ahi, blo, bhi int }
	var found []block
	for todo := []part{{0, len(d.a), 0, len(d.b)}}; len(todo) > 0 && d.budget >= 0; {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		m := d.longest(p.alo, p.ahi, p.blo, p.bhi)
		if m.size == 0 {
			continue
		}
		found = append(found, m)
		if p.alo < m.a && p.blo < m.b {
			todo = append(todo, part{p.alo, m.a, p.blo, m.b})
		}
		if m.a+m.size < p.ahi && m.b+m.size < p.bhi {
			todo = append(todo, part{m.a + m.size, p.ahi, m.b + m.size, p.bhi})
		}
	}
	slices.SortFunc(found, func(x, y block) int { return cmp.Compare(x.a, y.a) })
	return append(adjoined(found), block{len(d.a), len(d.b), 0})
}

// adjoined joins blocks without anything between them.
func adjoined(in []block) []block {
	var out []block
	for _, m := range in {
		if k := len(out) - 1; k >= 0 && out[k].a+out[k].size == m.a && out[k].b+out[k].size == m.b {
			out[k].size += m.size
		} else {
			out = append(out, m)
		}
	}
	return out
}

// longest is the longest stretch in common within parts of both; of equals the
// one that begins first.
func (d *differ) longest(alo, ahi, blo, bhi int) block {
	best := block{alo, blo, 0}
	sizes := map[int]int{}
	for i := alo; i < ahi && d.budget >= 0; i++ {
		next := map[int]int{}
		d.budget--
		for _, j := range d.at[d.a[i]] {
			if j < blo {
				continue
			}
			if j >= bhi {
				break
			}
			d.budget--
			k := sizes[j-1] + 1
			next[j] = k
			if k > best.size {
				best = block{i - k + 1, j - k + 1, k}
			}
		}
		sizes = next
	}
	for best.a > alo && best.b > blo && d.a[best.a-1] == d.b[best.b-1] {
		best = block{best.a - 1, best.b - 1, best.size + 1}
	}
	for best.a+best.size < ahi && best.b+best.size < bhi && d.a[best.a+best.size] == d.b[best.b+best.size] {
		best.size++
	}
	return best
}

func opcodes(blocks []block) []opcode {
	var out []opcode
	i, j := 0, 0
	for _, m := range blocks {
		if i < m.a || j < m.b {
			out = append(out, opcode{false, i, m.a, j, m.b})
		}
		if i, j = m.a+m.size, m.b+m.size; m.size > 0 {
			out = append(out, opcode{true, m.a, i, m.b, j})
		}
	}
	return out
}

// grouped cuts opcodes into hunks with two lines of context.
func grouped(codes []opcode) [][]opcode {
	const context = 2
	if len(codes) == 0 {
		return nil
	}
	if c := &codes[0]; c.equal {
		c.i1, c.j1 = max(c.i1, c.i2-context), max(c.j1, c.j2-context)
	}
	if c := &codes[len(codes)-1]; c.equal {
		c.i2, c.j2 = min(c.i2, c.i1+context), min(c.j2, c.j1+context)
	}
	var out [][]opcode
	var group []opcode
	for _, c := range codes {
		if c.equal && c.i2-c.i1 > 2*context {
			out = append(out, append(group, opcode{true, c.i1, min(c.i2, c.i1+context), c.j1, min(c.j2, c.j1+context)}))
			group = nil
			c.i1, c.j1 = max(c.i1, c.i2-context), max(c.j1, c.j2-context)
		}
		group = append(group, c)
	}
	if len(group) > 0 && !(len(group) == 1 && group[0].equal) {
		out = append(out, group)
	}
	return out
}
