// Package adp reads trajectories of the agent data protocol, in which datasets
// of agents are standardized.
//
// A call and its result are tied by tool_call_id. Where neither has one they
// are tied as upstream's own converter ties them: an observation answers the
// call that it follows at once, whoever it says it comes from. An observation
// that follows none is a message. Which response of a model a call comes from
// is nowhere written, so that each action is one. The package refuses nothing
// and opens no file.
//
// Source: neulab/agent-data-protocol, schema/trajectory.py (0dc08752),
// schema/tool_call_links.py (61ea0c5c), schema/SCHEMA.md (09e778b7).
package adp
