package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
)

const agentSource = "software-agent-sdk openhands-sdk/openhands/sdk/agent/agent.py"

var argumentsDiffer = &Rule{
	ID: "TB005", Name: "arguments-differ", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "an action that runs something else than its call asked for",
		Why:     "the tool was given what stands in the action, and the model believes that it was given what stands in its call",
		Fix:     "find out who changed the one or the other",
		Source:  agentSource + " _get_action_event", Invariants: []string{"A19"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^ otherargs  // want arguments-differ:warning
obs o1 ^ of=a1
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		for _, row := range p.having(event.FlagArgsDiffer) {
			p.report(Finding{Row: row, Field: "args", Message: fmt.Sprintf("%s of tool %q runs something else than the arguments of its call ask for", p.name(row), p.word(p.Log.Tool(int(row))))})
		}
	},
}

var riskDiffers = &Rule{
	ID: "TB006", Name: "risk-differs", Severity: Info, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "an action whose security risk is not the one that its arguments give",
		Why:     "whether a user was asked depends on the risk: it did not come from the model's arguments, which is where upstream takes it from",
		Fix:     "find out what set the risk",
		Source:  agentSource + " _extract_security_risk", Invariants: []string{"A20"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^ value=HIGH otherrisk  // want risk-differs:info
obs o1 ^ of=a1
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^ value=HIGH
obs o1 ^ of=a1
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		groups := p.newGroups()
		for _, row := range p.having(event.FlagRiskDiffers) {
			groups.add(row, "value", Info, "the security risk of the action is not the one that its arguments give")
		}
		groups.report()
	},
}

var refusedAppraised = &Rule{
	ID: "TB007", Name: "refused-action-appraised", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "an action that could not be validated and carries a summary, a verdict or a risk",
		Why:     "upstream writes those down only for actions that it is about to run: the action was taken out of the event later, or the event was made by something else",
		Fix:     "find out whether the action ran",
		Source:  agentSource + " _emit_tool_error", Invariants: []string{"A15"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^ notexec appraised  // want refused-action-appraised:warning
err e1 ^ of=a1
act a2 ^ notexec value=LOW  // want refused-action-appraised:info
err e2 ^ of=a2
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^ notexec value=UNKNOWN
err e1 ^ of=a1
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		groups := p.newGroups()
		for _, row := range p.rows[event.KindAction] {
			risk := p.word(p.Log.Value(int(row)))
			switch {
			case !p.Log.Has(int(row), event.FlagNotExecutable):
			case p.Log.Has(int(row), event.FlagAppraised):
				groups.add(row, "summary", Warning, "the action could not be validated and carries a summary or a verdict")
			case risk != "" && risk != "UNKNOWN":
				groups.add(row, "value", Info, "the action could not be validated and carries a security risk")
			}
		}
		groups.report()
	},
}

var callUnanswered = &Rule{
	ID: "AO009", Name: "call-unanswered", Severity: Warning, Refused: []string{openAIChat, openAIResponses, anthropic, gemini}, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a call that could not be validated, without the error that says so",
		Why:     "nothing ran and nothing will, but the call stands in the prompt without an answer: the writer stopped between the call and its error",
		Fix:     "write the error down after the call",
		Source:  agentSource + " _emit_tool_error", Invariants: []string{"A14"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^ notexec  // want call-unanswered:warning
bot b1 ^
`, `
state status=idle head=m2
sys s1
msg m1 ^
act a1 ^ notexec  // want call-unanswered:info
msg m2 ^=m1  // want unexpected-fork:info
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^ notexec
err e1 ^ of=a1
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		for _, row := range p.rows[event.KindAction] {
			if !p.Log.Has(int(row), event.FlagNotExecutable) || !p.original(int(row)) || p.unlinkedAfter(row) ||
				slices.ContainsFunc(p.resultsOf(row), func(r int32) bool { return p.answersThere(r, row) }) {
				continue
			}
			x := Finding{Row: row, Message: fmt.Sprintf("%s could not be validated, and no error answers it", p.name(row))}
			if !p.onBranch[row] {
				x.Severity = Info
				x.Message += fmt.Sprintf(" on the branch that ends in %q", p.branch(row))
			} else if k := p.lossBetween(row, int32(p.Log.Len())); k >= 0 {
				x.Message += ": it may be in the record after it that cannot be read"
			}
			p.report(x)
		}
	},
}

// unlinkedAfter reports whether a result that names nothing follows a call:
// result-unlinked tells of it.
func (p *Pass) unlinkedAfter(row int32) bool {
	return int(row)+1 < p.Log.Len() && p.Log.Kind(int(row)+1).AnswersCall() && p.noIDs(row+1)
}

var observationMisfit = &Rule{
	ID: "AO010", Name: "observation-misfit", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a result of a kind that its action's tool does not give",
		Why:     "the result was made by another tool: it was paired wrongly, or written by hand",
		Fix:     "find the result that belongs to the action",
		Source:  "software-agent-sdk openhands-tools/openhands/tools/; openhands-sdk/openhands/sdk/tool/builtins/", Invariants: []string{"A06"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^ label=TerminalAction
obs o1 ^ of=a1 label=FileEditorObservation  // want observation-misfit:warning
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^ label=BrowserClickAction
obs o1 ^ of=a1 label=BrowserObservation
act a2 ^ label=ChartAction
obs o2 ^ of=a2 label=TerminalObservation
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		ofAction, ofResult := p.toolsOf("Action"), p.toolsOf("Observation")
		for _, row := range p.rows[event.KindResult] {
			a := p.linkOf[row]
			if a < 0 {
				continue
			}
			if x, y := ofAction(p.Log.Label(int(a))), ofResult(p.Log.Label(int(row))); x == "" || y == "" || x == y {
				continue
			}
			want, got := p.word(p.Log.Label(int(a))), p.word(p.Log.Label(int(row)))
			if field, _ := p.mismatch(row, a); field == "" { // identity-mismatch tells it
				p.report(Finding{Row: row, Field: "label", Related: p.places([]int32{a}, "the action"),
					Message: fmt.Sprintf("%s is a %s, and its action %q is a %s", p.name(row), got, p.id(a), want)})
			}
		}
	},
}

