// Package arch holds the module's structure still: a test compares the imports
// of every package with the arrows the design allows. It has no code of its
// own and is imported by nobody.
package arch
