package replay

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// broken makes a checkpoint of every event at which a path breaks off, and
// counts what hangs below.
func (w *walker) broken() {
	cycle := map[int32]bool{}
	for _, c := range w.r.Tree.Cycles() {
		cycle[c[0]] = true
	}
	for _, row := range w.r.Seq {
		if w.visited[row] {
			continue
		}
		w.rec.Unwalked++
		kind := project.ErrorNone
		switch {
		case !w.r.Readable(row):
			kind = project.UnreadableEvent
		case w.r.Profile.HasTree() && w.r.Tree.Parent(int(row)) == event.MissingParent:
			kind = project.UnknownEvent
		case cycle[row]:
			kind = project.Cycle
		default:
			continue
		}
		w.add(Checkpoint{Kind: Broken, Event: w.r.EventID(row), Text: "raises=" + kind.String(), Row: row})
	}
}

// key digests the records. Those that the walk did not come by are read now.
func (w *walker) key() error {
	h := sha256.New()
	for i := range w.records {
		if err := w.need(w.form, int32(i)); err != nil {
			return err
		}
		h.Write(w.records[i][:])
	}
	h.Sum(w.rec.Key[:0])
	return nil
}

// addPrompt adds to the checkpoint of the log's own head what a resumed agent
// would send, or what the version raises instead.
func (w *walker) addPrompt(cp *Checkpoint) error {
	sum, err := w.prompt()
	var raised *project.Error
	switch {
	case err == nil:
		cp.Text = addField(cp.Text, "prompt", sum)
	case errors.As(err, &raised):
		cp.Text = addField(cp.Text, "raises", raised.Kind.String())
	default:
		return err
	}
	return nil
}

// ownPrompt is the length and the digest of the whole prompt that an agent
// resumed at the log's own head would send, its messages as one array.
func (f *Forms) ownPrompt() (string, error) {
	path, e := f.r.ActivePath()
	if e != nil {
		return "", e
	}
	h, n, buf := sha256.New(), 0, []byte{'['}
	give := func() {
		n += len(buf)
		h.Write(buf)
		buf = buf[:0]
	}
	err := f.r.EachMessages(f.r.Rebuild(path), func(ms []project.Message) bool {
		for i := range ms {
			if n+len(buf) > 1 {
				buf = append(buf, ',')
			}
			buf = ms[i].AppendJSON(buf)
			give()
		}
		return true
	})
	if err != nil {
		return "", err
	}
	buf = append(buf, ']')
	give()
	return fmt.Sprintf("%d:%x", n, h.Sum(nil)), nil
}

// own is the checkpoint of the log's own head, nil in a log without events; it is
// made where the walk did not come by, as for a head before the first event.
func (w *walker) own() *Checkpoint {
	if w.r.Log.Len() == 0 {
		return nil
	}
	h := w.r.Head()
	for k := range w.rec.Checkpoints {
		if cp := &w.rec.Checkpoints[k]; cp.Kind == Head && h.Row >= 0 && cp.Row == h.Row {
			cp.Text = addField(cp.Text, "own", "true")
			return cp
		}
	}
	cp := Checkpoint{Kind: Head, Event: h.ID, Text: "own=true", Row: -1}
	if w.detail == Whole {
		cp.Digest = rebuiltDigest(root(), nil)
	}
	w.add(cp)
	return &w.rec.Checkpoints[len(w.rec.Checkpoints)-1]
}
