package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/compare"
)

// diffLooks are the sign between the columns and the colour of each operation.
var diffLooks = map[compare.Op]struct {
	sign rune
	ink  string
}{
	compare.Same: {' ', inkNone}, compare.Changed: {'~', inkYellow}, compare.Moved: {'↕', inkCyan}, compare.Lost: {'<', inkRed}, compare.Added: {'>', inkGreen},
}

// step prints one step with what differs.
func (t *diffText) step(i int) {
	s := &t.r.Steps[i]
	look := diffLooks[s.Op]
	left, right := t.item(t.r.A, s.A), t.item(t.r.B, s.B)
	if i == t.r.Parts {
		fmt.Fprintln(t.w, t.style.bold("── they part here "+strings.Repeat("─", max(t.half-18, 0))))
	}
	t.line(look.ink, look.ink, 0, left, look.sign, right)
	for _, f := range s.Fields {
		t.field(&f)
	}
	if s.More > 0 {
		t.line(inkDim, inkDim, 4, "… "+Count(s.More, "more field"), ' ', "")
	}
}

// item is an event or a message in one line.
func (t *diffText) item(s *compare.Side, i int) string {
	if i < 0 {
		return ""
	}
	it := &s.Items[i]
	if it.Message != nil {
		return t.name(s, i) + "  " + preview(it.Message)
	}
	log, row := s.Reading.Log, int(it.Row)
	parts := []string{t.name(s, i), log.Kind(row).String()}
	if k := log.Kind(row); k == event.KindMessage {
		parts = append(parts, log.NameString(log.Source(row)))
	}
	parts = append(parts, log.NameString(log.Tool(row)))
	said, _ := log.Text(row)
	if args, ok := log.Args(row); ok && log.Kind(row) == event.KindAction {
		said = args
	}
	if said == "" {
		said = strings.TrimSpace(log.NameString(log.Label(row)) + " " + log.NameString(log.Value(row)))
	}
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ") + "  " + beginning(said, 400)
}

// fieldLines bounds a value in text unless the whole is asked for.
const fieldLines = 3

// field prints the name of a field and below it both values, from a little
// before where they part.
func (t *diffText) field(f *compare.Field) {
	t.line(inkDim, inkDim, 4, f.Path, ' ', "")
	left, right := t.value(f.A, f.At), t.value(f.B, f.At)
	for k := range max(len(left), len(right)) {
		l, r := "", ""
		if k < len(left) {
			l = left[k]
		}
		if k < len(right) {
			r = right[k]
		}
		t.line(inkRed, inkGreen, 6, l, ' ', r)
	}
}

// value is what surrounds a place of a value, in lines that fit a column.
func (t *diffText) value(v *compare.Value, at int) []string {
	if v == nil {
		return []string{"(not there)"}
	}
	width := max(t.half-6, 8)
	text, lead := []rune(v.Text), max(width/4, 4)
	if from := at - v.Before - lead; !t.full && from > 2 && v.String {
		text = append([]rune("…"), text[min(from, len(text)):]...)
	}
	s := string(text)
	if v.String && strings.TrimSpace(s) != s || s == "" {
		s = `"` + s + `"` // blanks and emptiness can be seen
	}
	if v.After > 0 {
		s += fmt.Sprintf("… (%d characters more)", v.After)
	}
	lines := wrap(Clean(s), width)
	if !t.full && len(lines) > fieldLines {
		lines = append(lines[:fieldLines-1], Clip(lines[fieldLines-1], width-2)+" …")
	}
	return lines
}

// line prints both columns, cut to their width. The texts are cleaned; indent
// is the number of blanks before each.
func (t *diffText) line(leftInk, rightInk string, indent int, left string, sign rune, right string) {
	blanks := strings.Repeat(" ", indent)
	cut := func(s string) string {
		if s == "" {
			return ""
		}
		return blanks + Clip(s, t.half-indent)
	}
	l, r := cut(left), cut(right)
	gap := strings.Repeat(" ", max(t.half-cells().StringWidth(l), 0))
	line := t.style.ink(leftInk, l) + gap + " " + t.style.ink(leftInk, string(sign)) + " " + t.style.ink(rightInk, r)
	if r == "" && sign == ' ' {
		line = t.style.ink(leftInk, l)
	}
	fmt.Fprintln(t.w, strings.TrimRight(line, " "))
}

// beginning cuts text to some bytes, between characters.
func beginning(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
