// Package project says what an upstream version makes of a log: which records
// its loader sees, which event is the head, which path leads there, what of it
// the model sees (the view), which actions still wait for a result, and which
// messages are sent.
//
// Such things differ between versions, so each question goes through a
// Profile, the frozen rules of one version, and a Reading, one log as that
// version reads it. A profile describes; it never repairs a log, never judges
// one (package audit does), and never re-implements what a version would do
// outside its log: nothing is run, and no file, clock or network is touched.
// Records refused by a version are verdicts of its profile, never lost rows.
//
// Everything but messages works on the columns of the event table. Messages
// need the records' own bytes, through event.Log.Bodies.
package project
