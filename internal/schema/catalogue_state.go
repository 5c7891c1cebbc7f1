package schema

import "sync"

// The snapshot: openhands.sdk.conversation.state. Other names are ignored.

func member(name, from string, fields ...field) *Model {
	m := newModel(name, from, "", fields...)
	m.kinded = true
	return m
}

// What an agent is made of is not judged, only dated.
var agents = sync.OnceValue(func() *family {
	return &family{name: "openhands.sdk.agent.base.AgentBase", class: "AgentBase", loose: &Model{}, models: byKind(
		member("Agent", "", agentFields()...),
		member("ACPAgent", "1.12.0", append(append([]field{}, agentFields()...),
			may("acp_env", anything).gone("1.29.0"),
			may("acp_model", anything).from("1.15.0"),
			may("acp_session_mode", anything).from("1.15.0"),
			may("acp_prompt_timeout", anything).from("1.15.0"),
			may("acp_file_secrets", anything).from("1.25.0"),
			may("acp_isolate_data_dir", anything).from("1.25.0"),
			may("acp_resume_session_id", anything).from("1.25.0"),
			may("acp_server", anything).from("1.29.0"),
			may("acp_startup_timeout", anything).from("1.37.0"))...))}
})

var agentFields = sync.OnceValue(func() []field {
	return []field{
		may("llm", noted(llm())),
		may("condenser", notedOf(condensers())),
		may("critic", notedOf(critics())).from("1.9.0"),
		may("agent_context", noted(agentContext())),
		may("security_analyzer", anything).gone("1.3.0"),
		may("security_policy_filename", anything).from("1.7.0"),
		may("include_default_tools", anything).from("1.8.0"),
		may("tool_concurrency_limit", anything).from("1.15.0"),
		may("system_prompt", anything).from("1.18.0")}
})

var llm = sync.OnceValue(func() *Model {
	return newModel("LLM", "", "",
		may("OVERRIDE_ON_SERIALIZE", anything).gone("1.8.0"),
		may("custom_llm_provider", anything).gone("1.7.4"),
		may("metadata", anything).gone("1.0.0"),
		may("safety_settings", anything).gone("1.20.0"),
		may("service_id", anything).gone("1.0.0a3"),
		may("usage_id", anything).from("1.0.0a3"),
		may("extra_headers", anything).from("1.0.0"),
		may("litellm_extra_body", anything).from("1.0.0"),
		may("reasoning_summary", anything).from("1.0.0"),
		may("force_string_serializer", anything).from("1.3.0"),
		may("model_canonical_name", anything).from("1.4.0"),
		may("prompt_cache_retention", anything).from("1.4.0"),
		may("stream", anything).from("1.4.0"),
		may("fallback_strategy", anything).from("1.11.5"),
		may("aws_bedrock_runtime_endpoint", anything).from("1.16.1"),
		may("aws_profile_name", anything).from("1.16.1"),
		may("aws_role_name", anything).from("1.16.1"),
		may("aws_session_name", anything).from("1.16.1"),
		may("aws_session_token", anything).from("1.16.1"),
		may("inline_image_urls", anything).from("1.26.0"),
		may("auth_type", anything).from("1.29.0"),
		may("subscription_vendor", anything).from("1.29.0"),
		may("api_mode", anything).from("1.39.0"),
		may("capability_overrides", anything).from("1.39.0"),
		may("provider_connection_id", anything).from("1.43.0"))
})

var condensers = sync.OnceValue(func() *family {
	return &family{name: "openhands.sdk.context.condenser.base.CondenserBase", class: "CondenserBase", loose: &Model{}, models: byKind(
		member("NoOpCondenser", ""), member("PipelineCondenser", ""),
		member("LLMSummarizingCondenser", "",
			may("llm", noted(llm())),
			may("max_tokens", anything).from("1.7.1"),
			may("hard_context_reset_context_scaling", anything).from("1.11.0"),
			may("hard_context_reset_max_retries", anything).from("1.11.0"),
			may("minimum_progress", anything).from("1.11.5")))}
})

var criticFields = []field{may("mode", anything).from("1.9.0"), may("iterative_refinement", anything).from("1.11.2")}

var critics = sync.OnceValue(func() *family {
	return &family{name: "openhands.sdk.critic.base.CriticBase", class: "CriticBase", loose: &Model{}, models: byKind(
		member("AgentFinishedCritic", "1.2.0", criticFields...),
		member("EmptyPatchCritic", "1.2.0", criticFields...),
		member("PassCritic", "1.2.0", criticFields...),
		member("APIBasedCritic", "1.9.0", append(append([]field{}, criticFields...), may("issue_threshold", anything).from("1.21.0"))...))}
})

