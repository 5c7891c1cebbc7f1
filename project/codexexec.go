package project

// execRules are those of what codex exec --json prints: it shows what was run,
// not what a model was sent.
type execRules struct{ generic }

// arguments are those of a call, or what an item says that was run.
func (execRules) arguments(_ *Reading, _ int32, n node) (string, bool, error) {
	item := n.get("item")
	if args := item.get("arguments"); args.ok() {
		return sortedArguments(args.written())
	}
	for _, key := range [...]string{"command", "changes", "query", "prompt"} {
		if v := item.get(key); v.ok() {
			return sortedArguments(`{"` + key + `":` + v.raw() + `}`)
		}
	}
	return "", false, nil
}
