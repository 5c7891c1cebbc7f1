// Package mutate makes sound event logs and plants known defects in logs: the
// material with which rules are calibrated.
//
// Generate is a model of the upstream writer: what it gives is a log that the
// writer could have left behind, byte for byte, and in which nothing is wrong.
// Mutators lists the defects; each changes the bytes of a log and names the
// rules that must then speak, and by that all that must not.
//
// The package judges nothing and reads no log for others: it looks at records
// by itself, so that a fault of a reader is not a fault of its own. It touches
// no file, keeps no state, and the same seed gives the same bytes.
package mutate
