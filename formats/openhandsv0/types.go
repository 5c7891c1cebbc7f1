package openhandsv0

import "github.com/traj-dev/traj/event"

// shape is what an event of one type is, in the neutral model.
type shape struct {
	kind     event.Kind
	runs     bool   // an action that gets an observation
	required string // a field without which upstream's loader raises
	old      bool   // upstream knows the type no longer, or never could load it
}

// actions are the values of "action". Upstream's history, and so every prompt,
// leaves out null and change_agent_state.
var actions = map[string]shape{
	"message":              {kind: event.KindMessage, required: "content"},
	"system":               {kind: event.KindSystem, required: "content"},
	"run":                  {kind: event.KindAction, runs: true, required: "command"},
	"run_ipython":          {kind: event.KindAction, runs: true, required: "code"},
	"read":                 {kind: event.KindAction, runs: true, required: "path"},
	"write":                {kind: event.KindAction, runs: true, required: "path"},
	"edit":                 {kind: event.KindAction, runs: true, required: "path"},
	"browse":               {kind: event.KindAction, runs: true, required: "url"},
	"browse_interactive":   {kind: event.KindAction, runs: true, required: "browser_actions"},
	"call_tool_mcp":        {kind: event.KindAction, runs: true, required: "name"},
	"delegate":             {kind: event.KindAction, runs: true, required: "agent"},
	"think":                {kind: event.KindAction, runs: true},
	"task_tracking":        {kind: event.KindAction, runs: true},
	"finish":               {kind: event.KindAction},
	"reject":               {kind: event.KindAction},
	"recall":               {kind: event.KindState},
	"change_agent_state":   {kind: event.KindState, required: "agent_state"},
	"loop_recovery":        {kind: event.KindState},
	"null":                 {kind: event.KindState},
	"condensation":         {kind: event.KindCondensation},
	"condensation_request": {kind: event.KindCondensationRequest},

	"initialize":  {kind: event.KindLog, old: true},
	"start":       {kind: event.KindState, old: true},
	"pause":       {kind: event.KindPause, old: true},
	"resume":      {kind: event.KindState, old: true},
	"stop":        {kind: event.KindPause, old: true},
	"kill":        {kind: event.KindAction, old: true},
	"push":        {kind: event.KindAction, old: true},
	"send_pr":     {kind: event.KindAction, old: true},
	"summarize":   {kind: event.KindMessage, old: true},
	"add_task":    {kind: event.KindState, old: true},
	"modify_task": {kind: event.KindState, old: true},
	"echo":        {kind: event.KindState, old: true},
}

// observations are the values of "observation".
var observations = map[string]shape{
	"run":                 {kind: event.KindResult, required: "command"},
	"run_ipython":         {kind: event.KindResult, required: "code"},
	"read":                {kind: event.KindResult, required: "path"},
	"write":               {kind: event.KindResult, required: "path"},
	"edit":                {kind: event.KindResult},
	"browse":              {kind: event.KindResult, required: "url"},
	"mcp":                 {kind: event.KindResult},
	"delegate":            {kind: event.KindResult, required: "outputs"},
	"think":               {kind: event.KindResult},
	"task_tracking":       {kind: event.KindResult},
	"download":            {kind: event.KindResult, required: "file_path"},
	"success":             {kind: event.KindResult},
	"error":               {kind: event.KindError},
	"user_rejected":       {kind: event.KindReject},
	"recall":              {kind: event.KindMessage, required: "recall_type"},
	"condense":            {kind: event.KindMessage},
	"agent_state_changed": {kind: event.KindState, required: "agent_state"},
	"loop_detection":      {kind: event.KindState},
	"null":                {kind: event.KindState},

	"chat":    {kind: event.KindMessage, old: true},
	"message": {kind: event.KindMessage, old: true},
}
