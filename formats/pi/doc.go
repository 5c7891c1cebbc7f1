// Package pi reads the sessions of the pi coding agent: files of lines whose
// entries form a tree by id and parentId, and, before there were ids, one line.
//
// Source: badlogic/pi-mono at 83378aa,
// packages/coding-agent/src/core/session-manager.ts.
//
// It does not say where a session stands, which messages a model is sent, or
// whether a session is sound.
package pi
