package audit

// langGraph reports whether the log is made of states of a LangGraph thread.
func (p *Pass) langGraph() bool { return p.Log.Format == "langgraph" }

// interrupted reports whether the newest state of a thread waits for a person:
// the calls at its end were proposed and not run.
func (p *Pass) interrupted() bool {
	if !p.langGraph() {
		return false
	}
	for i := p.Log.Len() - 1; i >= 0; i-- {
		if p.word(p.Log.Type(i)) == "checkpoint" && p.word(p.Log.Label(i)) == "status" {
			return p.word(p.Log.Value(i)) == "interrupted"
		}
	}
	return false
}
