// Package openai reads what OpenAI's interfaces exchange and its tools keep:
// messages of chat completions and the ShareGPT rows that datasets make of
// them, items of the Responses API, the rollouts of Codex, and what
// codex exec --json prints.
//
// None of these records which model response a call comes from, so responses
// are told by their place and named after it. Where calls have no ids they and
// their results are paired by place, too. The package opens no file, refuses no
// object, looks into no text for calls that are written out as prose, and does
// not follow a rollout into the threads that it was forked from.
//
// Source of names: the OpenAPI description openai/openai-openapi, openai/codex
// (codex-rs/protocol, codex-rs/core/src/rollout, codex-rs/exec) up to
// August 2026.
package openai
