package event

const findingsDoc = "One row per finding of an audit, in the order of the report."

// FindingRow is one row of the findings frame. An empty string is null, except
// in Log, ID, Rule, Name and Message.
type FindingRow struct {
	Log, Profile    string
	ID, Rule, Name  string
	Severity        uint8 // 0 info, 1 warning, 2 error
	Message         string
	Row             int32 // -1 when the finding is about the log as a whole
	EventID, CallID string
	Field           string
	File            string
	Line            int32 // from 1; 0 is null
	Offset          int64 // -1 is null
	Pointer         string
	HasPointer      bool     // the pointer is known, be it empty
	Related         []string // the other places: event ids, or what else names them
	RelatedNotes    []string // what each of Related is
}

var severityStrings = []string{"info", "warning", "error"}

var findingColumns = []column[FindingRow]{
	textOf("log", "The log's name, as given on the command line.", func(r FindingRow) string { return r.Log }),
	textOrNull("profile", "The profile that judged the log.", func(r FindingRow) string { return r.Profile }),
	textOf("id", "The finding's id: it stays the same while the defect does.", func(r FindingRow) string { return r.ID }),
	textOf("rule", "The rule's number.", func(r FindingRow) string { return r.Rule }),
	textOf("name", "The rule's name.", func(r FindingRow) string { return r.Name }),
	{Field: Field{"severity", TypeWord, false, severityStrings, "How bad it is."},
		fill: func(c *Column, _ *Log, r FindingRow) { c.AppendWord(r.Severity) }},
	textOf("message", "The finding, in one line.", func(r FindingRow) string { return r.Message }),
	{Field: Field{"row", TypeInt32, true, nil, "The event's row in the events table. Null when the finding is about the log as a whole."},
		fill: func(c *Column, _ *Log, r FindingRow) { c.appendInt32Unless(r.Row, r.Row < 0) }},
	textOrNull("event_id", "The event's id.", func(r FindingRow) string { return r.EventID }),
	textOrNull("call_id", "The tool call.", func(r FindingRow) string { return r.CallID }),
	textOrNull("field", "The field of the record or of the state.", func(r FindingRow) string { return r.Field }),
	textOrNull("file", "The input file.", func(r FindingRow) string { return r.File }),
	{Field: Field{"line", TypeInt32, true, nil, "The line in the file, from 1. Null where the input has no lines."},
		fill: func(c *Column, _ *Log, r FindingRow) { c.appendInt32Unless(r.Line, r.Line <= 0) }},
	{Field: Field{"offset", TypeInt64, true, nil, "The first byte in the file, decompressed."},
		fill: func(c *Column, _ *Log, r FindingRow) { c.appendInt64Unless(r.Offset, r.Offset < 0 || r.File == "") }},
	{Field: Field{"pointer", TypeString, true, nil, "The place within a JSON document (RFC 6901). Null in JSONL."},
		fill: func(c *Column, _ *Log, r FindingRow) { c.appendUnless(r.Pointer, !r.HasPointer) }},
	{Field: Field{"related", TypeList, false, nil, "The other places of the finding, by event id."},
		fill: func(c *Column, _ *Log, r FindingRow) { c.AppendList(r.Related) }},
	{Field: Field{"related_notes", TypeList, false, nil, "What each of related is, in the same order."},
		fill: func(c *Column, _ *Log, r FindingRow) { c.AppendList(r.RelatedNotes) }},
}

// FindingFrame is the findings frame.
func FindingFrame(rows []FindingRow) *Frame {
	return frameOf("findings", findingsDoc, findingColumns, 0, nil, rows)
}
