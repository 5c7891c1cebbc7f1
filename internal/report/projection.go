package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/traj-dev/traj/project"
)

// ProjectionOptions say how projections look in text.
type ProjectionOptions struct {
	Full    bool // whole messages
	Neutral bool // the messages are in the neutral form, and are printed for people
}

// ProjectionJSON prints one projection as a JSON object, or with list all of
// them as an array. One is printed before the next is made: together they may
// take the square of the log.
func ProjectionJSON(w io.Writer, ps iter.Seq[*project.Projection], list bool) error {
	w = SafeJSON(w)
	open, end, some := "", "\n", false
	if list {
		open, end = "[", "]\n"
	}
	for p := range ps {
		if list && some {
			open = ","
		}
		if _, err := io.WriteString(w, open); err != nil {
			return err
		}
		if err := p.WriteJSON(w); err != nil {
			return err
		}
		some = true
	}
	if list && !some {
		end = "[" + end
	}
	_, err := io.WriteString(w, end)
	return err
}

// ProjectionText prints projections for people.
func ProjectionText(w io.Writer, style Style, c project.Choice, ps iter.Seq[*project.Projection], o ProjectionOptions) error {
	some, shown := false, shownMessages{style: style, o: o}
	for p := range ps {
		if some {
			if _, err := fmt.Fprintln(w); err != nil {
				return err
			}
		}
		some = true
		head := "before the first event"
		if p.Head != nil {
			head = "at " + *p.Head
		}
		fmt.Fprintln(w, style.bold(Clean(p.Log+"  "+head)))
		printWrapped(w, style, "", "profile "+p.Profile+": "+c.Why)
		if p.Err != nil {
			printWrapped(w, style, "", fmt.Sprintf("%s would raise here: %s (%s)", p.Profile, p.Err.Message, p.Err.Kind))
		}
		if p.Path != nil {
			viewText(w, style, p)
		}
		if err := shown.write(w, p); err != nil {
			return err
		}
	}
	return nil
}

func viewText(w io.Writer, style Style, p *project.Projection) {
	fmt.Fprintf(w, "path %s, view %s, %s\n", Count(len(p.Path), "event"), Count(len(p.View), "event"), Count(len(p.Pending), "pending action"))
	for _, id := range p.IDs(p.Pending) {
		printWrapped(w, style, "", "pending: "+id)
	}
	var lost []string
	if !slices.Equal(p.View, p.Folded) {
		kept := map[string]bool{}
		for _, id := range p.ItemIDs(p.View) {
			kept[id] = true
		}
		lost = slices.DeleteFunc(p.ItemIDs(p.Folded), func(id string) bool { return kept[id] })
	}
	if len(lost) > 0 {
		printWrapped(w, style, "", fmt.Sprintf("lost on resume, %s that the running agent still sees: %s", Count(len(lost), "event"), strings.Join(lost, ", ")))
	}
	if p.Unhandled {
		fmt.Fprintln(w, "a condensation is asked for and none followed")
	}
}

type neutralMessage struct {
	Role    string `json:"role"`
	Content []struct {
		Type      string   `json:"type"`
		Text      string   `json:"text"`
		ImageURLs []string `json:"image_urls"`
	} `json:"content"`
	ToolCalls []struct {
		ID        string `json:"id"`
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"tool_calls"`
	ToolCallID string `json:"tool_call_id"`
	Name       string `json:"name"`
	Reasoning  string `json:"reasoning_content"`
}

// shownMessages are the messages of a projection as text. What the next one begins
// with alike is not made again.
type shownMessages struct {
	style Style
	o     ProjectionOptions
	text  bytes.Buffer
	ends  []int // by message
}

// write prints the messages of the next projection.
func (s *shownMessages) write(w io.Writer, p *project.Projection) error {
	if p.Messages == nil {
		return nil
	}
	if !s.o.Neutral {
		var b bytes.Buffer
		if err := json.Indent(&b, p.Messages, "", " "); err != nil {
			return err
		}
		_, err := fmt.Fprintf(SafeJSON(w), "\n%s\n", b.Bytes())
		return err
	}
	same, rest := p.News()
	same = min(same, len(s.ends))
	var ms []neutralMessage
	if err := json.Unmarshal(rest, &ms); err != nil {
		return err
	}
	if s.ends = s.ends[:same]; same == 0 {
		s.text.Reset()
	} else {
		s.text.Truncate(s.ends[same-1])
	}
	for i := range ms {
		s.message(same+i, &ms[i])
		s.ends = append(s.ends, s.text.Len())
	}
	_, err := w.Write(s.text.Bytes())
	return err
}

func (s *shownMessages) message(i int, m *neutralMessage) {
	w := &s.text
	title := fmt.Sprintf("[%d] %s", i, m.Role)
	if m.Name != "" || m.ToolCallID != "" {
		title += fmt.Sprintf(" %s (%s)", m.Name, m.ToolCallID)
	}
	fmt.Fprintf(w, "\n%s\n", s.style.bold(Clean(title)))
	body(w, s.style, s.o, "reasoning: ", m.Reasoning)
	for _, part := range m.Content {
		body(w, s.style, s.o, "", part.Text)
		if len(part.ImageURLs) > 0 {
			fmt.Fprintf(w, "    %s\n", Count(len(part.ImageURLs), "image"))
		}
	}
	for _, call := range m.ToolCalls {
		body(w, s.style, s.o, fmt.Sprintf("calls %s (%s) ", call.Name, call.ID), call.Arguments)
	}
}

// bodyLines bounds a message's text unless the whole is asked for.
const bodyLines = 6

func body(w io.Writer, style Style, o ProjectionOptions, lead, text string) {
	if text == "" && !strings.HasPrefix(lead, "calls") {
		return
	}
	var lines []string
	for line := range strings.Lines(lead + text) {
		lines = append(lines, wrap(Clean(strings.TrimRight(line, "\r\n")), style.Columns()-4)...)
		if !o.Full && len(lines) > bodyLines {
			break
		}
	}
	if !o.Full && len(lines) > bodyLines {
		lines = append(lines[:bodyLines], fmt.Sprintf("… (%d characters; --full)", utf8.RuneCountInString(text)))
	}
	for _, l := range lines {
		fmt.Fprintln(w, "    "+l)
	}
}
