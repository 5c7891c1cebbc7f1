package watch

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// log is one log of a unit.
type log[T any] struct {
	latest *Judged[T]
	told   map[string]place[T] // by key: what was told and holds
	done   bool                // nothing of latest is left to tell
	held   time.Time           // since when something is held back; zero when nothing is
}

// place is where a finding stands that was told.
type place[T any] struct {
	log *Judged[T]
	i   int
}

// take puts what was read in the place of what was read before.
func (u *unit[T]) take(c *contents[T], now time.Time) {
	old := map[string][]*log[T]{}
	for _, l := range u.logs {
		old[l.latest.Name] = append(old[l.latest.Name], l)
	}
	logs := make([]*log[T], 0, len(c.logs))
	for i := range c.logs {
		l, name := &log[T]{}, c.logs[i].Name
		if len(old[name]) > 0 {
			l, old[name] = old[name][0], old[name][1:]
		}
		l.latest, l.done = &c.logs[i], false
		logs = append(logs, l)
	}
	for _, l := range u.logs {
		if slices.Contains(old[l.latest.Name], l) {
			u.gone = append(u.gone, l)
		}
	}
	u.logs, u.problems, u.passed, u.dirty = logs, c.problems, c.passed, false
	u.after = now.Add(restTimes * c.took)
}

// restTimes is how many times as long as it took to read a unit the next
// reading of it waits: a fifth of the time goes into a log that always grows.
const restTimes = 4

// tell gives to emit what is new in the unit and is not held back.
//
// A log with an end that may still grow is left as it was told last until the
// end is a sound record, which its writer is about to make it: what else is
// found may be due to what is missing. After a settling time of nothing but such
// ends, all is told but what lies at the end itself, and that when the file
// has stood still for as long.
func (u *unit[T]) tell(now time.Time, settle time.Duration, emit func(Change[T]) error) error {
	if err := u.tellProblems(now.Sub(u.change) >= settle, emit); err != nil {
		return err
	}
	for ; len(u.gone) > 0; u.gone = u.gone[1:] {
		if err := emit(Change[T]{Kind: Gone, Log: u.gone[0].latest}); err != nil {
			return err
		}
	}
	for _, l := range u.logs {
		if l.done {
			continue
		}
		ends := u.openTails(l.latest, now, settle)
		switch {
		case len(ends) == 0:
			l.held = time.Time{}
		case l.held.IsZero():
			l.held = now
			continue
		case now.Sub(l.held) < settle:
			continue
		}
		if err := l.publish(ends, emit); err != nil {
			return err
		}
	}
	return nil
}

// publish tells how a log differs from what was told of it, but for what lies
// at one of the ends.
func (l *log[T]) publish(ends []string, emit func(Change[T]) error) error {
	now := make(map[string]int, len(l.latest.Findings))
	for i, x := range l.latest.Findings {
		now[x.Key] = i
	}
	var fixed []place[T]
	for key, was := range l.told {
		if i, ok := now[key]; ok {
			l.told[key] = place[T]{l.latest, i}
		} else {
			fixed = append(fixed, was)
			delete(l.told, key)
		}
	}
	slices.SortFunc(fixed, func(a, b place[T]) int {
		return cmp.Or(cmp.Compare(a.i, b.i), strings.Compare(a.log.Findings[a.i].Key, b.log.Findings[b.i].Key))
	})
	for _, x := range fixed {
		if err := emit(Change[T]{Kind: Resolved, Log: x.log, Finding: x.i}); err != nil {
			return err
		}
	}
	l.done = true
	for i, x := range l.latest.Findings {
		if _, ok := l.told[x.Key]; ok {
			continue
		}
		if x.Tail != "" && slices.Contains(ends, x.Tail) {
			l.done = false
			continue
		}
		if l.told == nil {
			l.told = map[string]place[T]{}
		}
		l.told[x.Key] = place[T]{l.latest, i}
		if err := emit(Change[T]{Kind: Found, Log: l.latest, Finding: i}); err != nil {
			return err
		}
	}
	return nil
}

// tellProblems tells of problems that are over, and of new ones if the unit is
// settled.
func (u *unit[T]) tellProblems(settled bool, emit func(Change[T]) error) error {
	var hold []string
	for _, p := range u.told {
		if slices.Contains(u.problems, p) {
			hold = append(hold, p)
		} else if err := emit(Change[T]{Kind: Mended, Text: p}); err != nil {
			return err
		}
	}
	u.told = hold
	for _, p := range u.problems {
		if !settled || slices.Contains(u.told, p) {
			continue
		}
		u.told = append(u.told, p)
		if err := emit(Change[T]{Kind: Problem, Text: p}); err != nil {
			return err
		}
	}
	return nil
}

// openTails are the files of a log whose last bytes are no sound record and may
// still become one.
func (u *unit[T]) openTails(l *Judged[T], now time.Time, settle time.Duration) []string {
	var out []string
	for _, name := range l.Tails {
		if now.Sub(u.changed(name)) < settle {
			out = append(out, name)
		}
	}
	return out
}

// changed is when a file changed last; a member of an archive does with it.
func (u *unit[T]) changed(name string) time.Time {
	for i := range u.files {
		if rest, ok := strings.CutPrefix(name, u.files[i].name); ok && (rest == "" || rest[0] == '!') {
			return u.files[i].change
		}
	}
	return u.change
}

// due is the next time from now on when there may be something to tell though
// no file changes; zero when there will not.
func (u *unit[T]) due(now time.Time, settle time.Duration) (next time.Time) {
	at := func(t time.Time) {
		if t.After(now) {
			next = earlier(next, t)
		}
	}
	if u.dirty {
		at(u.after)
	}
	if len(u.problems) > len(u.told) {
		at(u.change.Add(settle))
	}
	for _, l := range u.logs {
		if l.done {
			continue
		}
		if !l.held.IsZero() {
			at(l.held.Add(settle))
		}
		for _, name := range l.latest.Tails {
			at(u.changed(name).Add(settle))
		}
	}
	return next
}
