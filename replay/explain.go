package replay

import (
	"errors"
	"slices"

	"github.com/traj-dev/traj/project"
)

// Explain adds to a divergence what only the log can say: which message of the
// prompt it is about, and the value of the field now.
func Explain(r *project.Reading, d *Divergence) error {
	if d.Now == nil || d.Kind != Step || d.Now.Row < 0 {
		return nil
	}
	path, e := r.PathTo(d.Now.Row)
	if e != nil {
		return nil
	}
	ms, err := r.Messages(r.Unenforced(path))
	var raised *project.Error
	if err != nil && !errors.As(err, &raised) {
		return err
	}
	for i := len(ms) - 1; i >= 0; i-- {
		if slices.Contains(ms[i].Rows, d.Now.Row) {
			d.Message = i
			break
		}
	}
	return explainValue(r, d)
}

func explainValue(r *project.Reading, d *Divergence) error {
	i := project.Item{Row: d.Now.Row}
	i.Summary = !r.Convertible(i.Row)
	m, err := r.Items().Message(i)
	var raised *project.Error
	if err != nil && !errors.As(err, &raised) {
		return err
	}
	if err == nil {
		d.Value, d.HasValue = valueOf(&m, d.Field)
	}
	return nil
}
