// Package replay runs the projections of a log again and says what came out:
// checkpoints along every branch, what a recording of them and a log do not
// agree on, what became of every action, which outcomes nobody knows, and what
// a resume would do after a crash at any event.
//
// It executes nothing, asks no clock and no environment, and reads no file.
// What an upstream version does is asked of package project; rules and their
// severities are package audit's.
package replay
