// Package openhandsv1 reads the records of OpenHands' software-agent-sdk: one
// JSON object per event, and base_state.json beside them.
//
// One pass over a record's tape fills the neutral row and lists what the newest
// release known, 1.43, would refuse; package internal/schema knows that. The
// record is judged alone: bytes that are not one JSON object, and JSON that
// upstream's reader refuses (depth, half surrogate pairs, bad UTF-8), are for
// package formats to tell. The package opens no file, and it refuses nothing
// itself: every object becomes a row.
//
// Of base_state.json the fields of the conversation are checked; what lies
// within the agent, the statistics, the secrets and the hooks is not.
//
// Source of all names and limits: OpenHands/software-agent-sdk, main at 1.43.1,
// openhands-sdk/openhands/sdk and openhands-tools/openhands/tools.
package openhandsv1
