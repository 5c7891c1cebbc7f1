package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/traj-dev/traj/internal/compare"
)

// DiffOptions say how a comparison looks in text.
type DiffOptions struct {
	Full bool // whole values, and every item that is the same
}

// DiffText prints a comparison side by side; nothing when both sides are equal.
func DiffText(w io.Writer, style Style, r *compare.Result, o DiffOptions) error {
	if r.Equal() {
		return nil
	}
	out := bufio.NewWriter(w)
	t := &diffText{w: out, style: style, r: r, full: o.Full, half: (style.Columns() - 3) / 2}
	t.heading()
	for i := 0; i < len(r.Steps); i++ {
		if n := t.quiet(i); n > 0 {
			t.line(inkDim, inkDim, 0, fmt.Sprintf("… %d the same", n), ' ', "")
			i += n - 1
			continue
		}
		t.step(i)
	}
	return out.Flush()
}

// diffText prints two columns of half the width each, with a sign between.
type diffText struct {
	w     io.Writer
	style Style
	r     *compare.Result
	full  bool
	half  int
}

func (t *diffText) heading() {
	for _, s := range []struct {
		name string
		side *compare.Side
	}{{"A", t.r.A}, {"B", t.r.B}} {
		fmt.Fprintln(t.w, t.style.bold(Clip(s.name+"  "+s.side.Reading.Log.Name, t.style.Columns())))
		printWrapped(t.w, t.style, "", fmt.Sprintf("%s, %s%s, %s", s.side.Reading.Log.Format, Count(len(s.side.Items), t.what(s.side)), head(s.side), s.side.Reading.Profile.Name))
	}
	printWrapped(t.w, t.style, "", t.counts())
	printWrapped(t.w, t.style, "", t.parting())
	fmt.Fprintln(t.w)
}

func head(s *compare.Side) string {
	if s.Head < 0 {
		return ""
	}
	return " up to " + shortEvent(s.Reading, s.Head)
}

func (t *diffText) what(s *compare.Side) string {
	if s.Messages {
		return "message"
	}
	return "event"
}

// counts is what became of the items, and how they were aligned.
func (t *diffText) counts() string {
	var parts, by []string
	for _, op := range []compare.Op{compare.Same, compare.Changed, compare.Moved, compare.Lost, compare.Added} {
		if n := t.r.Count[op]; n > 0 {
			word := op.String()
			if op == compare.Same {
				word = "the same"
			}
			parts = append(parts, fmt.Sprintf("%d %s", n, word))
		}
	}
	for _, b := range []compare.By{compare.ByID, compare.ByContent, compare.ByPlace} {
		if n := t.r.ByCount[b]; n > 0 {
			by = append(by, fmt.Sprintf("%d by %s", n, b))
		}
	}
	if len(by) == 0 {
		return strings.Join(parts, ", ") + "; nothing is aligned"
	}
	return strings.Join(parts, ", ") + "; aligned " + strings.Join(by, ", ")
}

// parting says where both sides part.
func (t *diffText) parting() string {
	place := func(step int) string {
		a, b := t.r.Places(step)
		var at []string
		if a >= 0 {
			at = append(at, "A "+t.name(t.r.A, a))
		}
		if b >= 0 {
			at = append(at, "B "+t.name(t.r.B, b))
		}
		return strings.Join(at, ", ")
	}
	switch {
	case t.r.Parts < 0:
		return "first difference: " + place(t.r.First) + "; both come together again after each difference"
	case t.r.Parts == t.r.First:
		return "they part at " + place(t.r.Parts)
	}
	return "first difference: " + place(t.r.First) + "; they part at " + place(t.r.Parts)
}

// name is the short name of an item.
func (t *diffText) name(s *compare.Side, i int) string {
	it := &s.Items[i]
	switch {
	case it.Message != nil:
		return fmt.Sprintf("[%d] %s", i, it.Message.Role)
	case it.Row >= 0:
		return shortEvent(s.Reading, it.Row)
	}
	return fmt.Sprintf("[%d]", i)
}

// diffContext is how many items that are the same stand around a difference.
const diffContext = 2

// quiet is how many items from step i on are the same and far from any
// difference; one alone is not worth leaving out.
func (t *diffText) quiet(i int) int {
	if t.full {
		return 0
	}
	end := i
	for end < len(t.r.Steps) && t.r.Steps[end].Op == compare.Same {
		end++
	}
	if end < len(t.r.Steps) {
		end -= diffContext
	}
	for k := max(i-diffContext, 0); k < i; k++ {
		if t.r.Steps[k].Op != compare.Same {
			return 0
		}
	}
	if end-i < 2 {
		return 0
	}
	return end - i
}
