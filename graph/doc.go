// Package graph draws the branch tree of a log: as text, as DOT, as Mermaid, and as SVG and
// PNG in a layout of its own, in which time runs down and each branch has a
// lane. The same input gives the same bytes.
//
// It judges nothing: which rows are active, orphaned or marked comes in as
// data. It does no input or output, starts no other program, reads no font of
// the machine, and never fails on a broken log: cycles, missing parents and
// rows outside the tree are drawn as what they are. What it leaves out it says
// in the picture and in Picture.Notes.
package graph
