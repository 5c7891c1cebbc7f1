package schema

import "sync"

// The actions: openhands.sdk.tool.builtins, openhands.sdk.mcp and
// openhands.tools. Custom tools make kinds of their own, which the SDK refuses
// unless the tool is loaded.

func newAction(name, from string, fields ...field) *Model {
	return kinded(newModel(name, from, "", fields...))
}

// kinded makes m a member of a family that refuses names it does not know.
func kinded(m *Model) *Model { m.forbid, m.kinded = true, true; return m }

var editCommands = word("view", "create", "str_replace", "insert", "undo_edit")

var editFields = []field{
	need("command", editCommands), need("path", text), may("file_text", orNull(text)), may("old_str", orNull(text)),
	may("new_str", orNull(text)), may("insert_line", orNull(atLeast(0, integer))), may("view_range", orNull(list(integer)))}

var taskItem = sync.OnceValue(func() *Model {
	return newModel("TaskItem", "", "",
		need("title", text), may("notes", text), may("status", word("todo", "in_progress", "done")).normally(`"todo"`))
})

var bashFields = []field{need("command", text), may("is_input", boolean), may("timeout", orNull(atLeast(0, float))), may("reset", boolean)}

var actions = sync.OnceValue(func() *family {
	return &family{name: "openhands.sdk.tool.schema.Action", class: "Action", col: ColActionKind, bare: true, loose: &Model{},
		gone: byKind(
			kinded(newModel("ExecuteBashAction", "", "1.5.0", bashFields...)),
			newModel("StrReplaceEditorAction", "", "1.0.0a1")), models: byKind(
			newAction("MCPToolAction", "", may("data", object0)),
			newAction("FinishAction", "", need("message", text)),
			newAction("InvokeSkillAction", "1.18.0", need("name", text)),
			newAction("SwitchLLMAction", "1.22.0", need("profile_name", text), need("reason", text)),
			newAction("ThinkAction", "", need("thought", text)),
			newAction("VisionInspectAction", "1.31.0",
				need("image_index", atLeast(0, integer)), need("question", typ{shape: shapeText, bounds: []bound{{"len", 1}}}), may("profile_name", orNull(text))),
			newAction("ApplyPatchAction", "1.4.0", need("patch", text)),
			newAction("BrowserAction", "1.0.0"),
			newAction("BrowserClickAction", "", need("index", atLeast(0, integer)), may("new_tab", boolean)),
			newAction("BrowserCloseTabAction", "", need("tab_id", text)),
			newAction("BrowserGetContentAction", "", may("extract_links", boolean), may("start_from_char", atLeast(0, integer))),
			newAction("BrowserGetStateAction", "", may("include_screenshot", boolean)),
			newAction("BrowserGetStorageAction", "1.7.2"),
			newAction("BrowserGoBackAction", ""),
			newAction("BrowserListTabsAction", ""),
			newAction("BrowserNavigateAction", "", need("url", text), may("new_tab", boolean)),
			newAction("BrowserScrollAction", "", may("direction", word("up", "down")).normally(`"down"`)),
			newAction("BrowserSetStorageAction", "1.7.2", need("storage_state", object0)),
			newAction("BrowserStartRecordingAction", "1.11.5"),
			newAction("BrowserStopRecordingAction", "1.11.5"),
			newAction("BrowserSwitchTabAction", "", need("tab_id", text)),
			newAction("BrowserTypeAction", "", need("index", atLeast(0, integer)), need("text", text)),
			newAction("DelegateAction", "1.0.0a5", need("command", word("spawn", "delegate")), may("ids", orNull(list(text))),
				may("agent_types", orNull(list(text))).from("1.3.0"), may("tasks", orNull(dict(text)))),
			newAction("FileEditorAction", "", editFields...),
			newAction("EditAction", "1.7.0", need("file_path", text), need("old_string", text), need("new_string", text), may("expected_replacements", atLeast(0, integer)).normally("1")),
			newAction("ListDirectoryAction", "1.7.0", may("dir_path", text).normally(`"."`), may("recursive", boolean)),
			newAction("ReadFileAction", "1.7.0", need("file_path", text), may("offset", orNull(atLeast(0, integer))), may("limit", orNull(atLeast(1, integer)))),
			newAction("WriteFileAction", "1.7.0", need("file_path", text), need("content", text)),
			newAction("GlobAction", "", need("pattern", text), may("path", orNull(text))),
			newAction("GrepAction", "", need("pattern", text), may("path", orNull(text)), may("include", orNull(text))),
			newAction("PlanningFileEditorAction", "", editFields...),
			newAction("TaskAction", "1.12.0", may("description", orNull(text)), need("prompt", text), may("subagent_type", text).normally(`"general-purpose"`),
				may("resume", orNull(text)), may("max_turns", orNull(atLeast(1, integer)))),
			newAction("TaskTrackerAction", "", may("command", word("view", "plan")).normally(`"view"`), may("task_list", list(object(taskItem())))),
			newAction("TerminalAction", "1.3.0", bashFields...),
			newAction("ConsultTomAction", "1.4.0", need("reason", text), may("use_user_message", boolean).normally("true"), may("custom_query", orNull(text))),
			newAction("SleeptimeComputeAction", "1.4.0"),
			newAction("WorkflowAction", "1.27.0", need("name", text), need("script", text), may("max_concurrency", atMost(64, atLeast(1, integer))).normally("8")),
		)}
})

// TaskItem is an item of a task list.
func TaskItem() *Model { return taskItem() }
