package project

import "fmt"

// recordingType is the type of an event that holds the recording of a model
// call: a server sends it in place of the file.
const recordingType = "LLMCompletionLogEvent"

// Recordings are the rows that hold recordings of model calls.
func (r *Reading) Recordings() []int32 {
	t := r.Log.FindName(recordingType)
	if t == 0 || !r.Profile.OpenHandsV1() {
		return nil
	}
	var rows []int32
	for _, row := range r.Seq {
		if r.Log.Type(int(row)) == t {
			rows = append(rows, row)
		}
	}
	return rows
}

// Recording is the text of the recording that a row holds, and the name of the
// file it is meant for.
func (r *Reading) Recording(row int32) (name string, text []byte, err error) {
	if r.Log.Bodies == nil {
		return "", nil, fmt.Errorf("recording in %q: the log has no records", r.EventID(row))
	}
	data, err := r.Log.Bodies.Body(int(row), nil)
	if err != nil {
		return "", nil, fmt.Errorf("recording in %q: %w", r.EventID(row), err)
	}
	var d document
	root, _ := d.load(data)
	return root.get("filename").text(), []byte(root.get("log_data").text()), nil
}
