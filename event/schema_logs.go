package event

const logsDoc = "One row per log. Counts are of the log's rows in the other tables."

// LogRow is one row of the logs frame. An empty string is null, except in Name,
// Format and SHA256.
type LogRow struct {
	Name, Conversation            string
	Format, Shape                 string
	Profile, ProfileWhy           string
	SHA256                        string
	Status                        string
	Files                         int32
	Bytes, DamageBytes            int64
	Damage                        int32
	Events, Calls, Results, Links int64
	Messages                      int64 // -1 is null
	ProjectError                  string
	Heads                         int32
	Errors, Warnings, Infos       int64
	Unanswered                    int64
	Declared, Found               Totals
	Started, Ended                int64 // NoTime is null
	Tools                         []string
}

var logColumns = []column[LogRow]{
	textOf("log", logColumn.Doc, func(r LogRow) string { return r.Name }),
	textOrNull("conversation", conversationColumn.Doc, func(r LogRow) string { return r.Conversation }),
	textOf("format", "The log's format; empty for a log without a record.", func(r LogRow) string { return r.Format }),
	textOf("shape", "How the log is held: directory, events, stream, export, pages, history.", func(r LogRow) string { return r.Shape }),
	textOf("profile", "The profile that read and judged it.", func(r LogRow) string { return r.Profile }),
	textOf("profile_why", "Why it was that profile.", func(r LogRow) string { return r.ProfileWhy }),
	textOf("sha256", "A hash of the log's content: SHA-256 over the SHA-256 of each record in append order, then of the state beside them if there is one. The same records have the same hash in a directory, an archive or a stream.", func(r LogRow) string { return r.SHA256 }),
	textOrNull("status", "The status that the log's state names, verbatim.", func(r LogRow) string { return r.Status }),
	int32Of("files", "How many input files belong to the log.", func(r LogRow) int32 { return r.Files }),
	int64Of("bytes", "Their size, decompressed.", func(r LogRow) int64 { return r.Bytes }),
	int32Of("damage", "Spans of the input that are no sound record.", func(r LogRow) int32 { return r.Damage }),
	int64Of("damage_bytes", "Bytes that belong to no row and are no white space.", func(r LogRow) int64 { return r.DamageBytes }),
	int64Of("events", "Rows of the events table.", func(r LogRow) int64 { return r.Events }),
	int64Of("calls", "Rows of the calls table.", func(r LogRow) int64 { return r.Calls }),
	int64Of("results", "Rows of the results table.", func(r LogRow) int64 { return r.Results }),
	int64Of("links", "Rows of the links table.", func(r LogRow) int64 { return r.Links }),
	countOrNull("messages", "Rows of the messages table. Null where the prompt cannot be made.", func(r LogRow) int64 { return r.Messages }),
	textOrNull("project_error", "Why the prompt at the head cannot be made.", func(r LogRow) string { return r.ProjectError }),
	int32Of("heads", "Ends of branches.", func(r LogRow) int32 { return r.Heads }),
	int64Of("errors", "Findings of severity error.", func(r LogRow) int64 { return r.Errors }),
	int64Of("warnings", "Findings of severity warning.", func(r LogRow) int64 { return r.Warnings }),
	int64Of("infos", "Findings of severity info.", func(r LogRow) int64 { return r.Infos }),
	int64Of("unanswered", "Calls on the active branch without a result.", func(r LogRow) int64 { return r.Unanswered }),
	countOrNull("tokens_in_declared", "Prompt tokens, as the state or the document around the events sums them up.", func(r LogRow) int64 { return r.Declared.TokensIn }),
	countOrNull("tokens_in_found", "Prompt tokens, added up again from the events, or from the list of calls in the state.", func(r LogRow) int64 { return r.Found.TokensIn }),
	countOrNull("tokens_out_declared", "Completion tokens, as they are summed up.", func(r LogRow) int64 { return r.Declared.TokensOut }),
	countOrNull("tokens_out_found", "Completion tokens, added up again.", func(r LogRow) int64 { return r.Found.TokensOut }),
	amountOrNull("cost_declared", "The cost, as it is summed up.", func(r LogRow) float64 { return r.Declared.Cost }),
	amountOrNull("cost_found", "The cost, added up again.", func(r LogRow) float64 { return r.Found.Cost }),
	timeOrNull("started", "The earliest time of an event.", func(r LogRow) int64 { return r.Started }),
	timeOrNull("ended", "The latest time of an event.", func(r LogRow) int64 { return r.Ended }),
	listOf("tools", "The tools called, sorted.", func(r LogRow) []string { return r.Tools }),
}

// LogFrame is the logs frame.
func LogFrame(rows []LogRow) *Frame { return frameOf("logs", logsDoc, logColumns, 0, nil, rows) }
