package replay

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// RecordedCall is a call of a tool in a recorded response, as the provider gave
// it.
type RecordedCall struct{ ID, Tool, Arguments string }

// place finds the event that came of the recorded response: by the response's
// id, or, in logs that keep no ids of responses, by its calls.
func (c *PromptCheck) place(r *project.Reading) error {
	if c.Row = r.Asked(c.Recorded.Response); c.Row >= 0 || r.Profile.OpenHandsV1() || r.Profile.OpenHandsV0() {
		return nil
	}
	row, err := calledAs(r, c.Recorded.Calls)
	c.Row, c.ByCalls = row, row >= 0
	return err
}

// calledAs is the row of the first of some calls of a response: the only action
// with its id, tool and arguments, in a response that makes the others too; -1
// when there is none, or several. Ids alone do not tell, as some clients count
// them from one in every conversation.
func calledAs(r *project.Reading, calls []RecordedCall) (int32, error) {
	first, found := int32(-1), event.ID(0)
	for k, call := range calls {
		rows, err := sameCalls(r, call)
		if err != nil || len(rows) != 1 {
			return -1, err
		}
		switch response := r.Log.ResponseID(int(rows[0])); {
		case k == 0:
			first, found = rows[0], response
		case response != found:
			return -1, nil
		}
	}
	return first, nil
}

// sameCalls are the rows in sight that make a call.
func sameCalls(r *project.Reading, call RecordedCall) ([]int32, error) {
	id := r.Log.FindID(call.ID)
	want, readable := project.CanonicalArguments(call.Arguments)
	if id == 0 || !readable {
		return nil, nil
	}
	var rows []int32
	for _, row := range r.Seq {
		i := int(row)
		if r.Log.Kind(i) != event.KindAction || r.Log.CallID(i) != id || r.Log.NameString(r.Log.Tool(i)) != call.Tool {
			continue
		}
		args, ok, err := r.Arguments(row)
		if err != nil {
			return nil, err
		}
		if ok && args == want {
			rows = append(rows, row)
		}
	}
	return rows, nil
}
