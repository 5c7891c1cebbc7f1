// Package event is the neutral model of an agent's event log: one row per
// event in columns (Table), the log around them (Log), the tree its parents
// form (Tree) and look-ups by identity (Index).
//
// It does no input or output, knows no upstream format, and refuses no log:
// nonsense is stored as recorded, and rules elsewhere speak about it. What
// counts as a match, a batch or a visible event differs between upstream
// versions and is asked of a profile in package project.
package event
