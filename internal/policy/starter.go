package policy

import _ "embed"

// Starter is a policy file that says nothing yet: all of it is comments that
// tell what can be said.
//
//go:embed starter.yaml
var Starter string
