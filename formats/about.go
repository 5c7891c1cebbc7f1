package formats

// About tells what a format's reader does: what FORMATS.md says of it. The
// texts are sentences of one line, without a full stop.
type About struct {
	Holders   string // who writes such logs, and where they lie
	Detection string // by which bytes the format is told
	Versions  string // which versions of the writer are read, and how they are told apart
	Columns   []Mapping
	Sources   []string // repository, version and file that were read
	Limits    []string // what the reader leaves out, and why
}

// Mapping is what of a record goes into which columns of the event table.
type Mapping struct{ From, To string }

// AboutOf returns what there is to say about the format with that name, the
// zero value for none.
func AboutOf(name string) About {
	for _, f := range Formats() {
		if f.Name == name && f.about != nil {
			return f.about()
		}
	}
	return About{}
}
