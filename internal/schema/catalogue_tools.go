package schema

import "sync"

// The tools that a system prompt lists: openhands.sdk.tool.tool and its
// subclasses. Other names than these fields are ignored.

var toolAnnotations = sync.OnceValue(func() *Model {
	return newModel("ToolAnnotations", "", "",
		may("title", orNull(text)), may("readOnlyHint", boolean), may("destructiveHint", boolean), may("idempotentHint", boolean), may("openWorldHint", boolean))
})

// mcpTool is mcp.types.Tool of mcp 1.28. Which mcp a release of upstream has is
// its installer's choice, so none of it is dated.
var mcpTool = sync.OnceValue(func() *Model {
	return newModel("Tool", "", "",
		need("name", text), may("title", orNull(text)), may("description", orNull(text)), need("inputSchema", object0),
		may("outputSchema", orNull(object0)),
		may("icons", orNull(list(object(newModel("Icon", "", "",
			need("src", text), may("mimeType", orNull(text)), may("sizes", orNull(list(text)))))))),
		may("annotations", orNull(object(newModel("ToolAnnotations", "", "",
			may("title", orNull(text)), may("readOnlyHint", orNull(boolean)), may("destructiveHint", orNull(boolean)),
			may("idempotentHint", orNull(boolean)), may("openWorldHint", orNull(boolean)))))),
		may("_meta", orNull(object0)),
		may("execution", orNull(object(newModel("ToolExecution", "", "",
			may("taskSupport", orNull(word("forbidden", "optional", "required"))))))))
})

// toolParam is a tool as OpenAI's chat completions describe it, which is what
// system prompts held before tools had kinds: ChatCompletionToolParam of
// litellm 1.93, to which older ones lack the last fields.
var toolParam = sync.OnceValue(func() *Model {
	return forbidding(newModel("ChatCompletionToolParam", "", "",
		need("type", text), need("function", object(forbidding(newModel("ChatCompletionToolParamFunctionChunk", "", "",
			need("name", text), may("description", text), may("parameters", object0), may("strict", boolean))))),
		may("cache_control", object0), may("allowed_callers", list(text))))
})

// newTool is a definition of a tool. Only system prompts hold it, and only since
// 1.7.0: what came before that is not dated.
func newTool(name, from string, fields ...field) *Model {
	all := append([]field{
		need("description", text),
		need("action_type", classOf(actions())),
		may("observation_type", orNull(classOf(observations()))),
		may("annotations", orNull(object(toolAnnotations()))),
		may("meta", orNull(object0)),
		may("executor", typ{shape: shapeAbsent, null: true}),
	}, fields...)
	m := newModel(name, from, "", all...)
	m.kinded = true
	return m
}

func goneTool(name, gone string) *Model {
	m := newTool(name, "")
	m.dating = &Dating{What: name, Window: until(gone)}
	return m
}

var tools = sync.OnceValue(func() *family {
	return &family{name: "ToolDefinition", class: "ToolDefinition", tools: true, bare: true, loose: &Model{},
		gone: byKind(goneTool("BashTool", "1.0.0"), goneTool("DelegateTool", "1.23.0")), models: byKind(
			newTool("MCPToolDefinition", "", need("mcp_tool", object(mcpTool()))),
			newTool("FinishTool", ""),
			newTool("InvokeSkillTool", "1.18.0"),
			newTool("SwitchLLMTool", "1.22.0"),
			newTool("ThinkTool", ""),
			newTool("VisionInspectTool", "1.31.0"),
			newTool("ClientTool", "1.28.0", need("client_tool_name", text), need("input_schema", object0)),
			newTool("ApplyPatchTool", "1.4.0"),
			newTool("BrowserClickTool", ""),
			newTool("BrowserCloseTabTool", ""),
			newTool("BrowserGetContentTool", ""),
			newTool("BrowserGetStateTool", ""),
			newTool("BrowserGetStorageTool", "1.7.2"),
			newTool("BrowserGoBackTool", ""),
			newTool("BrowserListTabsTool", ""),
			newTool("BrowserNavigateTool", ""),
			newTool("BrowserScrollTool", ""),
			newTool("BrowserSetStorageTool", "1.7.2"),
			newTool("BrowserStartRecordingTool", "1.11.5"),
			newTool("BrowserStopRecordingTool", "1.11.5"),
			newTool("BrowserSwitchTabTool", ""),
			newTool("BrowserToolSet", ""),
			newTool("BrowserTypeTool", ""),
			newTool("FileEditorTool", ""),
			newTool("EditTool", "1.7.0"),
			newTool("ListDirectoryTool", "1.7.0"),
			newTool("ReadFileTool", "1.7.0"),
			newTool("WriteFileTool", "1.7.0"),
			newTool("GlobTool", ""),
			newTool("GrepTool", ""),
			newTool("PlanningFileEditorTool", ""),
			newTool("TaskTool", "1.12.0"),
			newTool("TaskToolSet", "1.12.0"),
			newTool("TaskTrackerTool", ""),
			newTool("TerminalTool", ""),
			newTool("SleeptimeComputeTool", "1.4.0"),
			newTool("TomConsultTool", "1.4.0"),
			newTool("WorkflowTool", "1.27.0"),
			newTool("WorkflowToolSet", "1.27.0"),
		)}
})

// KnowsTool reports whether the newest release has a kind of tool.
func KnowsTool(kind string) bool { return tools().models[kind] != nil }
