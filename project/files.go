package project

import (
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
)

// scanFiles follows the loader of a directory: file names give index and id,
// of two files with one index the later name wins, and the first gap ends the
// log. What is at an index is read from the file that the writer would have
// named for it, whatever file gave the index.
func (r *Reading) scanFiles() {
	var written map[string]int32
	for i := range r.Log.Files {
		f := &r.Log.Files[i]
		if f.Role != event.RoleEvent || f.Index < 0 || !r.Profile.wideIndex && !fiveDigits(f) {
			continue
		}
		s := slot{f.Row, int32(i), r.key(f.ID)}
		if strayName(f) {
			if written == nil {
				written = r.rowsByName()
			}
			s.row = written[writtenName(f)] - 1
		}
		switch n := int64(len(r.slots)); {
		case f.Index == n:
			r.slots = append(r.slots, s)
		case f.Index == n-1:
			r.slots[n-1] = s
		}
	}
}

// writtenName is the name that the writer gives an event file.
// Source: OpenHands/software-agent-sdk v1.43.1, EVENT_FILE_PATTERN in
// conversation/persistence_const.py.
func writtenName(f *event.File) string { return string(appendWritten(nil, f)) }

// appendWritten appends that name to b.
func appendWritten(b []byte, f *event.File) []byte {
	b = append(b, "event-"...)
	var room [20]byte
	n := strconv.AppendInt(room[:0], f.Index, 10)
	for range 5 - len(n) {
		b = append(b, '0')
	}
	b = append(append(b, n...), '-')
	return append(append(b, f.ID...), ".json"...)
}

// strayName reports whether the loader takes an index from the name of f and
// then looks for another file. An app server's export has names of its own.
func strayName(f *event.File) bool {
	base := baseName(f)
	var room [80]byte // one name of each event file is made and forgotten
	return strings.HasPrefix(base, "event-") && base != string(appendWritten(room[:0], f))
}

// fiveDigits reports whether the name of f has an index of five digits.
func fiveDigits(f *event.File) bool {
	digits, _, _ := strings.Cut(strings.TrimPrefix(baseName(f), "event-"), "-")
	return f.Index <= 99999 && (!strayName(f) || len([]rune(digits)) == 5)
}

func baseName(f *event.File) string { return f.Name[strings.LastIndexAny(f.Name, "/!")+1:] }

// rowsByName is one more than the row of each event file, by its name.
func (r *Reading) rowsByName() map[string]int32 {
	m := make(map[string]int32, len(r.Log.Files))
	for i := range r.Log.Files {
		if f := &r.Log.Files[i]; f.Role == event.RoleEvent {
			m[baseName(f)] = f.Row + 1
		}
	}
	return m
}

// isEmpty reports whether the loader opens f and finds nothing in it.
func isEmpty(f *event.File) bool {
	return f.Size == 0 && !strayName(f) && (len(f.Damage) == 0 || f.Damage[0].Reason != event.DamageUnreadable)
}

// lacks says why a file gives the loader no event.
func lacks(f *event.File) string {
	switch {
	case strayName(f):
		return "upstream looks for " + strconv.Quote(writtenName(f)) + " in its place"
	case len(f.Damage) > 0 && f.Damage[0].Reason == event.DamageUnreadable && f.Damage[0].Detail != "":
		return f.Damage[0].Detail
	case len(f.Damage) > 0:
		return f.Damage[0].Reason.String()
	}
	return "holds no event"
}
