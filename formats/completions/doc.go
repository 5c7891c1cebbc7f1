// Package completions reads recordings of single model calls: the files that
// OpenHands writes for each call when it is told to log completions, V1's and
// V0's, which hold the messages sent and the response.
//
// What is a recording is told by its content, never by its name. The package
// compares nothing and knows no event log; it does not read the recordings that
// lie inside a log, but Parse takes their text.
package completions