var agentContext = sync.OnceValue(func() *Model {
	return newModel("AgentContext", "", "",
		may("microagents", anything).gone("1.0.0a5"),
		may("skills", anything).from("1.0.0a5"),
		may("load_user_skills", anything).from("1.0.0"),
		may("load_public_skills", anything).from("1.4.0"),
		may("secrets", anything).from("1.5.0"),
		may("current_datetime", anything).from("1.11.5"),
		may("marketplace_path", anything).from("1.13.0"),
		may("load_project_skills", anything).from("1.24.0"),
		may("registered_marketplaces", anything).from("1.29.2"),
		may("disabled_skills", anything).from("1.33.0"),
		may("load_memory", anything).from("1.37.0"),
		may("memory_context", anything).from("1.37.0"))
})

var stats = sync.OnceValue(func() *Model {
	return newModel("ConversationStats", "", "",
		may("service_to_metrics", anything).gone("1.0.0a3"),
		may("usage_to_metrics", anything).from("1.0.0a3"))
})

var hookConfig = sync.OnceValue(func() *Model {
	return newModel("HookConfig", "", "",
		may("hooks", anything).gone("1.9.0"),
		may("pre_tool_use", anything).from("1.9.0"),
		may("post_tool_use", anything).from("1.9.0"),
		may("user_prompt_submit", anything).from("1.9.0"),
		may("session_start", anything).from("1.9.0"),
		may("session_end", anything).from("1.9.0"),
		may("stop", anything).from("1.9.0"))
})

var workspaces = sync.OnceValue(func() *family {
	return &family{name: "openhands.sdk.workspace.base.BaseWorkspace", class: "BaseWorkspace", loose: &Model{}, models: byKind(
		member("LocalWorkspace", "", need("working_dir", text)),
		member("RemoteWorkspace", "", need("working_dir", text), need("host", text),
			may("max_connections", anything).from("1.11.0"), may("read_timeout", anything).from("1.11.0")))}
})

var policies = sync.OnceValue(func() *family {
	return &family{name: "openhands.sdk.security.confirmation_policy.ConfirmationPolicyBase", class: "ConfirmationPolicyBase", loose: &Model{}, models: byKind(
		member("AlwaysConfirm", ""), member("NeverConfirm", ""),
		member("ConfirmRisky", "", may("threshold", enum("UNKNOWN", "LOW", "MEDIUM", "HIGH")), may("confirm_unknown", boolean)))}
})

var analyzers = sync.OnceValue(func() *family {
	return &family{name: "openhands.sdk.security.analyzer.SecurityAnalyzerBase", class: "SecurityAnalyzerBase", loose: &Model{}, models: byKind(
		member("PatternSecurityAnalyzer", "1.17.0"), member("PolicyRailSecurityAnalyzer", "1.17.0"), member("EnsembleSecurityAnalyzer", "1.17.0"),
		member("GraySwanAnalyzer", "1.11.5"), member("LLMSecurityAnalyzer", ""), member("ToolShieldLLMSecurityAnalyzer", "1.36.0"))}
})

// statuses got their last word in 1.6.0.
var statuses = []string{"idle", "running", "paused", "waiting_for_confirmation", "finished", "error", "stuck", "deleting"}

var conversationState = sync.OnceValue(func() *Model {
	return newModel("base_state", "", "",
		need("id", typ{shape: shapeUUID}),
		need("agent", oneOf(agents())),
		need("workspace", oneOf(workspaces())),
		may("persistence_dir", orNull(text)),
		may("max_iterations", typ{shape: shapeInt, bounds: []bound{{">", 0}}}),
		may("stuck_detection", boolean),
		may("execution_status", lastSince("1.6.0", "the status deleting", enum(statuses...))).from("1.0.0"),
		may("agent_status", enum(statuses[:len(statuses)-1]...)).gone("1.0.0"),
		may("confirmation_policy", oneOf(policies())),
		may("security_analyzer", orNull(oneOf(analyzers()))).from("1.1.0"),
		may("activated_knowledge_microagents", list(text)).gone("1.0.0a5"),
		may("activated_knowledge_skills", list(text)).from("1.0.0a5"),
		may("activated_path_rules", list(text)).from("1.34.0"),
		may("invoked_skills", list(text)).from("1.18.0"),
		may("blocked_actions", dict(text)).from("1.7.1"),
		may("blocked_messages", dict(text)).from("1.7.1"),
		may("last_user_message_id", orNull(text)).from("1.11.5"),
		may("leaf_event_id", orNull(text)).from("1.31.0"),
		may("head_is_empty", boolean).from("1.31.0"),
		may("stats", object(stats())),
		may("secrets_manager", object(&Model{Name: "SecretsManager"})).gone("1.0.0"),
		may("secret_registry", object(&Model{Name: "SecretRegistry"})).from("1.0.0"),
		may("tags", orNull(dict(text))).from("1.16.0"),
		may("agent_state", object0).from("1.11.2"),
		may("hook_config", orNull(object(hookConfig()))).from("1.13.0"))
})
