package openhandsv1

// The snapshot: openhands.sdk.conversation.state. Other names are ignored.

func named(name string, fields ...field) *model {
	return &model{name: name, fields: fields, kinded: true}
}

var agents = &family{name: "openhands.sdk.agent.base.AgentBase", class: "AgentBase", loose: &model{}, models: byKind(named("Agent"), named("ACPAgent"))}

var workspaces = &family{name: "openhands.sdk.workspace.base.BaseWorkspace", class: "BaseWorkspace", loose: &model{}, models: byKind(
	named("LocalWorkspace", need("working_dir", text)), named("RemoteWorkspace", need("working_dir", text), need("host", text)))}

var policies = &family{name: "openhands.sdk.security.confirmation_policy.ConfirmationPolicyBase", class: "ConfirmationPolicyBase", loose: &model{}, models: byKind(
	named("AlwaysConfirm"), named("NeverConfirm"),
	named("ConfirmRisky", may("threshold", enum("UNKNOWN", "LOW", "MEDIUM", "HIGH")), may("confirm_unknown", boolean)))}

var analyzers = &family{name: "openhands.sdk.security.analyzer.SecurityAnalyzerBase", class: "SecurityAnalyzerBase", loose: &model{}, models: byKind(
	named("PatternSecurityAnalyzer"), named("PolicyRailSecurityAnalyzer"), named("EnsembleSecurityAnalyzer"),
	named("GraySwanAnalyzer"), named("LLMSecurityAnalyzer"), named("ToolShieldLLMSecurityAnalyzer"))}

var conversationState = &model{name: "ConversationState", fields: []field{
	need("id", typ{shape: shapeUUID}),
	need("agent", oneOf(agents)),
	need("workspace", oneOf(workspaces)),
	may("persistence_dir", orNull(text)),
	may("max_iterations", typ{shape: shapeInt, bounds: []bound{{">", 0}}}),
	may("stuck_detection", boolean),
	may("execution_status", enum("idle", "running", "paused", "waiting_for_confirmation", "finished", "error", "stuck", "deleting")),
	may("confirmation_policy", oneOf(policies)),
	may("security_analyzer", orNull(oneOf(analyzers))).from("1.1.0"),
	may("activated_knowledge_skills", list(text)),
	may("activated_path_rules", list(text)).from("1.34.0"),
	may("invoked_skills", list(text)).from("1.18.0"),
	may("blocked_actions", dict(text)).from("1.7.1"),
	may("blocked_messages", dict(text)).from("1.7.1"),
	may("last_user_message_id", orNull(text)).from("1.11.5"),
	may("leaf_event_id", orNull(text)).from("1.31.0"),
	may("head_is_empty", boolean).from("1.31.0"),
	may("stats", object(&model{name: "ConversationStats"})),
	may("secret_registry", object(&model{name: "SecretRegistry"})),
	may("tags", orNull(dict(text))).from("1.16.0"),
	may("agent_state", object0).from("1.11.2"),
	may("hook_config", orNull(object(&model{name: "HookConfig"}))).from("1.13.0"),
}}

// oldStatus is what execution_status was called before 1.0.0.
const oldStatus = "agent_status"
