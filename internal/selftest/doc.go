// Package selftest shows that the rules tell what they are for: it plants the
// known defects of package mutate in logs, judges each, and compares what is
// said with what the defect must raise.
//
// It changes copies in memory and nothing else, decides no exit status and
// prints nothing. The same logs give the same result.
package selftest
