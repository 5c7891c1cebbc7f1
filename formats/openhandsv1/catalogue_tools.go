package openhandsv1

// The tools that a system prompt lists: openhands.sdk.tool.tool and its
// subclasses. Other names than these fields are ignored.

var toolAnnotations = &model{name: "ToolAnnotations", fields: []field{
	may("title", orNull(text)), may("readOnlyHint", boolean), may("destructiveHint", boolean), may("idempotentHint", boolean), may("openWorldHint", boolean)}}

// mcpTool is mcp.types.Tool, without what lies within its icons and execution.
var mcpTool = &model{name: "Tool", fields: []field{
	need("name", text), may("title", orNull(text)), may("description", orNull(text)), need("inputSchema", object0),
	may("outputSchema", orNull(object0)), may("icons", orNull(list(object0))), may("annotations", orNull(object0)), may("_meta", orNull(object0))}}

func newTool(name, since string, fields ...field) *model {
	all := append([]field{
		need("description", text),
		need("action_type", classOf(actions)),
		may("observation_type", orNull(classOf(observations))),
		may("annotations", orNull(object(toolAnnotations))),
		may("meta", orNull(object0)),
		may("executor", typ{shape: shapeAbsent, null: true}),
	}, fields...)
	return &model{name: name, since: since, fields: all, kinded: true}
}

var tools = &family{name: "ToolDefinition", class: "ToolDefinition", tools: true, loose: &model{},
	gone: map[string]*model{
		"":             {name: "tools without kind", until: "1.7.0"},
		"BashTool":     {name: "BashTool", until: "1.0.0"},
		"DelegateTool": {name: "DelegateTool", until: "1.23.0"},
	}, models: byKind(
		newTool("MCPToolDefinition", "", need("mcp_tool", object(mcpTool))),
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
