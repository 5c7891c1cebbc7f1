// Package policy holds what a project wants of an audit: the policy file with
// its levels, sections and suppressions, and the baseline of findings that are
// known. It marks the findings of an audit by them.
//
// It finds nothing by itself, prints nothing and decides no exit status. It
// asks no clock: the day on which a suppression ends is compared with the day
// that the caller names.
package policy
