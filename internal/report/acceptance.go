package report

import (
	"fmt"
	"io"
	"strconv"

	"github.com/traj-dev/traj/audit"
)

type jsonAcceptance struct {
	Provider string       `json:"provider"`
	Branches []jsonBranch `json:"branches"`
	Unjudged int          `json:"unjudged"`
}

type jsonBranch struct {
	Head     *string       `json:"head"`
	Active   bool          `json:"active"`
	Verdict  string        `json:"verdict"`
	Why      *string       `json:"why"`
	Turns    int           `json:"turns"`
	Refusals []jsonRefusal `json:"refusals"`
	Doubts   []jsonRefusal `json:"doubts"`
	More     int           `json:"more"`
}

type jsonRefusal struct {
	Rule     string  `json:"rule"`
	Name     string  `json:"name"`
	Severity string  `json:"severity"`
	Index    int     `json:"index"`
	Pointer  string  `json:"pointer"`
	EventID  *string `json:"event_id"`
	Message  string  `json:"message"`
	Answer   string  `json:"answer"`
}

// Verdicts counts branches by whether it can be told that a provider would take
// them.
type Verdicts struct {
	Told, Untold int
	Why          string // of the first of the untold
}

// Add counts a log's branches.
func (v *Verdicts) Add(a *AuditedLog) {
	for i := range a.Report.Acceptances {
		switch x := &a.Report.Acceptances[i]; {
		case x.Unknown == "":
			v.Told++
		default:
			if v.Untold++; v.Why == "" {
				v.Why = a.Name + ": " + x.Unknown
			}
		}
	}
}

// acceptanceJSON is what the provider asked for makes of a log, nil when none
// was.
func acceptanceJSON(r *audit.Report) *jsonAcceptance {
	if r.Provider == "" {
		return nil
	}
	out := &jsonAcceptance{r.Provider, []jsonBranch{}, r.Unjudged}
	for i := range r.Acceptances {
		a := &r.Acceptances[i]
		out.Branches = append(out.Branches, jsonBranch{orNull(a.Head), a.Active, a.Verdict(), orNull(a.Unknown), a.Turns,
			refusalsJSON(a.Refusals), refusalsJSON(a.Doubts), a.More})
	}
	return out
}

func refusalsJSON(rs []audit.Refusal) []jsonRefusal {
	out := []jsonRefusal{}
	for i := range rs {
		r := &rs[i]
		out = append(out, jsonRefusal{r.Rule.ID, r.Rule.Name, r.Severity.String(), r.Index, r.Pointer, orNull(r.EventID), r.Message, r.Rule.Doc.Answer})
	}
	return out
}

// acceptanceText prints the verdict on each branch and the reasons against it;
// nothing when no provider was asked for.
func acceptanceText(w io.Writer, style Style, a *AuditedLog, shown audit.Severity) error {
	r := a.Report
	if r.Provider == "" {
		return nil
	}
	fmt.Fprintln(w, style.bold(Clean(a.Name)+"  as "+r.Provider+" would take it"))
	var rows [][]string
	for i := range r.Acceptances {
		rows = append(rows, branchRows(&r.Acceptances[i], shown)...)
	}
	if err := grid(w, style, []string{"BRANCH", "VERDICT", "RULE", "WHY"}, rows); err != nil {
		return err
	}
	if r.Unjudged > 0 {
		fmt.Fprintf(w, "%s beyond these: not judged\n", Count(r.Unjudged, "branch end"))
	}
	_, err := fmt.Fprintln(w)
	return err
}

func branchRows(a *audit.Acceptance, shown audit.Severity) [][]string {
	head := a.Head
	if head == "" {
		head = "none"
	}
	if a.Active {
		head = "head " + head
	}
	why := strconv.Itoa(a.Turns) + " turns"
	if a.Unknown != "" {
		why = a.Unknown
	}
	rows := [][]string{{shortIDs(head, ""), a.Verdict(), "", why}}
	for i := range a.Refusals {
		rows = append(rows, refusalRows(&a.Refusals[i])...)
	}
	for i := range a.Doubts {
		if d := &a.Doubts[i]; d.Severity >= shown {
			rows = append(rows, refusalRows(d)...)
		}
	}
	if a.More > 0 {
		rows = append(rows, []string{"", "", "", fmt.Sprintf("and %d more", a.More)})
	}
	return rows
}

func refusalRows(r *audit.Refusal) [][]string {
	verdict := ""
	if r.Severity != audit.Error {
		verdict = r.Severity.String()
	}
	event := r.EventID
	if event == "" {
		event = "no event of its own"
	}
	return [][]string{{"", verdict, r.Rule.ID, shortIDs(r.Message, "")}, {"", "", "", "  event " + event + "; the answer: " + r.Rule.Doc.Answer}}
}