// toolsOf is toolOf for the names of classes of a suffix. Of a large log it looks
// at each name once.
func (p *Pass) toolsOf(suffix string) func(class event.Name) string {
	if p.Log.Len() < Large {
		return func(class event.Name) string { return toolOf(p.word(class), suffix) }
	}
	of := make([]string, p.Log.Names())
	for class := range of {
		of[class] = toolOf(p.word(event.Name(class)), suffix)
	}
	return func(class event.Name) string { return of[class] }
}

// toolOf is the tool of upstream's own that a class of actions or observations
// belongs to, "" for any other.
func toolOf(class, suffix string) string {
	name, ok := strings.CutSuffix(class, suffix)
	switch {
	case !ok:
		return ""
	case strings.HasPrefix(name, "Browser"):
		return "Browser"
	case name == "ExecuteBash":
		return "Terminal" // as it was called before 1.3
	case name == "StrReplaceEditor":
		return "FileEditor" // as it was called before 1.0
	case slices.Contains(ownTools, name):
		return name
	}
	return ""
}

// ownTools are the tools whose action and observation are named after them. A
// client's tool may answer for any.
var ownTools = []string{"Terminal", "FileEditor", "PlanningFileEditor", "ApplyPatch", "TaskTracker", "Glob", "Grep", "Edit", "ReadFile",
	"WriteFile", "ListDirectory", "Delegate", "Task", "Workflow", "ConsultTom", "SleeptimeCompute", "Finish", "Think", "InvokeSkill", "SwitchLLM", "VisionInspect", "MCPTool"}

var toolNotOffered = &Rule{
	ID: "AO011", Name: "tool-not-offered", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "an action of a tool that the system prompt does not offer",
		Why:     "upstream runs the tools that it offers: the tool was added later, or the action comes from another conversation",
		Fix:     "look for what added the tool",
		Source:  agentSource + " tools_map", Invariants: []string{"A18"},
		Bad: []string{`
sys s1 grants=terminal,finish
msg m1 ^
act a1 ^ tool=browser label=TerminalAction  // want tool-not-offered:warning
obs o1 ^ of=a1
act a2 ^ tool=fetch label=MCPToolAction  // want tool-not-offered:info
obs o2 ^ of=a2
bot b1 ^
`},
		Good: []string{`
sys s1 grants=terminal,finish
msg m1 ^
act a1 ^ tool=terminal
obs o1 ^ of=a1
act a2 ^ tool=nosuch notexec
err e2 ^ of=a2 syn=refused
bot b1 ^
`, `
sys s1
msg m1 ^
act a1 ^ tool=browser
obs o1 ^ of=a1
`},
	},
	Run: func(p *Pass) {
		prompt := p.promptAbove()
		rows := map[Severity][]int32{}
		for _, row := range p.rows[event.KindAction] {
			s := prompt[row]
			if s < 0 || !p.Log.Has(int(row), event.FlagExecutable) || p.offers(s, p.Log.Tool(int(row))) {
				continue
			}
			severity := Warning
			switch p.word(p.Log.Label(int(row))) {
			case "MCPToolAction", "InvokeSkillAction", "SwitchLLMAction", "VisionInspectAction":
				severity = Info // such tools come while the agent runs
			}
			rows[severity] = append(rows[severity], row)
		}
		p.reportNotOffered(Warning, rows[Warning])
		p.reportNotOffered(Info, rows[Info])
	},
}

func (p *Pass) reportNotOffered(severity Severity, rows []int32) {
	if len(rows) == 0 {
		return
	}
	x := Finding{Row: rows[0], Field: "tool", Severity: severity, Related: p.places(rows[1:], "of a tool that is not offered either")}
	x.Message = fmt.Sprintf("%s is of tool %q, which the system prompt does not offer", p.name(rows[0]), p.word(p.Log.Tool(int(rows[0]))))
	if n := len(rows) - 1; n > 0 {
		x.Message += fmt.Sprintf("; %s of tools like it", count(n, "later action"))
	}
	p.report(x)
}

// promptAbove gives for each row the last system prompt at or above it that
// says which tools it offers and offers any, -1 without one.
func (p *Pass) promptAbove() []int32 {
	above := make([]int32, p.Log.Len())
	for i := range above {
		above[i] = -1
	}
	if len(p.rows[event.KindSystem]) == 0 {
		return above
	}
	for _, row := range p.downward {
		if up := p.Whole.Tree.Parent(int(row)); up >= 0 {
			above[row] = above[up]
		}
		if p.Log.Kind(int(row)) == event.KindSystem {
			if above[row] = row; len(p.Log.Grants(int(row))) == 0 {
				above[row] = -1
			}
		}
	}
	return above
}

// offers reports whether a system prompt, or the agent in the state, has a tool.
func (p *Pass) offers(prompt int32, tool event.Name) bool {
	if tool == 0 || slices.Contains(p.Log.Grants(int(prompt)), tool) {
		return true
	}
	return p.Log.State != nil && slices.Contains(p.Log.State.Tools, p.word(tool))
}
