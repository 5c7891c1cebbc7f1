package policy

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"sync"

	"github.com/traj-dev/traj/audit"
)

// State is what a policy makes of a finding. The zero value is a finding that
// counts.
type State uint8

// The states of a finding.
const (
	Reported   State = iota // it counts
	Suppressed              // a suppression with a reason covers it
	Known                   // the baseline has it
	stateCount
)

var stateStrings = [stateCount]string{"reported", "suppressed", "known"}

func (s State) String() string {
	if s < stateCount {
		return stateStrings[s]
	}
	return "unknown"
}

// Mark is what a policy says of one finding.
type Mark struct {
	State       State
	Fingerprint string       // what the finding goes by from run to run
	By          *Suppression // what suppresses it, nil unless it is suppressed
}

// Log names an audited log: its name as it is printed, its path relative to the
// policy, and the id of its conversation, "" where the log does not tell it.
type Log struct {
	Name, Path, Conversation string
}

var globallyUnique = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$`)
})

// Fingerprint is what a finding goes by from run to run: its id where that
// tells it from the findings of every other log, else its id together with the
// log's place. Either stays the same when the log is exported again.
func Fingerprint(l Log, f *audit.Finding) string {
	if l.Conversation != "" || globallyUnique().MatchString(f.EventID) {
		return f.ID
	}
	sum := sha256.Sum256([]byte("traj-fingerprint-1 " + f.ID + " " + strconv.Quote(l.Path)))
	return hex.EncodeToString(sum[:8])
}
