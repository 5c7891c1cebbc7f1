package replay

import "strings"

// What stands in the middle of a cut text.
// Source: OpenHands/software-agent-sdk v1.43.1, sdk/utils/truncate.py.
const (
	cutBegin = "<response clipped>"
	cutEnd   = "</NOTE>"
)

// noteCut notes that the form cut a text of a tool.
func (m *promptMatcher) noteCut(log chatMessage) {
	if log.source == nil || log.source.Role != "tool" {
		return
	}
	var sent []string
	for _, e := range parts(log.value["content"]) {
		o, _ := e.(map[string]any)
		if s, ok := o["text"].(string); ok {
			sent = append(sent, s)
		}
	}
	n := 0
	for _, p := range log.source.Content {
		if p.Image {
			continue
		}
		if n < len(sent) && len(sent[n]) < len(p.Text) && strings.Contains(sent[n], cutBegin) {
			m.did[Truncation] = true
		}
		n++
	}
}

// cutAlike reports whether two texts are the same but for a cut in the middle
// of either: what is left of one before and after it stands in the other.
func cutAlike(a, b string) bool {
	headA, tailA, cutA := aroundCut(a)
	headB, tailB, cutB := aroundCut(b)
	switch {
	case cutA && cutB:
		return agreeAtStart(headA, headB) && agreeAtEnd(tailA, tailB)
	case cutA:
		return len(headA)+len(tailA) <= len(b) && strings.HasPrefix(b, headA) && strings.HasSuffix(b, tailA)
	case cutB:
		return len(headB)+len(tailB) <= len(a) && strings.HasPrefix(a, headB) && strings.HasSuffix(a, tailB)
	}
	return false
}

// aroundCut is what stands before and after a cut that leaves something.
func aroundCut(s string) (head, tail string, ok bool) {
	i := strings.Index(s, cutBegin)
	if i < 0 {
		return "", "", false
	}
	head, tail = s[:i], s[i+len(cutBegin):]
	if k := strings.Index(tail, cutEnd); k >= 0 {
		tail = tail[k+len(cutEnd):]
	}
	return head, tail, len(head)+len(tail) > 0
}

func agreeAtStart(a, b string) bool { return strings.HasPrefix(a, b) || strings.HasPrefix(b, a) }

func agreeAtEnd(a, b string) bool { return strings.HasSuffix(a, b) || strings.HasSuffix(b, a) }
