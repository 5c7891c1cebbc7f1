package schema

// The snapshot: openhands.sdk.conversation.state. Other names are ignored.

func member(name, from string, fields ...field) *Model {
	m := newModel(name, from, "", fields...)
	m.kinded = true
	return m
}

// What an agent is made of is not checked, only dated.
var agents = &family{name: "openhands.sdk.agent.base.AgentBase", class: "AgentBase", loose: &Model{}, models: byKind(
	member("Agent", "",
		may("security_analyzer", anything).gone("1.3.0"),
		may("security_policy_filename", anything).from("1.7.0"),
		may("include_default_tools", anything).from("1.8.0"),
		may("critic", anything).from("1.9.0"),
		may("tool_concurrency_limit", anything).from("1.15.0"),
		may("system_prompt", anything).from("1.18.0")),
	member("ACPAgent", "1.12.0",
		may("acp_env", anything).gone("1.29.0"),
		may("acp_model", anything).from("1.15.0"),
		may("acp_resume_session_id", anything).from("1.25.0"),
		may("acp_server", anything).from("1.29.0"),
		may("acp_startup_timeout", anything).from("1.37.0")))}

var workspaces = &family{name: "openhands.sdk.workspace.base.BaseWorkspace", class: "BaseWorkspace", loose: &Model{}, models: byKind(
	member("LocalWorkspace", "", need("working_dir", text)),
	member("RemoteWorkspace", "", need("working_dir", text), need("host", text)))}

var policies = &family{name: "openhands.sdk.security.confirmation_policy.ConfirmationPolicyBase", class: "ConfirmationPolicyBase", loose: &Model{}, models: byKind(
	member("AlwaysConfirm", ""), member("NeverConfirm", ""),
	member("ConfirmRisky", "", may("threshold", enum("UNKNOWN", "LOW", "MEDIUM", "HIGH")), may("confirm_unknown", boolean)))}

var analyzers = &family{name: "openhands.sdk.security.analyzer.SecurityAnalyzerBase", class: "SecurityAnalyzerBase", loose: &Model{}, models: byKind(
	member("PatternSecurityAnalyzer", "1.17.0"), member("PolicyRailSecurityAnalyzer", "1.17.0"), member("EnsembleSecurityAnalyzer", "1.17.0"),
	member("GraySwanAnalyzer", "1.11.5"), member("LLMSecurityAnalyzer", ""), member("ToolShieldLLMSecurityAnalyzer", "1.36.0"))}

// statuses got their last word in 1.6.0.
var statuses = []string{"idle", "running", "paused", "waiting_for_confirmation", "finished", "error", "stuck", "deleting"}

var conversationState = newModel("base_state", "", "",
	need("id", typ{shape: shapeUUID}),
	need("agent", oneOf(agents)),
	need("workspace", oneOf(workspaces)),
	may("persistence_dir", orNull(text)),
	may("max_iterations", typ{shape: shapeInt, bounds: []bound{{">", 0}}}),
	may("stuck_detection", boolean),
	may("execution_status", lastSince("1.6.0", "the status deleting", enum(statuses...))).from("1.0.0"),
	may("agent_status", enum(statuses[:len(statuses)-1]...)).gone("1.0.0"),
	may("confirmation_policy", oneOf(policies)),
	may("security_analyzer", orNull(oneOf(analyzers))).from("1.1.0"),
	may("activated_knowledge_microagents", list(text)).gone("1.0.0a5"),
	may("activated_knowledge_skills", list(text)).from("1.0.0a5"),
	may("activated_path_rules", list(text)).from("1.34.0"),
	may("invoked_skills", list(text)).from("1.18.0"),
	may("blocked_actions", dict(text)).from("1.7.1"),
	may("blocked_messages", dict(text)).from("1.7.1"),
	may("last_user_message_id", orNull(text)).from("1.11.5"),
	may("leaf_event_id", orNull(text)).from("1.31.0"),
	may("head_is_empty", boolean).from("1.31.0"),
	may("stats", object(&Model{Name: "ConversationStats"})),
	may("secrets_manager", object(&Model{Name: "SecretsManager"})).gone("1.0.0"),
	may("secret_registry", object(&Model{Name: "SecretRegistry"})).from("1.0.0"),
	may("tags", orNull(dict(text))).from("1.16.0"),
	may("agent_state", object0).from("1.11.2"),
	may("hook_config", orNull(object(&Model{Name: "HookConfig"}))).from("1.13.0"))
