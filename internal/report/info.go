package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// Info is what there is to say about a log before it is judged.
type Info struct {
	Name         string      `json:"name"`
	Conversation *string     `json:"conversation"`
	Format       string      `json:"format"`
	Shape        string      `json:"shape"`
	Evidence     string      `json:"evidence"`
	Profile      string      `json:"profile"`
	ProfileWhy   string      `json:"profile_why"`
	Ambiguous    []string    `json:"profile_ambiguous"`
	Status       *string     `json:"status"`
	Events       int         `json:"events"`
	Kinds        []KindCount `json:"kinds"`
	Unknown      []KindCount `json:"unknown_types"`
	Refused      int         `json:"refused"`
	Head         *string     `json:"head"`
	HeadWhy      string      `json:"head_why"`
	Branches     int         `json:"branches"`
	OnBranch     int         `json:"events_on_active_branch"`
	Pending      int         `json:"pending"`
	Bytes        Account     `json:"bytes"`
	Damage       []InfoHurt  `json:"damage"`

	File string `json:"-"` // the file, or the directory, that the log is of

	// What Explain adds.
	Understood *InfoUnderstood `json:"understood"`
	NotChecked []InfoSkip      `json:"not_checked"`
	Limits     []string        `json:"limits"`
}

// KindCount is a number of events of one kind or type.
type KindCount struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// Account says what every byte of a log's files is. Rows, Space, Damaged,
// Beside and Passed sum to Size.
type Account struct {
	Files   int   `json:"files"`
	Size    int64 `json:"size"`
	Rows    int64 `json:"rows"`    // in events
	Space   int64 `json:"space"`   // white space, separators, envelope
	Damaged int64 `json:"damaged"` // no sound record
	Beside  int64 `json:"beside"`  // state, meta, leases: read, but no events
	Passed  int64 `json:"passed"`  // files that are counted and not read
}

// InfoHurt is one damaged span.
type InfoHurt struct {
	File   string `json:"file"`
	Offset int64  `json:"offset"`
	Length int64  `json:"length"`
	Line   *int32 `json:"line"`
	Reason string `json:"reason"`
	Inside bool   `json:"inside_row"`
	Detail string `json:"detail"`
}

// InfoOf gathers what there is to say about the log of a reading.
func InfoOf(r *project.Reading, c project.Choice) *Info {
	l := r.Log
	i := &Info{Name: l.Name, Conversation: orNull(l.Conversation), Format: l.Format, Shape: l.Shape.String(), Evidence: l.Evidence,
		Profile: c.Profile.Name, ProfileWhy: c.Why, Ambiguous: []string{}, Events: l.Len(), Damage: []InfoHurt{}}
	for _, p := range c.Ambiguous {
		i.Ambiguous = append(i.Ambiguous, p.Name)
	}
	if i.File = l.Name; len(l.Files) == 1 {
		i.File = l.Files[0].Name
	}
	if l.State != nil {
		i.Status = l.State.Status
	}
	i.count(r)
	head := r.Head()
	i.Head, i.HeadWhy = orNull(head.ID), head.Why
	i.Branches = len(r.Heads())
	if path, err := r.ActivePath(); err == nil {
		i.OnBranch, i.Pending = len(path), len(r.Pending(path))
	}
	i.account(l)
	return i
}

func (i *Info) count(r *project.Reading) {
	kinds, types := map[string]int{}, map[string]int{}
	for row := range r.Log.Len() {
		k := r.Log.Kind(row)
		kinds[k.String()]++
		if k == event.KindOther {
			types[r.Log.NameString(r.Log.Type(row))]++
		}
		if len(r.Refused(int32(row))) > 0 {
			i.Refused++
		}
	}
	i.Kinds, i.Unknown = byCount(kinds), byCount(types)
}

func byCount(m map[string]int) []KindCount {
	out := []KindCount{}
	for k, n := range m {
		out = append(out, KindCount{k, n})
	}
	slices.SortFunc(out, func(a, b KindCount) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name)) })
	return out
}

