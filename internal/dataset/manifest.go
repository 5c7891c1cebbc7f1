package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/traj-dev/traj/event"
)

// The names in a dataset that are no table. Readers of directories pass over
// what begins with "_".
const (
	ManifestName = "_manifest.json" // written last: without it a dataset is not whole
	stagingName  = "_staging"       // parts on their way, while a run is at work or was ended
	commitName   = "commit.json"    // in the staging: the manifest of parts that are being put in their places
	recordName   = "part.json"      // in a staged part: it is whole
)

// manifestVersion is the version of the manifest's members.
const manifestVersion = 1

// Manifest tells of everything in a dataset. It has nothing of the machine, the
// time, or the number of workers.
type Manifest struct {
	SchemaVersion int          `json:"schema_version"`
	TablesVersion string       `json:"tables_version"` // of the tables' columns
	Tool          Tool         `json:"tool"`
	Settings      Settings     `json:"settings"`
	Plan          string       `json:"plan"`  // SHA-256 of the names and sizes of the inputs and how they are cut into parts
	Total         int          `json:"total"` // parts of the whole
	Shard         *Shard       `json:"shard"` // null when the dataset is whole
	Logs          int64        `json:"logs"`
	Tables        []TableCount `json:"tables"`
	Parts         []Part       `json:"parts"` // in the order of the inputs
}

// TableCount sums up the files of a table.
type TableCount struct {
	Name  string `json:"name"`
	Files int    `json:"files"`
	Rows  int64  `json:"rows"`
	Bytes int64  `json:"bytes"`
}

// Part is a run of the inputs and the files that its logs became.
type Part struct {
	Key      string       `json:"key"`      // the hash of the inputs' names and bytes, and of all else the files depend on
	Position int          `json:"position"` // among the parts of the whole
	First    string       `json:"first"`    // the first input, by name
	Last     string       `json:"last"`
	Logs     int64        `json:"logs"`
	Passed   int          `json:"passed"` // files that belong to no log
	Inputs   []InputCount `json:"inputs"`
	Problems []string     `json:"problems"`
	Named    []Named      `json:"named"` // paths that logs of it name, and whether they are there
	Files    []File       `json:"files"` // by table, then path
}

// InputCount is how much of a part comes from one input as it was given.
type InputCount struct {
	Input    string `json:"input"`
	Logs     int64  `json:"logs"`
	Problems int    `json:"problems"`
}

// Named is a file that a log names, which was looked for beside the log.
type Named struct {
	Paths []string `json:"paths"` // where it may lie
	Found bool     `json:"found"`
}

// File is one file of a table.
type File struct {
	Table  string `json:"table"`
	Path   string `json:"path"` // in the dataset, with "/"
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// newManifest sums up parts, which are in order.
func newManifest(o *Options, plan string, total int, parts []Part) *Manifest {
	m := &Manifest{SchemaVersion: manifestVersion, TablesVersion: event.SchemaVersion, Tool: o.Tool, Settings: o.Settings, Plan: plan, Total: total, Parts: parts}
	if o.Shard.Of > 0 {
		m.Shard = &o.Shard
	}
	m.count()
	return m
}

func (m *Manifest) count() {
	m.Logs, m.Tables = 0, nil
	for _, name := range Names() {
		m.Tables = append(m.Tables, TableCount{Name: name})
	}
	for _, p := range m.Parts {
		m.Logs += p.Logs
		for _, f := range p.Files {
			for i := range m.Tables {
				if t := &m.Tables[i]; t.Name == f.Table {
					t.Files, t.Rows, t.Bytes = t.Files+1, t.Rows+f.Rows, t.Bytes+f.Bytes
				}
			}
		}
	}
}

// marshal is the manifest as it is written.
func (m *Manifest) marshal() ([]byte, error) { return indented(m) }

func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err := enc.Encode(v)
	return b.Bytes(), err
}

// ReadManifest is the manifest of the dataset in dir. An error wraps
// fs.ErrNotExist where there is none: then there is no dataset, or it is not
// whole.
func ReadManifest(dir string) (*Manifest, error) {
	return readManifest(filepath.Join(dir, ManifestName))
}

func readManifest(path string) (*Manifest, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m := &Manifest{}
	if err := json.Unmarshal(b, m); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if m.SchemaVersion != manifestVersion {
		return nil, fmt.Errorf("%s: a manifest of version %d, and this program knows version %d", path, m.SchemaVersion, manifestVersion)
	}
	for _, p := range m.Parts {
		if err := p.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return m, nil
}

// check refuses a part whose files would lie outside the dataset.
func (p *Part) check() error {
	if !isKey(p.Key) {
		return fmt.Errorf("%q is not the key of a part", p.Key)
	}
	for _, f := range p.Files {
		if !filepath.IsLocal(filepath.FromSlash(f.Path)) || f.Path != pathOf(f.Table, formatOf(f.Path), p.Key) {
			return fmt.Errorf("part %s: %q is not the path of a file of its %s", p.Key, f.Path, f.Table)
		}
	}
	return nil
}
