// Command traj audits, explains and projects the event logs of AI agents,
// offline: it never opens the network, runs no tool, and writes to no input.
package main

import "os"

func main() { os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr)) }
