// Package audit holds the rules that speak about a log: what in it is broken,
// suspicious or worth seeing. A rule is a stateless value; the catalogue is
// one slice; Run applies it to one log as a profile of package project reads
// it and returns findings in a fixed order.
//
// What counts as a match, a branch or a visible event is the profile's to say,
// and what a record holds is the reader's. The package opens no file, decodes
// no upstream format, prints nothing and decides no exit status. A finding is
// a result about a log, never an error of traj.
package audit
