package openhandsv1

// The observations: openhands.sdk.tool.builtins, openhands.sdk.mcp,
// openhands.sdk.tool.client_tool and openhands.tools.

var observationFields = []field{
	may("content", list(either(textContent, imageContent))).as(colContent),
	may("is_error", boolean).as(colFailed)}

func newObservation(name, since string, fields ...field) *model {
	all := append(append([]field{}, observationFields...), fields...)
	return &model{name: name, since: since, fields: all, forbid: true, kinded: true}
}

var cmdOutputMetadata = &model{name: "CmdOutputMetadata", fields: []field{
	may("exit_code", integer), may("pid", integer), may("username", orNull(text)), may("hostname", orNull(text)),
	may("working_dir", orNull(text)), may("py_interpreter_path", orNull(text)), may("prefix", text), may("suffix", text)}}

var editObservationFields = []field{
	need("command", editCommands), may("path", orNull(text)), may("prev_exist", boolean), may("old_content", orNull(text)), may("new_content", orNull(text))}

var fileEntry = &model{name: "FileEntry", fields: []field{
	need("name", text), need("path", text), need("is_directory", boolean), need("size", integer), need("modified_time", typ{shape: shapeTime})}}

var fileChange = &model{name: "FileChange", fields: []field{
	need("type", enum("add", "delete", "update")), may("old_content", orNull(text)), may("new_content", orNull(text)), may("move_path", orNull(text))}}

var commit = &model{name: "Commit", fields: []field{may("changes", dict(object(fileChange)))}}

var observations = &family{name: "openhands.sdk.tool.schema.Observation", class: "Observation", col: colObservationKind,
	gone: byKind(&model{name: "ExecuteBashObservation", until: "1.5.0"}, &model{name: "StrReplaceEditorObservation", until: "1.0.0"}), loose: &model{fields: observationFields}, models: byKind(
		newObservation("MCPToolObservation", "", need("tool_name", text)),
		newObservation("FinishObservation", ""),
		newObservation("InvokeSkillObservation", "1.18.0", need("skill_name", text)),
		newObservation("SwitchLLMObservation", "1.22.0", need("profile_name", text), may("reason", orNull(text)), may("active_model", orNull(text))),
		newObservation("ThinkObservation", ""),
		newObservation("VisionInspectObservation", "1.31.0", need("image_index", integer), need("question", text), may("profile_name", orNull(text)),
			may("model", orNull(text)), may("base_url", orNull(text)), may("answer", orNull(text))),
		newObservation("ClientToolObservation", "1.28.0"),
		newObservation("ApplyPatchObservation", "1.4.0", may("message", text), may("fuzz", integer), may("commit", orNull(object(commit)))),
		newObservation("BrowserObservation", "", may("screenshot_data", orNull(text)), may("full_output_save_dir", orNull(text)).from("1.4.0")),
		newObservation("DelegateObservation", "", need("command", word("spawn", "delegate"))),
		newObservation("FileEditorObservation", "", editObservationFields...),
		newObservation("EditObservation", "1.7.0", may("file_path", orNull(text)), may("is_new_file", boolean), may("replacements_made", integer),
			may("old_content", orNull(text)), may("new_content", orNull(text))),
		newObservation("ListDirectoryObservation", "1.7.0", may("dir_path", orNull(text)), may("entries", list(object(fileEntry))),
			may("total_count", integer), may("is_truncated", boolean)),
		newObservation("ReadFileObservation", "1.7.0", need("file_path", text), may("file_content", text), may("is_truncated", boolean),
			may("lines_shown", typ{shape: shapeTuple, null: true, elem: &integer, length: 2}), may("total_lines", orNull(integer))),
		newObservation("WriteFileObservation", "1.7.0", may("file_path", orNull(text)), may("is_new_file", boolean),
			may("old_content", orNull(text)), may("new_content", orNull(text))),
		newObservation("GlobObservation", "", need("files", list(text)), need("pattern", text), need("search_path", text), may("truncated", boolean)),
		newObservation("GrepObservation", "", need("matches", list(text)), need("pattern", text), need("search_path", text),
			may("include_pattern", orNull(text)), may("truncated", boolean)),
		newObservation("PlanningFileEditorObservation", "", editObservationFields...),
		newObservation("TaskObservation", "1.12.0", need("task_id", text), need("subagent", text), need("status", text)),
		newObservation("TaskTrackerObservation", "", need("command", word("view", "plan")), may("task_list", list(object(taskItem)))),
		newObservation("TerminalObservation", "1.3.0", need("command", orNull(text)), may("exit_code", orNull(integer)), may("timeout", boolean),
			may("metadata", object(cmdOutputMetadata)), may("full_output_save_dir", orNull(text)).from("1.4.0")),
		newObservation("ConsultTomObservation", "1.4.0", may("suggestions", text), may("confidence", orNull(float)), may("reasoning", orNull(text))),
		newObservation("SleeptimeComputeObservation", "1.4.0", may("message", text), may("sessions_processed", integer)),
		newObservation("WorkflowObservation", "1.27.0", need("name", text), need("status", word("completed", "error"))),
	)}
