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
		b = appendQuoted(append(b, ' '), s)
	}
	ids := make([]string, 0, 8)
	for _, r := range f.Related {
		ids = append(ids, r.EventID)
	}
	slices.Sort(ids)
	for _, s := range slices.Compact(ids) {
		b = appendQuoted(append(b, ' '), s)
	}
	return b
}

// number gives every finding its ID; findings of one identity are told apart by
// their order.
func number(fs []Finding, conversation string, workers int) {
	first := make([]sum, len(fs)) // of each finding as if it were the first of its identity
	inShares(len(fs), workers, func(from, to int) {
		var b []byte
		for i := from; i < to; i++ {
			b = fs[i].appendIdentity(b[:0], conversation)
			first[i] = sumOf(b, 0)
		}
	})
	seen := make(map[sum]int, len(fs))
	for i := range fs {
		s := first[i]
		n := seen[s]
		if seen[s] = n + 1; n > 0 {
			s = sumOf(fs[i].appendIdentity(nil, conversation), n)
		}
		fs[i].ID = hex.EncodeToString(s[:8])
	}
}

// sum is the hash of an identity and of how often it came before.
type sum = [sha256.Size]byte

func sumOf(identity []byte, before int) sum {
	return sha256.Sum256(strconv.AppendInt(append(identity, ' '), int64(before), 10))
}

// appendQuoted is strconv.AppendQuote, quicker for what needs no escapes.
func appendQuoted(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return strconv.AppendQuote(b, s)
		}
	}
	return append(append(append(b, '"'), s...), '"')
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
