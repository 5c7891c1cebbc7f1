package audit

import "github.com/traj-dev/traj/project"

// Skips lists, in catalogue order, the rules that say nothing about a log
// because it lacks what they look at. Those about providers are not among
// them: they wait for one to be asked for.
func Skips(r *project.Reading) []Skip {
	p := newPass(r, Options{})
	var out []Skip
	for _, rule := range Rules() {
		if n := p.lacks(rule); n != nil && rule.Run != nil {
			out = append(out, Skip{rule, n.Reason})
		}
	}
	return out
}
