// Package page makes the report on logs that people open in a browser: one HTML
// file that holds its data, its style and its program, and the shorter Markdown
// form for tickets.
//
// It judges nothing and draws nothing that a log says otherwise than as text:
// findings come from package audit, outcomes from replay, views from project,
// lanes from graph. The page asks no network, follows no address that a log
// names, and runs nothing but its own program, which its content security
// policy names by hash. The same logs give the same bytes.
package page
