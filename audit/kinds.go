package audit

import (
	"strings"

	"github.com/traj-dev/traj/event"
)

// ends gives for each row the last event at or below it that became the head:
// the event that a branch is named after. It is -1 where there is none.
func (p *Pass) ends() []int32 {
	if p.endOf != nil {
		return p.endOf
	}
	t := p.Whole.Tree
	p.endOf = make([]int32, p.Log.Len())
	for i := range p.endOf {
		p.endOf[i] = -1
	}
	for k := len(p.downward) - 1; k >= 0; k-- {
		row := p.downward[k]
		if p.endOf[row] < row && p.advances(row) {
			p.endOf[row] = row
		}
		if up := t.Parent(int(row)); up >= 0 {
			p.endOf[up] = max(p.endOf[up], p.endOf[row])
		}
	}
	return p.endOf
}

// branch names the branch that a row is on by the event it ends in.
func (p *Pass) branch(row int32) string {
	if end := p.ends()[row]; end >= 0 {
		return p.id(end)
	}
	return p.id(row)
}

// isACP reports whether another agent does the work: what it sends is not this
// agent's prompt.
func (p *Pass) isACP() bool {
	if s := p.Log.State; s != nil && s.AgentClass != nil {
		return *s.AgentClass == "ACPAgent"
	}
	return len(p.rows[event.KindToolCard]) > 0
}

// atLeast reports whether the log is read as a version no older than the given
// release, of which a profile must be named.
func (p *Pass) atLeast(release string) bool { return !older(p.Whole.Profile.Version, release) }

// older reports whether release a came before release b.
func older(a, b string) bool {
	for a != "" || b != "" {
		var x, y int
		x, a = leading(a)
		y, b = leading(b)
		if x != y {
			return x < y
		}
	}
	return false
}

// leading cuts the number before the first dot off a release.
func leading(s string) (n int, rest string) {
	part, rest, _ := strings.Cut(s, ".")
	for i := 0; i < len(part) && i < 9 && '0' <= part[i] && part[i] <= '9'; i++ {
		n = 10*n + int(part[i]-'0')
	}
	return n, rest
}
