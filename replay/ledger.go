package replay

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// Receipt is what somebody found out about an operation: a line of a ledger.
type Receipt struct {
	OperationID string `json:"operation_id,omitempty"`
	IntentHash  string `json:"intent_hash,omitempty"`
	Status      string `json:"status"`
	Provider    string `json:"provider_receipt"`
	At          string `json:"at"`
	By          string `json:"by"`
	Note        string `json:"note"`

	Line   int    `json:"-"` // from 1
	status Status // Status, known
}

// LedgerFinding is a receipt that does not go with the log or with another one.
type LedgerFinding struct {
	Line        int // of the receipt
	OperationID string
	Message     string
}

// ReadLedger reads receipts, one JSON object a line. The error is a *FileError.
func ReadLedger(r io.Reader) ([]*Receipt, error) {
	var out []*Receipt
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 1<<16), mostLine)
	n := 0
	for s.Scan() {
		n++
		if len(s.Bytes()) == 0 {
			continue
		}
		x := &Receipt{Line: n}
		if err := json.Unmarshal(s.Bytes(), x); err != nil {
			return nil, &FileError{n, err.Error()}
		}
		if err := x.check(); err != nil {
			return nil, &FileError{n, err.Error()}
		}
		out = append(out, x)
	}
	if s.Err() != nil {
		return nil, &FileError{n + 1, s.Err().Error()}
	}
	return out, nil
}

func (x *Receipt) check() error {
	if x.OperationID == "" && x.IntentHash == "" {
		return fmt.Errorf("a receipt names an operation_id or an intent_hash")
	}
	for st := StatusUnknown; st < statusCount; st++ {
		if statusStrings[st] == x.Status {
			x.status = st
			return nil
		}
	}
	return fmt.Errorf("unknown status %q: proposed, executing, confirmed, failed, unknown", x.Status)
}

// Ledger moves the statuses of operations by receipts.
type Ledger struct {
	byOperation map[string][]*Receipt
	byIntent    map[string][]*Receipt // that name no operation
	all         []*Receipt
	used        map[*Receipt]bool
}

// NewLedger returns a ledger of receipts in the order in which they were given.
func NewLedger(receipts []*Receipt) *Ledger {
	l := &Ledger{byOperation: map[string][]*Receipt{}, byIntent: map[string][]*Receipt{}, all: receipts, used: map[*Receipt]bool{}}
	for _, x := range receipts {
		if x.OperationID != "" {
			l.byOperation[x.OperationID] = append(l.byOperation[x.OperationID], x)
		} else {
			l.byIntent[x.IntentHash] = append(l.byIntent[x.IntentHash], x)
		}
	}
	return l
}

// Apply moves the statuses of a log's orphans and says what contradicts. A
// status that two receipts deny each other stays unknown.
func (l *Ledger) Apply(orphans []*Orphan) []LedgerFinding {
	var out []LedgerFinding
	same := map[string]int{}
	for _, o := range orphans {
		same[o.IntentHash]++
	}
	for _, o := range orphans {
		for _, x := range l.byOperation[o.OperationID] {
			l.used[x] = true
			if x.IntentHash != "" && x.IntentHash != o.IntentHash {
				out = append(out, LedgerFinding{x.Line, o.OperationID, fmt.Sprintf("the receipt is for intent %.16s, and the action's is %.16s: it is not about this call", x.IntentHash, o.IntentHash)})
				continue
			}
			out = append(out, o.take(x)...)
		}
		for _, x := range l.byIntent[o.IntentHash] {
			l.used[x] = true
			if same[o.IntentHash] > 1 && x.status.Settled() {
				out = append(out, LedgerFinding{x.Line, o.OperationID, fmt.Sprintf("%d actions have this intent, and the receipt does not say which it is about", same[o.IntentHash])})
				continue
			}
			out = append(out, o.take(x)...)
		}
		if o.contradicted {
			o.Status, o.Receipt = StatusUnknown, nil
		}
	}
	return out
}

// take lets a receipt move the status.
func (o *Orphan) take(x *Receipt) []LedgerFinding {
	if x.status == StatusUnknown {
		return nil
	}
	if o.Status.Settled() && x.status.Settled() && x.status != o.Status {
		o.contradicted = true
		return []LedgerFinding{{x.Line, o.OperationID, fmt.Sprintf("the receipt says %s, and the one of line %d says %s", x.status, o.Receipt.Line, o.Status)}}
	}
	if o.Status.Settled() {
		return nil // an earlier stage of the same story, told late
	}
	o.Status, o.Receipt = x.status, x
	return o.contradictsLog(x)
}

// contradictsLog compares a receipt with what the log knows for certain.
func (o *Orphan) contradictsLog(x *Receipt) []LedgerFinding {
	if x.status == NotDone && o.Runs > 0 {
		return []LedgerFinding{{x.Line, o.OperationID, fmt.Sprintf("the receipt says failed, and the log has %s of it", realResults(o.Runs))}}
	}
	return nil
}

func realResults(n int) string {
	if n == 1 {
		return "a real result"
	}
	return fmt.Sprintf("%d real results", n)
}

// Unused lists the receipts that no log had a use for.
func (l *Ledger) Unused() []LedgerFinding {
	var out []LedgerFinding
	for _, x := range l.all {
		if !l.used[x] {
			what := x.OperationID
			if what == "" {
				what = "intent " + x.IntentHash
			}
			out = append(out, LedgerFinding{x.Line, x.OperationID, fmt.Sprintf("no action without a known outcome is %s", what)})
		}
	}
	return out
}

// Skeleton writes a ledger to fill in: a line for each operation that is not
// settled. The note holds the question.
func Skeleton(w io.Writer, orphans []*Orphan) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, o := range orphans {
		if o.Status.Settled() {
			continue
		}
		if err := enc.Encode(&Receipt{OperationID: o.OperationID, IntentHash: o.IntentHash, Status: StatusUnknown.String(), Note: o.Ask}); err != nil {
			return err
		}
	}
	return nil
}
