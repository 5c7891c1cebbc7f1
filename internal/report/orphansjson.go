package report

import (
	"io"

	"github.com/traj-dev/traj/replay"
)

// orphanSchema is the version of the JSON that a work-list prints.
const orphanSchema = 1

type jsonOrphan struct {
	OperationID string          `json:"operation_id"`
	IntentHash  string          `json:"intent_hash"`
	Status      string          `json:"status"`
	Outcome     string          `json:"outcome"`
	Synthetic   *string         `json:"synthetic"`
	Tool        string          `json:"tool"`
	Args        string          `json:"args"`
	Redacted    bool            `json:"redacted"`
	Command     *string         `json:"command"`
	Effect      string          `json:"effect"`
	Log         string          `json:"log"`
	Row         int32           `json:"row"`
	EventID     string          `json:"event_id"`
	CallID      *string         `json:"call_id"`
	OnBranch    bool            `json:"on_active_branch"`
	BranchHead  *string         `json:"branch_head"`
	Branches    map[string]int  `json:"branches"`
	Age         jsonAge         `json:"age"`
	RealResults int             `json:"real_results"`
	OnResume    jsonResume      `json:"on_resume"`
	Evidence    []jsonEvidence  `json:"evidence"`
	Duplicates  []jsonTwin      `json:"duplicates"`
	Ask         string          `json:"ask"`
	Receipt     *replay.Receipt `json:"receipt"`
}

type jsonAge struct {
	Time    *string  `json:"time"`
	Events  int      `json:"events"`
	Seconds *float64 `json:"seconds"`
}

type jsonResume struct {
	Does string `json:"does"`
	Why  string `json:"why"`
}

type jsonEvidence struct {
	EventID *string `json:"event_id"`
	Note    string  `json:"note"`
}

type jsonTwin struct {
	EventID    string `json:"event_id"`
	When       string `json:"when"`
	SameBranch bool   `json:"same_branch"`
	Outcome    string `json:"outcome"`
}

type jsonLedgerFinding struct {
	Line        int     `json:"line"`
	OperationID *string `json:"operation_id"`
	Message     string  `json:"message"`
}

// OrphansJSON prints work-lists as one JSON document. unused are receipts that
// no log had a use for.
func OrphansJSON(w io.Writer, tool Tool, logs []*OrphanedLog, c *OrphanCounts, unused []replay.LedgerFinding, partial bool) error {
	doc := struct {
		SchemaVersion int                 `json:"schema_version"`
		Tool          Tool                `json:"tool"`
		Partial       bool                `json:"partial"`
		Actions       []jsonOrphan        `json:"actions"`
		Ledger        []jsonLedgerFinding `json:"ledger_findings"`
		Summary       *OrphanCounts       `json:"summary"`
	}{orphanSchema, tool, partial, []jsonOrphan{}, []jsonLedgerFinding{}, c}
	for _, a := range logs {
		for _, o := range a.Orphans {
			doc.Actions = append(doc.Actions, orphanJSON(a, o))
		}
		doc.Ledger = append(doc.Ledger, ledgerJSON(a.Findings)...)
	}
	doc.Ledger = append(doc.Ledger, ledgerJSON(unused)...)
	return indented(w, doc)
}

func ledgerJSON(fs []replay.LedgerFinding) []jsonLedgerFinding {
	var out []jsonLedgerFinding
	for _, f := range fs {
		out = append(out, jsonLedgerFinding{f.Line, orNull(f.OperationID), f.Message})
	}
	return out
}

func orphanJSON(a *OrphanedLog, o *replay.Orphan) jsonOrphan {
	out := jsonOrphan{OperationID: o.OperationID, IntentHash: o.IntentHash, Status: o.Status.String(), Outcome: o.Outcome.String(),
		Tool: o.Tool, Args: o.Args, Redacted: a.Redacted, Command: orNull(o.Command), Effect: o.Effect.String(), Log: a.Name, Row: o.Row,
		EventID: o.EventID, CallID: orNull(o.CallID), OnBranch: o.OnBranch, BranchHead: orNull(o.Head), Branches: map[string]int{},
		Age: jsonAge{orNull(o.Time), o.Later, nil}, RealResults: o.Runs, OnResume: jsonResume{o.Resume.Does.String(), o.Resume.Why},
		Evidence: []jsonEvidence{}, Duplicates: []jsonTwin{}, Ask: o.Ask, Receipt: o.Receipt}
	if o.Outcome == replay.Synthetic {
		by := o.By.String()
		out.Synthetic = &by
	}
	if o.Age >= 0 {
		s := float64(o.Age) / 1e6
		out.Age.Seconds = &s
	}
	for k, n := range o.Branches {
		if n > 0 {
			out.Branches[replay.Outcome(k).String()] = n
		}
	}
	for _, e := range o.Evidence {
		out.Evidence = append(out.Evidence, jsonEvidence{orNull(e.ID), e.Note})
	}
	for _, t := range o.Twins {
		when := "after"
		if t.Before {
			when = "before"
		}
		out.Duplicates = append(out.Duplicates, jsonTwin{t.ID, when, t.SameBranch, t.Outcome.String()})
	}
	return out
}
