package main

import "testing"

// A command is made under the name that it has.
func TestMakersNameTheirCommands(t *testing.T) {
	for _, m := range makers() {
		if c := m.make(&env{}); c.Name != m.name {
			t.Errorf("%q makes the command %q", m.name, c.Name)
		}
	}
}

// A command line makes the command that it names, and none for the version.
func TestCommandsFor(t *testing.T) {
	all := len(makers())
	for args, want := range map[string]int{"": all, "audit": 1, "--help": all, "-h": all, "--version": 0, "-v": 0, "man": all, "completion": all, "audt": all} {
		if got := commandsFor(&env{}, []string{"traj", args}); len(got) != want {
			t.Errorf("%q: %d commands, want %d", args, len(got), want)
		}
	}
}
