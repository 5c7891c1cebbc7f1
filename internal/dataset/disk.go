package dataset

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
)

// writeJSON gives a file its content, whole or not at all.
func writeJSON(name string, v any) error {
	b, err := indented(v)
	if err != nil {
		return err
	}
	f, err := os.Create(name + ".tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(name+".tmp", name); err != nil {
		return err
	}
	return syncDir(filepath.Dir(name))
}

func readJSON(name string, v any) error {
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return json.Unmarshal(b, v)
}

// syncDir makes names in a directory last. Not every system can.
func syncDir(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	_ = d.Sync()
	return d.Close()
}
