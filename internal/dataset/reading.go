package dataset

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// ReadAs is a log as the profile of a name sees it, which why tells of. A log
// of a format that the profile is not for is read as if none were named, and the
// reason says so; so is every log where no profile has the name, as auto.
func ReadAs(profile, why string, l *event.Log) (*project.Reading, project.Choice) {
	p, named := project.ByName(profile)
	if named && p.Reads(l.Format) {
		return project.Read(l, p), project.Choice{Profile: p, Why: why}
	}
	choice, reading := project.AutoRead(l)
	if named {
		choice.Why = p.Name + " is not for logs of " + l.Format + "; " + choice.Why
	}
	return reading, choice
}

// NamedOnCommandLine is why a profile is taken that a flag names.
const NamedOnCommandLine = "named on the command line"

// mostUnread is how many files of one log are named that could not be read.
const mostUnread = 5

// Unread tells which files of a log could not be read though they belong to
// it. The log is judged without them.
func Unread(l *event.Log) []string {
	var out []string
	more := 0
	for _, f := range l.Files {
		if f.Role != event.RoleEvent && f.Role != event.RoleEvents && f.Role != event.RoleState {
			continue
		}
		for _, d := range f.Damage {
			switch {
			case d.Reason != event.DamageUnreadable:
			case len(out) == mostUnread:
				more++
			default:
				out = append(out, fmt.Sprintf("%s: %s; the rest of %s is read without it", f.Name, d.Detail, l.Name))
			}
		}
	}
	switch more {
	case 0:
	case 1:
		out = append(out, l.Name+": 1 file more could not be read")
	default:
		out = append(out, fmt.Sprintf("%s: %d files more could not be read", l.Name, more))
	}
	return out
}
