package project

import "strings"

// v0WorkspaceText stands for the description of the workspace, which upstream
// renders of a template that the log does not hold.
const v0WorkspaceText = "WS"

// recalled is what a recall brings into the prompt: one part for the
// workspace, one for the knowledge. Upstream renders the latter of a template
// as well; here it is listed in plain words.
func (w *v0Writer) recalled(extras node) (Message, bool) {
	m := Message{Role: "user", Content: []Part{}}
	knowledge := extras.get("microagent_knowledge").elements()
	switch extras.get("recall_type").text() {
	case "workspace_context":
		if v0HasWorkspace(extras) {
			m.Content = append(m.Content, textPart(v0WorkspaceText))
		}
	case "knowledge":
		var fresh []node
		for _, k := range knowledge {
			if !w.agents[k.get("name").text()] {
				fresh = append(fresh, k)
			}
		}
		w.know(knowledge)
		knowledge = fresh
	}
	w.know(knowledge)
	if len(knowledge) > 0 {
		m.Content = append(m.Content, textPart(v0Knowledge(knowledge)))
	}
	return m, len(m.Content) > 0
}

// know remembers names of knowledge; a single event has no one to ask later.
func (w *v0Writer) know(knowledge []node) {
	if w.agents == nil {
		return
	}
	for _, k := range knowledge {
		w.agents[k.get("name").text()] = true
	}
}

// v0HasWorkspace reports whether upstream describes the workspace: hosts and a
// directory alone are not enough.
func v0HasWorkspace(extras node) bool {
	for _, key := range [...]string{"repo_name", "repo_directory", "date", "conversation_instructions"} {
		if extras.get(key).text() != "" {
			return true
		}
	}
	return hasMembers(extras.get("custom_secrets_descriptions")) || !blank(extras.get("repo_instructions").text())
}

func hasMembers(n node) bool { return n.ok() && n.d.tape.Tokens[n.i].Len > 0 }

func v0Knowledge(knowledge []node) string {
	var lines []string
	for _, k := range knowledge {
		lines = append(lines, "[knowledge "+k.get("name").text()+", for "+k.get("trigger").text()+"]", k.get("content").text())
	}
	return strings.Join(lines, "\n")
}
