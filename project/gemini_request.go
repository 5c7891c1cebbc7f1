package project

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/internal/jsontape"
)

// pieces are what a content says, its calls and its responses, each by itself
// and in the order of the content's parts.
func (geminiRules) pieces(r *Reading, v *View) ([]Message, error) {
	b := &messageBuilder{r: r}
	type piece struct {
		m       Message
		content string // which content it is of
		part    int
	}
	var all []piece
	for _, i := range v.Items {
		m, err := b.message(i)
		if err != nil {
			return nil, err
		}
		n, err := b.record(i)
		if err != nil {
			return nil, err
		}
		content, part := r.contentOf(i.Row)
		if part < 0 {
			part = firstSaid(n)
		}
		m.asGemini(n)
		all = append(all, piece{m, content, part})
	}
	var out []Message
	for k := 0; k < len(all); {
		end := k + 1
		for end < len(all) && all[end].content == all[k].content {
			end++
		}
		slices.SortStableFunc(all[k:end], func(a, b piece) int { return cmp.Compare(a.part, b.part) })
		for ; k < end; k++ {
			out = append(out, all[k].m)
		}
	}
	return out, nil
}

// pieces are the messages as they are sent: what newer records say is in them.
func (c geminiCLIRules) pieces(r *Reading, v *View) ([]Message, error) { return c.messages(r, v) }

// asGemini adds what only Gemini's own form says.
func (m *Message) asGemini(n node) {
	if len(m.ToolCalls) == 1 {
		c := &m.ToolCalls[0]
		c.Signature, c.IDMade = n.get("thoughtSignature").optional(), !n.get("functionCall").get("id").ok()
	}
	if f := n.get("functionResponse"); m.Role == "tool" && f.ok() {
		m.IDMade = !f.get("id").ok()
		if response := f.get("response"); response.kind() == jsontape.Object {
			m.Raw = string(response.d.tape.AppendCanonical(nil, response.d.data, response.i))
		}
	}
}

// firstSaid is the first part of a content that is neither call nor response.
func firstSaid(content node) int {
	for k, p := range content.get("parts").elements() {
		if !p.get("functionCall").ok() && !p.get("functionResponse").ok() {
			return k
		}
	}
	return 0
}

// contentOf names the content that a row is of, and the number of the part that
// it stands for, -1 where it stands for what the content says.
func (r *Reading) contentOf(row int32) (string, int) {
	pos, pointer := r.Log.Pos(int(row)), r.Log.Pointer(int(row))
	part := -1
	if i := strings.LastIndex(pointer, "/parts/"); i >= 0 {
		if n, err := strconv.Atoi(pointer[i+len("/parts/"):]); err == nil {
			part, pointer = n, pointer[:i]
		}
	}
	return strconv.Itoa(int(pos.File)) + ":" + strconv.Itoa(int(pos.Line)) + pointer, part
}

// sameContent reports whether two rows are of one content of parts.
func (r *Reading) sameContent(a, b int32) bool {
	x, p := r.contentOf(a)
	y, q := r.contentOf(b)
	return x == y && (p >= 0 || q >= 0)
}
