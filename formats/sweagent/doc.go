// Package sweagent reads what SWE-agent and mini-swe-agent keep of a run: one
// document with the messages of the run and what became of it.
//
// SWE-agent's document tells a run twice: as the history, which prompts are
// made of, and as the trajectory, step by step. The history gives the rows; the
// trajectory gives them where there is no history, and the last observation
// where the history has none. Where calls have no ids, an action and the
// observation that follows it are paired by their places, as upstream does. A
// mini-swe-agent document is its messages; version 1.0 writes its commands as
// text, in which nothing is looked for. The package runs no history processor,
// opens no file, and reads no replay configuration.
//
// Source of names: SWE-agent/SWE-agent 3ea751c (sweagent/agent/agents.py,
// sweagent/types.py) and releases back to 0.7; SWE-agent/mini-swe-agent a83fcae
// (src/minisweagent/agents/default.py, models/utils).
package sweagent
