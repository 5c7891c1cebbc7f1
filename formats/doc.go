// Package formats reads event logs: it finds the logs that an input holds,
// tells their format by their bytes, and turns each into an event.Log.
//
// It accounts for every byte: a byte belongs to a row, to white space or
// envelope, or to a Damage, and what is damaged never stops the rest. It does
// not judge what a log means, writes nothing, never opens a path that a log
// names, and keeps no state between calls.
package formats
