package project

import (
	"fmt"
	"strings"
)

// alphaObservation is what the model was shown of a tool's result before
// results had common fields.
// Source: OpenHands/software-agent-sdk 1.0.0a5, to_llm_content of the classes.
func (n node) alphaObservation() []Part {
	switch n.get("kind").text() {
	case "ExecuteBashObservation":
		return []Part{textPart(truncate(n.alphaTerminal(), terminalTextLimit, nil))}
	case "FileEditorObservation", "PlanningFileEditorObservation", "StrReplaceEditorObservation":
		if e := n.get("error").text(); e != "" {
			return []Part{textPart(e)}
		}
		return []Part{textPart(n.get("output").text())}
	case "BrowserObservation":
		return n.alphaBrowser()
	case "GlobObservation":
		return []Part{textPart(n.found("files", "No files found matching pattern", "file(s) matching pattern", ""))}
	case "GrepObservation":
		filter := ""
		if s := n.get("include_pattern").text(); s != "" {
			filter = " (filtered by '" + s + "')"
		}
		return []Part{textPart(n.found("matches", "No files found containing pattern", "file(s) containing pattern", filter))}
	case "MCPToolObservation":
		head := "[Tool '" + n.get("tool_name").text() + "' executed.]\n"
		if n.get("is_error").yes() {
			head += errorHeader
		}
		return append([]Part{textPart(head)}, n.get("content").parts()...)
	case "FinishObservation", "DelegateObservation":
		return []Part{textPart(n.get("message").text())}
	case "ThinkObservation":
		return []Part{textPart(n.get("content").textOr("Your thought has been logged."))}
	}
	return []Part{textPart(n.get("content").text())} // TaskTrackerObservation
}

func (n node) alphaTerminal() string {
	m := n.get("metadata")
	s := n.d.join(n.terminalFrame([]string{m.get("prefix").text(), n.get("output").text(), m.get("suffix").text()})...)
	if n.get("error").yes() {
		return "[There was an error during command execution.]\n" + s
	}
	return s
}

func (n node) alphaBrowser() []Part {
	if e := n.get("error").text(); e != "" {
		return []Part{textPart("Error: " + e)}
	}
	out := []Part{textPart(truncate(n.get("output").text(), toolTextLimit, nil))}
	if shot := n.get("screenshot_data").text(); shot != "" {
		out = append(out, Part{Image: true, URLs: []string{"data:" + imageType(shot) + ";base64," + shot}})
	}
	return out
}

// found tells the files that a search found.
func (n node) found(list, none, some, filter string) string {
	if e := n.get("error").text(); e != "" {
		return "Error: " + e
	}
	files, pattern, dir := n.get(list).texts(), n.get("pattern").text(), n.get("search_path").text()
	if len(files) == 0 {
		return none + " '" + pattern + "' in directory '" + dir + "'" + filter
	}
	s := fmt.Sprintf("Found %d %s '%s' in '%s'%s:\n%s", len(files), some, pattern, dir, filter, strings.Join(files, "\n"))
	if n.get("truncated").yes() {
		s += "\n\n[Results truncated to first 100 files. Consider using a more specific pattern.]"
	}
	return s
}
