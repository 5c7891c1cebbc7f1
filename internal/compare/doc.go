// Package compare tells where two sequences part: the events of two logs, of
// two branches of one log, or the messages of two projections. Items are
// aligned by their id, else by their content, and what stands between aligned
// items by its place.
//
// It judges no difference and prints nothing. It reads records, through
// event.Log.Bodies, and no file. Work grows with the size of both sides, not
// with its square; where many items are the same the alignment may therefore
// be shorter than the longest possible.
package compare
