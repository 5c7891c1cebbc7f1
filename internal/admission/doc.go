// Package admission says which logs of a corpus may be relied on: for training, for
// a study, for an evaluation. It sums up what reading and judging said of each and
// how the logs relate.
//
// It reads no log and prints nothing.
package admission