func (i *Info) account(l *event.Log) {
	for _, f := range l.Files {
		i.Bytes.Files++
		i.Bytes.Size += f.Size
		damaged := int64(0)
		for _, d := range f.Damage {
			h := InfoHurt{File: f.Name, Offset: d.Offset, Length: d.Length, Reason: d.Reason.String(), Inside: d.Inside, Detail: d.Detail}
			if d.Line > 0 {
				h.Line = &d.Line
			}
			i.Damage = append(i.Damage, h)
			if !d.Inside {
				damaged += d.Length
			}
		}
		i.Bytes.Damaged += damaged
		switch f.Role {
		case event.RoleEvent, event.RoleEvents:
			i.Bytes.Rows += f.Rows
			i.Bytes.Space += f.Space
		case event.RoleState, event.RoleMeta, event.RoleLease, event.RoleCopy:
			i.Bytes.Beside += f.Size - damaged
		default:
			i.Bytes.Passed += f.Size - damaged
		}
	}
}

// InfoJSON prints logs as one JSON document, each as it comes: none is kept.
type InfoJSON struct {
	w io.Writer
	n int // logs so far
}

// NewInfoJSON returns a printer that writes to w.
func NewInfoJSON(w io.Writer) *InfoJSON { return &InfoJSON{w: w} }

// Log prints one log.
func (p *InfoJSON) Log(i *Info) error {
	before := ",\n  "
	if p.n++; p.n == 1 {
		before = "{\n \"schema_version\": 1,\n \"logs\": [\n  "
	}
	var b bytes.Buffer
	enc := json.NewEncoder(SafeJSON(&b))
	enc.SetEscapeHTML(false)
	enc.SetIndent("  ", " ")
	if err := enc.Encode(i); err != nil {
		return err
	}
	_, err := io.WriteString(p.w, before+strings.TrimSuffix(b.String(), "\n"))
	return err
}

// End prints what stands behind the last log.
func (p *InfoJSON) End() error {
	end := "\n ]\n}\n"
	if p.n == 0 {
		end = "{\n \"schema_version\": 1,\n \"logs\": []\n}\n"
	}
	_, err := io.WriteString(p.w, end)
	return err
}

// InfoText prints one log for people.
func InfoText(w io.Writer, style Style, i *Info) error {
	fmt.Fprintln(w, style.bold(Clean(i.Name)))
	rows := [][]string{
		{"format", i.Format + ", " + i.Shape, i.Evidence},
		{"profile", i.Profile, i.ProfileWhy},
		{"events", fmt.Sprint(i.Events), listed(i.Kinds)},
		{"branches", fmt.Sprint(i.Branches), fmt.Sprintf("%s on the active one, %s", Count(i.OnBranch, "event"), Count(i.Pending, "pending action"))},
		{"head", value(i.Head), i.HeadWhy},
	}
	if len(i.Ambiguous) > 0 {
		rows = append(rows, []string{"", "", "the log fits these as well, and they project it otherwise: " + strings.Join(i.Ambiguous, ", ")})
	}
	if i.Conversation != nil {
		rows = append(rows, []string{"conversation", *i.Conversation, ""})
	}
	if i.Status != nil {
		rows = append(rows, []string{"status", *i.Status, ""})
	}
	if len(i.Unknown) > 0 {
		rows = append(rows, []string{"unknown", "", listed(i.Unknown)})
	}
	if i.Refused > 0 {
		rows = append(rows, []string{"refused", fmt.Sprint(i.Refused), "events that " + i.Profile + " would not read"})
	}
	b := i.Bytes
	rows = append(rows, []string{"bytes", fmt.Sprint(b.Size), fmt.Sprintf("%s: %d in events, %d space, %d beside, %d passed over, %d damaged",
		Count(b.Files, "file"), b.Rows, b.Space, b.Beside, b.Passed, b.Damaged)})
	for _, d := range i.Damage {
		rows = append(rows, []string{"damage", d.Reason, fmt.Sprintf("%s, %s at offset %d. %s", short(d.File), Count(int(d.Length), "byte"), d.Offset, d.Detail)})
	}
	return grid(w, style, []string{"", "", ""}, append(rows, i.explained()...))
}

func listed(cs []KindCount) string {
	var parts []string
	for _, c := range cs {
		parts = append(parts, fmt.Sprintf("%d %s", c.Count, c.Name))
	}
	return strings.Join(parts, ", ")
}

func value(s *string) string {
	if s == nil {
		return "none"
	}
	return *s
}
