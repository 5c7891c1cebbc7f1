package audit

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/project"
)

// Acceptance is whether a provider would take what a resume sends at the end of
// a branch.
type Acceptance struct {
	Head     string // the event that the branch ends at, "" before the first
	Row      int32
	Active   bool
	Turns    int       // messages, items or contents of the request
	Unknown  string    // why it cannot be told, "" when it can
	Refusals []Refusal // why it is refused; none when it is accepted
	Doubts   []Refusal // what is no refusal but may become one
	More     int       // refusals and doubts beyond those listed
}

// Refusal is one reason against a request.
type Refusal struct {
	Rule     *Rule
	Severity Severity
	Index    int    // of the turn in the request
	Pointer  string // to the place in the request, RFC 6901
	Row      int32  // the event behind it, -1 for none
	EventID  string
	Message  string
}

// Verdict is accepted, refused or unknown.
func (a *Acceptance) Verdict() string {
	switch {
	case a.Unknown != "":
		return "unknown"
	case len(a.Refusals) > 0:
		return "refused"
	}
	return "accepted"
}

// mostRefusals bounds what is listed of a branch: beyond, the findings tell.
const mostRefusals = 50

// mostJudged bounds the events on all branches that are judged: where a log has
// very many long branches, the last of them are left out and counted.
const mostJudged = 300_000

// accept holds every branch against the provider asked for.
func (p *Pass) accept(out *Report) {
	a := acceptor(p.Provider)
	if a.Name == "" {
		return
	}
	out.Provider = a.Name
	told := map[refusalKey]bool{}
	heads, judgedRows := p.branchEnds(), 0
	for _, head := range heads {
		path, e := p.Reading.ActivePath()
		if head != p.Reading.Head().Row {
			path, e = p.Reading.PathTo(head)
		}
		if judgedRows += len(path); judgedRows > mostJudged && len(out.Acceptances) > 0 {
			out.Unjudged++
			continue
		}
		acc := Acceptance{Head: p.id(head), Row: head, Active: head == p.Reading.Head().Row}
		if e != nil {
			acc.Unknown = e.Message
		} else {
			p.judge(a, path, &acc, told)
		}
		out.Acceptances = append(out.Acceptances, acc)
	}
}

// branchEnds are the head of the log and then the other ends of branches. An
// end that is no turn, beside a turn that goes on elsewhere, is no branch.
func (p *Pass) branchEnds() []int32 {
	r := p.Reading
	head := r.Head()
	out := []int32{head.Row}
	if head.Row < 0 && !head.Empty {
		out = nil
	}
	goesOn, seen := p.turnsBelow(), map[int32]bool{}
	for _, row := range r.Heads() {
		turn := row
		for n := 0; turn >= 0 && !r.Convertible(turn) && n < r.Log.Len(); n++ {
			turn = r.Tree.Parent(int(turn))
		}
		if row == head.Row || turn < 0 || goesOn[turn] || r.OnBranch(turn) || seen[turn] {
			continue
		}
		seen[turn] = true
		out = append(out, row)
	}
	return out
}

// turnsBelow tells, by row, whether a turn stands anywhere below it.
func (p *Pass) turnsBelow() []bool {
	t := p.Reading.Tree
	out := make([]bool, p.Log.Len())
	for _, row := range p.Reading.Seq {
		if !p.Reading.Convertible(row) {
			continue
		}
		for up := t.Parent(int(row)); up >= 0 && !out[up]; up = t.Parent(int(up)) {
			out[up] = true
		}
	}
	return out
}

func (p *Pass) judge(a Acceptor, path []int32, acc *Acceptance, told map[refusalKey]bool) {
	q, err := p.Reading.Request(p.Reading.Rebuild(path), a.Form)
	if err != nil {
		acc.Unknown = err.Error()
		var raised *project.Error
		if errors.As(err, &raised) {
			acc.Unknown = raised.Message
		}
		return
	}
	if acc.Turns = len(q.Turns); acc.Turns == 0 {
		acc.Unknown = "nothing on the branch is sent"
		return
	}
	j := &judged{Request: q, p: p, acc: acc, told: told}
	for _, r := range Rules() {
		if r.Judge != nil && p.under(r.Accepts) {
			j.rule = r
			r.Judge(j)
		}
	}
}

