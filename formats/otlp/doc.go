// Package otlp reads what agents trace about themselves: GenAI spans of
// OpenTelemetry, and log records of their messages, in OTLP's JSON form.
//
// A span is a row of its own. A span of a model's use tells its whole prompt
// anew; of that only what no earlier span of the same conversation told becomes
// rows, then the answer. A tool's span that ended is the result of its call; it
// is the call as well where no model's span told that. What a message is lies
// within texts of the span, so that a row's record is the span and its value
// says which message and which part it is: in.2.0 is the first part of the
// third message. Tokens are those of the spans that used them, not of the
// agents above, which count them again.
//
// Spans stand in the order of the file, which is that of their ends; times
// order nothing. Several conversations of one file are one log. The package
// opens no file, refuses nothing, and looks for no span in other files.
package otlp
