package audit

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
)

// Finding is one thing a rule says about a log.
type Finding struct {
	ID       string // stable: the same defect has it after a re-export of the log
	Rule     *Rule
	Severity Severity
	Message  string
	Row      int32 // -1 = no event of its own
	EventID  string
	CallID   string
	Field    string // the column or snapshot field it is about, "" = the event as a whole
	Location Location
	Related  []Place
}

// Location is where bytes are.
type Location struct {
	File       string // as given on the command line
	Line       int32  // from 1, 0 where the input has no lines
	Offset     int64
	Pointer    string // RFC 6901
	HasPointer bool   // the location lies inside a JSON document
}

// Place is another place that belongs to a finding.
type Place struct {
	Row      int32 // -1 = no event
	EventID  string
	CallID   string
	Location Location
	Note     string
}

// appendIdentity appends what a finding's ID hashes: no line, offset or wording.
func (f *Finding) appendIdentity(b []byte, conversation string) []byte {
	b = append(b, `"traj-finding-1"`...)
	for _, s := range [...]string{f.Rule.ID, conversation, f.EventID, f.Field} {
		b = strconv.AppendQuote(append(b, ' '), s)
	}
	ids := make([]string, 0, 8)
	for _, r := range f.Related {
		ids = append(ids, r.EventID)
	}
	slices.Sort(ids)
	for _, s := range slices.Compact(ids) {
		b = strconv.AppendQuote(append(b, ' '), s)
	}
	return b
}

// number gives every finding its ID; findings of one identity are told apart
// by their order.
func number(fs []Finding, conversation string) {
	seen := make(map[string]int, len(fs))
	var b []byte
	for i := range fs {
		b = fs[i].appendIdentity(b[:0], conversation)
		n := seen[string(b)]
		seen[string(b)] = n + 1
		sum := sha256.Sum256(strconv.AppendInt(append(b, ' '), int64(n), 10))
		fs[i].ID = hex.EncodeToString(sum[:8])
	}
}

// order sorts findings: by place in the log, then by rule; the order is total.
func order(fs []Finding) {
	slices.SortStableFunc(fs, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(uint32(a.Row), uint32(b.Row)), // without a row: last
			cmp.Compare(a.Location.File, b.Location.File),
			cmp.Compare(a.Location.Offset, b.Location.Offset),
			cmp.Compare(a.Rule.ID, b.Rule.ID),
			cmp.Compare(a.Field, b.Field),
			cmp.Compare(a.Message, b.Message),
			slices.CompareFunc(a.Related, b.Related, func(x, y Place) int { return cmp.Compare(x.Row, y.Row) }),
		)
	})
}
