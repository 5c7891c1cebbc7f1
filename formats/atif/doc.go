// Package atif reads trajectories of the agent trajectory interchange format,
// versions 1.0 to 1.7: a document with steps, each of which is what was said,
// the calls that were made and what came back.
//
// A step becomes a row for what it says, one for each call and one for each
// result. Results belong to a call of their own step and to no other. A result
// that names no call is one all the same where its step makes calls; else it
// is what the environment said. What the official validator refuses is listed
// with the row. The trajectories of sub-agents that a document embeds are read
// as logs of their own, not here. The package opens no file that a trajectory
// names.
//
// Source of names: RFC 0001 of Harbor and its models, as NVIDIA/NeMo-Agent-Toolkit
// keeps them (packages/nvidia_nat_atif/src/nat/atif, 1fc586a4).
package atif
