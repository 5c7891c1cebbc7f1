package schema

import "sync"

// The observations: openhands.sdk.tool.builtins, openhands.sdk.mcp,
// openhands.sdk.tool.client_tool and openhands.tools.

// uniform dates what every observation has since 1.0.0; before, only those of MCP
// tools had it, and others a text, each under a name of its own.
var uniform = &Dating{What: "Observation.content", Window: since("1.0.0")}

var contentItems = sync.OnceValue(func() typ {
	return list(either(textContent(), imageContent()))
})

var observationFields = sync.OnceValue(func() []field {
	return []field{
		{name: "content", typ: contentItems(), dating: uniform, col: ColContent},
		{name: "is_error", typ: boolean, dating: uniform, col: ColFailed}}
})

func newObservation(name, from string, fields ...field) *Model {
	return kinded(newModel(name, from, "", append(append([]field{}, observationFields()...), fields...)...))
}

// tellingContent is an observation that had its text as content before 1.0.0.
func tellingContent(name string, fields ...field) *Model {
	content := may("content", contentItems()).as(ColContent).before("1.0.0", text, name+".content as a text", uniform.What)
	return kinded(newModel(name, "", "", append([]field{content, observationFields()[1]}, fields...)...))
}

var cmdOutputMetadata = sync.OnceValue(func() *Model {
	return newModel("CmdOutputMetadata", "", "",
		may("exit_code", integer), may("pid", integer), may("username", orNull(text)), may("hostname", orNull(text)),
		may("working_dir", orNull(text)), may("py_interpreter_path", orNull(text)), may("prefix", text), may("suffix", text))
})

var editObservationFields = []field{
	need("command", editCommands), may("path", orNull(text)), may("prev_exist", boolean), may("old_content", orNull(text)), may("new_content", orNull(text)),
	may("output", text).gone("1.0.0").as(ColSays), may("error", orNull(text)).gone("1.0.0").as(ColError)}

var fileEntry = sync.OnceValue(func() *Model {
	return newModel("FileEntry", "", "",
		need("name", text), need("path", text), need("is_directory", boolean), need("size", integer), need("modified_time", typ{shape: shapeTime}))
})

var fileChange = sync.OnceValue(func() *Model {
	return newModel("FileChange", "", "",
		need("type", enum("add", "delete", "update")), may("old_content", orNull(text)), may("new_content", orNull(text)), may("move_path", orNull(text)))
})

var commit = sync.OnceValue(func() *Model {
	return newModel("Commit", "", "",
		may("changes", dict(object(fileChange()))))
})

var observations = sync.OnceValue(func() *family {
	return &family{name: "openhands.sdk.tool.schema.Observation", class: "Observation", col: ColObservationKind,
		gone: byKind(
			kinded(newModel("ExecuteBashObservation", "", "1.5.0", append(append([]field{}, observationFields()...),
				need("command", orNull(text)).neededFrom("1.0.0"), may("exit_code", orNull(integer)), may("timeout", boolean),
				may("metadata", object(cmdOutputMetadata())), may("full_output_save_dir", orNull(text)).from("1.4.0"),
				need("output", text).gone("1.0.0").as(ColSays), may("error", boolean).gone("1.0.0").as(ColError))...)),
			kinded(newModel("StrReplaceEditorObservation", "", "1.0.0a1", editObservationFields...))),
		loose: &Model{fields: observationFields()}, models: byKind(
			kinded(newModel("MCPToolObservation", "", "", may("content", contentItems()).as(ColContent), may("is_error", boolean).as(ColFailed), need("tool_name", text))),
			newObservation("FinishObservation", "", need("message", text).gone("1.0.0").as(ColSays)),
			newObservation("InvokeSkillObservation", "1.18.0", need("skill_name", text)),
			newObservation("SwitchLLMObservation", "1.22.0", need("profile_name", text), may("reason", orNull(text)), may("active_model", orNull(text))),
			tellingContent("ThinkObservation"),
			newObservation("VisionInspectObservation", "1.31.0", need("image_index", integer), need("question", text), may("profile_name", orNull(text)),
				may("model", orNull(text)), may("base_url", orNull(text)), may("answer", orNull(text))),
			newObservation("ClientToolObservation", "1.28.0"),
			newObservation("ApplyPatchObservation", "1.4.0", may("message", text), may("fuzz", integer), may("commit", orNull(object(commit())))),
			newObservation("BrowserObservation", "", may("screenshot_data", orNull(text)), may("full_output_save_dir", orNull(text)).from("1.4.0"),
				need("output", text).gone("1.0.0").as(ColSays), may("error", orNull(text)).gone("1.0.0").as(ColError)),
			newObservation("DelegateObservation", "1.0.0a5", need("command", word("spawn", "delegate")), need("message", text).gone("1.0.0").as(ColSays)),
			newObservation("FileEditorObservation", "", editObservationFields...),
			newObservation("EditObservation", "1.7.0", may("file_path", orNull(text)), may("is_new_file", boolean), may("replacements_made", integer),
				may("old_content", orNull(text)), may("new_content", orNull(text))),
			newObservation("ListDirectoryObservation", "1.7.0", may("dir_path", orNull(text)), may("entries", list(object(fileEntry()))),
				may("total_count", integer), may("is_truncated", boolean)),
			newObservation("ReadFileObservation", "1.7.0", need("file_path", text), may("file_content", text), may("is_truncated", boolean),
				may("lines_shown", typ{shape: shapeTuple, null: true, elem: &integer, length: 2}), may("total_lines", orNull(integer))),
			newObservation("WriteFileObservation", "1.7.0", may("file_path", orNull(text)), may("is_new_file", boolean),
				may("old_content", orNull(text)), may("new_content", orNull(text))),
			newObservation("GlobObservation", "", need("files", list(text)), need("pattern", text), need("search_path", text), may("truncated", boolean),
				may("error", orNull(text)).gone("1.0.0").as(ColError)),
			newObservation("GrepObservation", "", need("matches", list(text)), need("pattern", text), need("search_path", text),
				may("include_pattern", orNull(text)), may("truncated", boolean), may("error", orNull(text)).gone("1.0.0").as(ColError)),
			newObservation("PlanningFileEditorObservation", "", editObservationFields...),
			newObservation("TaskObservation", "1.12.0", need("task_id", text), need("subagent", text), need("status", text)),
			tellingContent("TaskTrackerObservation", need("command", word("view", "plan")).neededFrom("1.0.0").
				before("1.0.0", text, "TaskTrackerObservation.command of any text", uniform.What), may("task_list", list(object(taskItem())))),
			newObservation("TerminalObservation", "1.3.0", need("command", orNull(text)), may("exit_code", orNull(integer)), may("timeout", boolean),
				may("metadata", object(cmdOutputMetadata())), may("full_output_save_dir", orNull(text)).from("1.4.0")),
			newObservation("ConsultTomObservation", "1.4.0", may("suggestions", text), may("confidence", orNull(float)), may("reasoning", orNull(text))),
			newObservation("SleeptimeComputeObservation", "1.4.0", may("message", text), may("sessions_processed", integer)),
			newObservation("WorkflowObservation", "1.27.0", need("name", text), need("status", word("completed", "error"))),
		)}
})
