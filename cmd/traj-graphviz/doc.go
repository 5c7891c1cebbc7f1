// Command traj-graphviz lays out DOT from standard input with Graphviz (as
// WebAssembly, through goccy/go-graphviz) and writes SVG to standard output.
//
// It is a program of its own because that library does all its work while the
// program starts, keeps compiled code in $TMPDIR, leaks, and cannot be
// interrupted. So it renders one graph and ends; `traj graph --layout` starts
// it with a private temporary directory and kills it at a deadline. It bounds
// the input, the nodes, its memory and its time by itself as well.
//
// It does not trust its input: what it writes holds no script, no picture of
// another file and no link but to the page itself and to the web.
package main
