package project

import (
	"strings"
	"unicode/utf8"
)

// v0MaxChars is how many characters of an event are sent, as configured unless
// told otherwise.
const v0MaxChars = 30_000

// event is the message of an event before calls and results are put together.
// There is none for calls, and for much that only the framework sees.
func (w *v0Writer) event(i Item, n node) (Message, bool, *Error) {
	if i.Summary {
		text := n.get("args").get("summary").text()
		return v0User(v0Truncate(text)), true, nil
	}
	if a := n.get("action"); a.ok() {
		return w.action(i, n, a.text())
	}
	return w.observed(i, n, n.get("observation").text())
}

func v0User(text string) Message {
	return Message{Role: "user", Content: []Part{textPart(text)}}
}

// v0Payload is where an event keeps its fields: args, extras, or itself.
func v0Payload(n node, key string) node {
	for _, k := range [...]string{key, "extras"} {
		if p := n.get(k); p.ok() {
			return p
		}
	}
	return n
}

func (w *v0Writer) action(i Item, n node, name string) (Message, bool, *Error) {
	args, fromUser := v0Payload(n, "args"), n.get("source").text() == "user"
	role := "assistant"
	if fromUser {
		role = "user"
	}
	switch {
	case name == "message":
		return v0Said(args, role), true, nil
	case name == "system":
		return Message{Role: "system", Content: []Part{textPart(args.get("content").text())}}, true, nil
	case name == "finish":
		return Message{Role: role, Content: []Part{textPart(v0Finish(n, args))}}, true, nil
	case name == "run" && fromUser:
		return v0User("User executed the command:\n" + args.get("command").text()), true, nil
	case !v0Calls(w.b.r.Log, i.Row) || n.get("tool_call_metadata").ok():
		return Message{}, false, nil
	case fromUser:
		return v0User("User requested to read file: " + args.get("path").text()), true, nil
	}
	return Message{}, false, w.raise(i, "an action of the agent names no call")
}

// v0Said is a message action. An image of a user stands by itself.
func v0Said(args node, role string) Message {
	m := Message{Role: role, Content: []Part{textPart(args.get("content").text())}}
	urls := args.get("image_urls")
	if !urls.ok() {
		urls = args.get("images_urls")
	}
	all := urls.texts()
	switch {
	case len(all) == 0:
	case role == "user":
		for _, u := range all {
			m.Content = append(m.Content, Part{Image: true, URLs: []string{u}})
		}
	default:
		m.Content = append(m.Content, Part{Image: true, URLs: all})
	}
	return m
}

// v0Finish is the text of the end of a run: the thought, and what the model
// said beside the call.
func v0Finish(n, args node) string {
	thought, meta := args.get("thought").text(), n.get("tool_call_metadata")
	if !meta.ok() {
		return thought
	}
	said := v0Message(meta).get("content").text()
	switch thought {
	case "":
		return said
	case said:
		return thought
	}
	return thought + "\n" + said
}

func (w *v0Writer) observed(i Item, n node, name string) (Message, bool, *Error) {
	extras, content := v0Payload(n, "extras"), n.get("content").text()
	switch name {
	case "run":
		return v0User(v0Command(n, extras, content)), true, nil
	case "run_ipython":
		return v0Cell(extras, content), true, nil
	case "read", "browse":
		return w.seen(extras, content), true, nil
	case "edit":
		text, ok := v0Edit(extras, content)
		if !ok {
			return Message{}, false, w.raise(i, "it has neither its text nor both texts of the file")
		}
		return v0User(v0Truncate(text)), true, nil
	case "delegate":
		return v0User(v0Truncate(extras.get("outputs").get("content").textOr(content))), true, nil
	case "mcp", "think", "task_tracking", "condense", "download":
		return v0User(v0Truncate(content)), true, nil
	case "error":
		return v0User(v0Truncate(content) + "\n[Error occurred in processing last action]"), true, nil
	case "user_rejected":
		return v0User("OBSERVATION:\n" + v0Truncate(content) + "\n[Last action has been rejected by the user]"), true, nil
	case "recall":
		m, ok := w.recalled(extras)
		return m, ok, nil
	case "write", "success", "chat", "message":
		return Message{}, false, w.raise(i, "it makes no message of an observation "+name)
	}
	return Message{}, false, nil
}

// v0Command is the output of a command, and where and how it ended.
func v0Command(n, extras node, content string) string {
	if !extras.get("hidden").yes() {
		content = v0Truncate(content)
	}
	meta := extras.get("metadata")
	text := meta.get("prefix").text() + content + meta.get("suffix").text()
	if dir := meta.get("working_dir").text(); dir != "" {
		text += "\n[Current working directory: " + dir + "]"
	}
	if py := meta.get("py_interpreter_path").text(); py != "" {
		text += "\n[Python interpreter: " + py + "]"
	}
	code := extras.get("exit_code").integer(meta.get("exit_code").integer("-1"))
	if code != "-1" {
		text += "\n[Command finished with exit code " + code + "]"
	}
	if !n.get("tool_call_metadata").ok() {
		text = "\nObserved result of command executed by user:\n" + text
	}
	return v0Truncate(text)
}

// v0Cell is the output of a cell, without the pictures that the user has seen.
func v0Cell(extras node, content string) Message {
	lines := strings.Split(content, "\n")
	for k, line := range lines {
		if strings.Contains(line, "![image](data:image/png;base64,") {
			lines[k] = "![image](data:image/png;base64, ...) already displayed to user"
		}
	}
	m := v0User(v0Truncate(strings.Join(lines, "\n")))
	var urls []string
	for _, u := range extras.get("image_urls").texts() {
		if !blank(u) {
			urls = append(urls, u)
		}
	}
	if urls != nil {
		m.Content = append(m.Content, Part{Image: true, URLs: urls})
	}
	return m
}

// seen is a file or a page. The picture of a page that was acted upon is sent
// with it.
func (w *v0Writer) seen(extras node, content string) Message {
	m := v0User(content)
	if extras.get("trigger_by_action").text() != "browse_interactive" {
		return m
	}
	for _, key := range [...]string{"set_of_marks", "screenshot"} {
		if u := extras.get(key).text(); u != "" {
			if !blank(u) {
				m.Content = append(m.Content, Part{Image: true, URLs: []string{u}})
			}
			return m
		}
	}
	return m
}

// v0Truncate cuts the middle out of a long text.
func v0Truncate(s string) string {
	if len(s) <= v0MaxChars || utf8.RuneCountInString(s) <= v0MaxChars {
		return s
	}
	tail := utf8.RuneCountInString(s) - v0MaxChars/2
	return s[:runeOffset(s, v0MaxChars/2)] + "\n[... Observation truncated due to length ...]\n" + s[runeOffset(s, tail):]
}
