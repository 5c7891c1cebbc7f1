package event

const messagesDoc = "One row per message of the prompt at the log's head, as its profile makes it after a resume, in order. A log whose head the profile cannot reach has none; project_error in the logs table says why."

// MessageRow is one row of the messages frame. An empty string is null, except
// in Log, Role and Text.
type MessageRow struct {
	Log, Conversation string
	Position          int32 // in the prompt, from 0
	Role, Text        string
	Images            int32
	Reasoning         string
	ToolCalls         string   // JSON
	CallIDs, Tools    []string // of the calls
	CallID, Name      string
	Failed            bool
	FirstRow, LastRow int32 // -1 is null
}

var messageColumns = []column[MessageRow]{
	textOf("log", logColumn.Doc, func(r MessageRow) string { return r.Log }),
	textOrNull("conversation", conversationColumn.Doc, func(r MessageRow) string { return r.Conversation }),
	int32Of("position", "The message's place in the prompt, from 0.", func(r MessageRow) int32 { return r.Position }),
	textOf("role", "Whose message it is: system, user, assistant, tool, or what the profile has.", func(r MessageRow) string { return r.Role }),
	textOf("text", "The text parts of the content, one after the other.", func(r MessageRow) string { return r.Text }),
	int32Of("images", "How many parts of the content are images.", func(r MessageRow) int32 { return r.Images }),
	textOrNull("reasoning", "What the model thought before it, as far as it can be read.", func(r MessageRow) string { return r.Reasoning }),
	textOrNull("tool_calls", "The tool calls of the message: a JSON array of objects with id, name and arguments (a text).", func(r MessageRow) string { return r.ToolCalls }),
	listOf("call_ids", "The ids of the tool calls.", func(r MessageRow) []string { return r.CallIDs }),
	listOf("tools", "The tools called, in the same order.", func(r MessageRow) []string { return r.Tools }),
	textOrNull("call_id", "The tool call that the message answers.", func(r MessageRow) string { return r.CallID }),
	textOrNull("name", "The name that the message gives: of the tool that answers.", func(r MessageRow) string { return r.Name }),
	boolOf("failed", "The message says of itself that it is an error.", func(r MessageRow) bool { return r.Failed }),
	rowOf("first_row", "The first event that the message is made of, by row. Null when it is of none.", func(r MessageRow) int32 { return r.FirstRow }),
	rowOf("last_row", "The last event that the message is made of, by row.", func(r MessageRow) int32 { return r.LastRow }),
}

// MessageFrame is the messages frame.
func MessageFrame(rows []MessageRow) *Frame {
	return frameOf("messages", messagesDoc, messageColumns, 0, nil, rows)
}
