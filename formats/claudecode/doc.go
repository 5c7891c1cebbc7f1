// Package claudecode fills rows from what Claude Code and Anthropic's API
// write: the lines of a session, the lines that claude -p prints, and bare
// messages. A content block becomes a row of its own, as Claude Code itself
// writes one line for each.
//
// It does not follow parents, join the blocks of a response, or judge what it
// reads; it does not open the other files of a session.
package claudecode
