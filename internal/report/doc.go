// Package report turns results into what people and programs read: text,
// JSON, JSON lines. One file per output.
//
// It decides no severity and no exit status, and reads no log. Text of a log
// reaches a terminal only through Clean.
package report
