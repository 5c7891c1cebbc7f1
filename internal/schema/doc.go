// Package schema knows which records each release of OpenHands' software-agent
// SDK reads: the kinds of events, actions, observations and tools, their
// fields, and the releases that have them.
//
// The schema is a declarative catalogue (the files catalogue_*.go) that is
// interpreted over a record's tape in one pass, with the coercions of
// pydantic's lax mode and in its words. A checker is asked about a window of
// releases, often one: it refuses what none of them reads. Custom tools make
// kinds of their own, which upstream refuses unless the tool is loaded; the
// catalogue holds what comes with the SDK and its tools package. Its parts are
// made when they are first asked for: most runs of a program never do.
//
// Source of all names and dates: the classes of OpenHands/software-agent-sdk,
// openhands-sdk and openhands-tools, at each of its tags from 1.0.0a1 to 1.43.1.
// What is dated before 1.0.0a1 stands in older commits.
//
// The package judges one record alone. It opens no file, fills no row and does
// not choose a release. Bytes that are not one JSON object, and JSON that
// upstream's reader refuses (depth, half surrogate pairs, bad UTF-8), are for
// package formats to tell.
package schema
