package graph

import (
	"strings"
	"testing"

	"github.com/traj-dev/traj/event"
)

// parse makes an input from lines "id parent kind words…". A parent is an id,
// "-" for a root, "?" for an id that no event has, "!" for outside the tree.
// Words: tool=, resp=, call=, args=, src=, synthetic=, forgets=a,b, and flags
// ACTIVE, HEAD, ORPHAN, MARK:label; what follows "|" is the text.
func parse(t testing.TB, story string) Input {
	t.Helper()
	b := event.NewBuilder(true)
	in := Input{Head: -1, Title: "story"}
	rows := map[string]int32{}
	var parents []string
	active := map[int]bool{}
	for _, line := range strings.Split(strings.TrimSpace(story), "\n") {
		head, text, hasText := strings.Cut(line, "|")
		words := strings.Fields(head)
		if len(words) < 3 {
			t.Fatalf("line %q has no kind", line)
		}
		i := int32(b.Len())
		row := event.NewRow()
		row.ID = b.ID([]byte(words[0]))
		rows[words[0]] = i
		parents = append(parents, words[1])
		if words[1] != "-" {
			row.Parent, row.ParentRef = b.ID([]byte(words[1])), event.ParentID
		}
		kind, ok := event.KindNamed(words[2])
		if !ok {
			t.Fatalf("line %q: unknown kind", line)
		}
		row.Kind = kind
		if hasText {
			row.Text = []byte(strings.TrimSpace(text))
		}
		for _, w := range words[3:] {
			in.word(t, b, &row, i, active, w)
		}
		b.Append(&row)
	}
	in.Log = &event.Log{Name: "story", Table: b.Table()}
	in.Active = func(i int) bool { return active[i] }
	in.Tree = event.NewTree(resolve(t, parents, rows))
	return in
}

func (in *Input) word(t testing.TB, b *event.Builder, row *event.Row, i int32, active map[int]bool, w string) {
	t.Helper()
	key, value, _ := strings.Cut(w, "=")
	switch v := []byte(value); key {
	case "ACTIVE":
		active[int(i)] = true
	case "HEAD":
		in.Head = i
	case "ORPHAN":
		in.Orphans = append(in.Orphans, i)
	case "tool":
		row.Tool = b.Name(v)
	case "src":
		row.Source = b.Name(v)
	case "resp":
		row.ResponseID = b.ID(v)
	case "call":
		row.CallID = b.ID(v)
	case "label":
		row.Label = b.Name(v)
	case "value":
		row.Value = b.Name(v)
	case "args":
		row.Args = v
	case "synthetic":
		row.Synthetic, _ = event.SyntheticNamed(value)
	case "forgets":
		for _, id := range strings.Split(value, ",") {
			row.Forgets = append(row.Forgets, b.ID([]byte(id)))
		}
		row.Flags |= event.FlagSummary
	default:
		label, ok := strings.CutPrefix(w, "MARK:")
		if !ok {
			t.Fatalf("unknown word %q", w)
		}
		in.Marks = append(in.Marks, Mark{Row: i, Level: LevelError, Label: label, Text: "the finding " + label})
	}
}

func resolve(t testing.TB, parents []string, rows map[string]int32) []int32 {
	t.Helper()
	out := make([]int32, len(parents))
	for i, p := range parents {
		switch p {
		case "-":
			out[i] = event.NoParent
		case "?":
			out[i] = event.MissingParent
		case "!":
			out[i] = event.OutsideTree
		default:
			row, ok := rows[p]
			if !ok {
				t.Fatalf("unknown parent %q", p)
			}
			out[i] = row
		}
	}
	return out
}

// nodeOf is the line that a row is drawn on, -1 when it is not.
func (d *drawing) nodeOf(row int32) int {
	for y := range d.nodes {
		for _, r := range d.nodes[y].rows {
			if r == row {
				return y
			}
		}
	}
	return -1
}

func picture(t testing.TB, in Input, o Options) *Picture {
	t.Helper()
	p, err := Draw(in, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