// judged is one request that a rule of a provider looks at.
type judged struct {
	*project.Request
	p    *Pass
	rule *Rule
	acc  *Acceptance
	told map[refusalKey]bool
	runs []turnRun // what turnRuns returns
}

type refusalKey struct {
	rule *Rule
	row  int32
	what string
}

// list is the name of a request's list of turns.
func (j *judged) list() string {
	switch j.Form {
	case project.OpenAIResponses:
		return "input"
	case project.Gemini:
		return "contents"
	}
	return "messages"
}

// inner is the name of a turn's list of blocks.
func (j *judged) inner() string {
	if j.Form == project.Gemini {
		return "parts"
	}
	return "content"
}

// refuse reports that a request is refused for a block of a turn, or with -1
// for the turn as a whole.
func (j *judged) refuse(turn, block int, format string, args ...any) {
	j.say(j.rule.Severity, turn, block, format, args...)
}

// say is refuse with a severity; what is no error is a doubt.
func (j *judged) say(s Severity, turn, block int, format string, args ...any) {
	row, place := int32(-1), ""
	pointer := "/" + j.list()
	if turn < len(j.Turns) {
		row, place = j.Turns[turn].Row, j.list()+"["+strconv.Itoa(turn)+"]: "
		pointer += "/" + strconv.Itoa(turn)
		if block >= 0 {
			row = j.Turns[turn].Blocks[block].Row
			if j.Form == project.Anthropic || j.Form == project.Gemini {
				pointer += "/" + j.inner() + "/" + strconv.Itoa(block)
			}
		}
	}
	text := place + fmt.Sprintf(format, args...)
	r := Refusal{Rule: j.rule, Severity: s, Index: turn, Pointer: pointer, Row: row, EventID: j.p.id(row), Message: text}
	switch {
	case len(j.acc.Refusals)+len(j.acc.Doubts) >= mostRefusals && (s != Error || len(j.acc.Refusals) > 0):
		j.acc.More++
	case s == Error:
		j.acc.Refusals = append(j.acc.Refusals, r)
	default:
		j.acc.Doubts = append(j.acc.Doubts, r)
	}
	if k := (refusalKey{j.rule, row, text}); !j.told[k] {
		j.told[k] = true
		j.p.rule = j.rule
		j.p.report(Finding{Row: row, Field: "request", Severity: s, Message: text})
	}
}

// turnRun are turns of one role that follow each other: a provider that
// combines such turns sees one.
type turnRun struct {
	role   string
	turns  [2]int // the first, and one behind the last
	blocks []placed
}

// placed is a block with its place.
type placed struct {
	*project.Block
	turn, block int
}

// turnRuns are the request's turns as a provider sees them that combines those
// of one role.
func (j *judged) turnRuns() []turnRun {
	if j.runs != nil {
		return j.runs
	}
	for i := range j.Turns {
		t := &j.Turns[i]
		if n := len(j.runs); n == 0 || j.runs[n-1].role != t.Role {
			j.runs = append(j.runs, turnRun{role: t.Role, turns: [2]int{i, i}})
		}
		run := &j.runs[len(j.runs)-1]
		run.turns[1] = i + 1
		for k := range t.Blocks {
			run.blocks = append(run.blocks, placed{&t.Blocks[k], i, k})
		}
	}
	return j.runs
}

// of are the blocks of a kind in a run.
func (r *turnRun) of(k project.BlockKind) []placed {
	var out []placed
	for _, b := range r.blocks {
		if b.Kind == k {
			out = append(out, b)
		}
	}
	return out
}

// each calls yield with every block of a kind.
func (j *judged) each(k project.BlockKind, yield func(turn, block int, b *project.Block)) {
	for i := range j.Turns {
		for n := range j.Turns[i].Blocks {
			if b := &j.Turns[i].Blocks[n]; b.Kind == k {
				yield(i, n, b)
			}
		}
	}
}

// answered is the id of the call that a result names, "" for none.
func answered(b *project.Block) string {
	if b.Result.CallID == nil {
		return ""
	}
	return *b.Result.CallID
}

// isBase64 reports whether text may be the base64 of something, of either kind.
func isBase64(text string) bool {
	text = strings.TrimRight(text, "=")
	if _, err := base64.RawStdEncoding.DecodeString(text); err == nil {
		return true
	}
	_, err := base64.RawURLEncoding.DecodeString(text)
	return err == nil
}
