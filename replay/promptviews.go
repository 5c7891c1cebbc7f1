package replay

import (
	"iter"
	"slices"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// maxLate bounds how many messages of the user are taken to have come late.
const maxLate = 16

// shorter are the paths at whose end the model may have been asked: the whole
// one, then without the last message of the user, the last two, and so on.
func shorter(r *project.Reading, path []int32) [][]int32 {
	out := [][]int32{path}
	for len(out) <= maxLate {
		at := len(path) - 1
		for at >= 0 && !r.Convertible(path[at]) {
			at--
		}
		if at < 0 || !userMessage(r, path[at]) {
			break
		}
		path = path[:at:at]
		out = append(out, path)
	}
	return out
}

func userMessage(r *project.Reading, row int32) bool {
	return r.Log.Kind(int(row)) == event.KindMessage && r.Log.NameString(r.Log.Role(int(row))) == "user"
}

type promptView struct {
	kind    ViewKind
	rebuilt int
	view    *project.View
}

// maxRegrown bounds how many places are tried at which the view may have been
// rebuilt.
const maxRegrown = 32

// viewsOf are the views that an agent can have had at the end of a path, the
// likeliest first and each once. Where it was resumed the log does not tell:
// before a message of the user, or after an answer that a restart wrote.
func viewsOf(r *project.Reading, path []int32, rebuilt int) iter.Seq[promptView] {
	return func(yield func(promptView) bool) {
		var seen [][]project.Item
		give := func(kind ViewKind, n int, v *project.View) bool {
			if slices.ContainsFunc(seen, func(items []project.Item) bool { return slices.Equal(items, v.Items) }) {
				return true
			}
			seen = append(seen, v.Items)
			return yield(promptView{kind, n, v})
		}
		switch {
		case !r.Profile.Incremental():
			give(Running, 0, r.Rebuild(path))
			return
		case rebuilt > 0 && rebuilt < len(path) && !give(Regrown, rebuilt, r.Regrown(path, rebuilt)):
			return
		}
		if !give(Running, 0, r.Fold(path)) || !give(Resumed, 0, r.Rebuild(path)) {
			return
		}
		for at, tried := len(path)-1, 0; at > 0 && tried < maxRegrown; at-- {
			n := resumedAt(r, path, at)
			if n > 0 && !give(Regrown, n, r.Regrown(path, n)) {
				return
			}
			tried += min(n, 1)
		}
	}
}

// resumedAt is over how many events an agent that was resumed around the event
// at a place of a path may have rebuilt its view; 0 when nothing speaks for it.
func resumedAt(r *project.Reading, path []int32, at int) int {
	switch {
	case userMessage(r, path[at]):
		return at
	case r.Log.Synthetic(int(path[at])) == event.SyntheticRestart:
		return at + 1
	}
	return 0
}
