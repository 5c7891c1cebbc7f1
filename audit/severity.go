package audit

// Severity says how grave a finding is. The zero value is unknown.
type Severity uint8

// The severities, in ascending order.
const (
	SeverityUnknown Severity = iota
	Info                     // legal, worth seeing
	Warning                  // suspicious
	Error                    // upstream would raise, lose data or run something again
	severityCount
)

var severityStrings = [severityCount]string{"unknown", "info", "warning", "error"}

func (s Severity) String() string {
	if s < severityCount {
		return severityStrings[s]
	}
	return "unknown"
}

// SeverityNamed returns the severity with that name, false when there is none.
func SeverityNamed(name string) (Severity, bool) {
	for s := Info; s < severityCount; s++ {
		if severityStrings[s] == name {
			return s, true
		}
	}
	return SeverityUnknown, false
}
