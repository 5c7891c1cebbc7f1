package formats

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
	"github.com/traj-dev/traj/formats/inspect"
	"github.com/traj-dev/traj/internal/jsontape"
)

// inspectLog is the logs of Inspect: JSON documents, and .eval archives or
// directories that were unpacked from one.
func inspectLog() Format {
	return Format{
		Name:  "inspect",
		about: aboutInspect,
		Doc:   "Inspect logs: .json, .eval archives with deflate or zstd, whole and chunked samples; each sample a log",
		probe: func(h *Head) Evidence {
			return probeWhole(h, "a log of Inspect", inspect.Evidence, "status")
		},
		match:   func(rec []byte, t *jsontape.Tape) int { return max(1, inspect.SampleEvidence(rec, t)) },
		sure:    60,
		decoder: func(b *event.Builder) Decoder { return inspect.NewSample(b) },
		split:   &splitting{within: []string{"samples"}, frame: true},
		bundle:  bundleInspect,
		whole:   true,
		inOrder: true,
	}
}

// bundleInspect finds the samples of an .eval archive: of a file each, or of a
// directory each where they are in chunks. Of members with one name the last
// counts.
func bundleInspect(_ *container.Dir, entries []container.Entry) *bundle {
	b := &bundle{evidence: "the members of an .eval archive:"}
	samples := folder(entries, "samples")
	for _, e := range entries {
		switch {
		case e.File != nil && e.Base == "header.json":
			b.frame = e.File
		case e.Dir != nil && e.Base == "_journal":
			b.start = fileIn(e.Dir, "start.json")
		}
	}
	if b.frame != nil && samples == nil && b.start == nil || !tellsOfSamples(b.frame) && !tellsOfSamples(b.start) {
		return nil
	}
	for _, e := range entries {
		if e.Dir != samples || samples == nil {
			b.rest = append(b.rest, e)
		}
	}
	if b.frame == nil {
		b.frame, b.running = b.start, true
		b.evidence += " _journal/start.json and no header.json"
	} else {
		b.evidence += " header.json"
	}
	if samples != nil {
		b.evidence += ", samples"
		b.members, b.rest = samplesIn(samples, b.rest)
	}
	return b
}

// tellsOfSamples reports whether a file is a log of Inspect without its samples.
func tellsOfSamples(f *container.File) bool {
	if f == nil {
		return false
	}
	d, err := f.Open()
	if err != nil {
		return false
	}
	defer d.Release()
	data, err := d.Head(headLast)
	if err != nil {
		return false
	}
	h := &Head{Data: data, Whole: int64(len(data)) == d.Size()}
	h.frame()
	return probeWhole(h, "", inspect.Evidence, "status").Degree > 0
}

func samplesIn(samples *container.Dir, rest []container.Entry) ([]bundled, []container.Entry) {
	entries, err := samples.Entries()
	if err != nil {
		return nil, append(rest, container.Entry{Base: "samples", Name: samples.Name, Why: err.Error()})
	}
	var out []bundled
	for i, e := range entries {
		name, isJSON := strings.CutSuffix(e.Base, ".json")
		switch again := i+1 < len(entries) && entries[i+1].Base == e.Base && entries[i+1].Dir == nil; {
		case again && e.Dir == nil, e.Dir == nil && !isJSON, e.Dir == nil && e.File == nil:
			rest = append(rest, e)
		case e.Dir == nil:
			out = append(out, bundled{name: name, files: []bundledFile{{file: e.File}}})
		default:
			if m, ok := chunkedSample(e); ok {
				out = append(out, m)
			} else {
				rest = append(rest, e)
			}
		}
	}
	return out, rest
}

// chunkedSample is the sample of a directory: what is known of it, and the
// chunks of its messages and events in their order.
func chunkedSample(e container.Entry) (bundled, bool) {
	m := bundled{name: e.Base}
	entries, err := e.Dir.Entries()
	shell := fileIn(e.Dir, "sample.json")
	if err != nil || shell == nil {
		return m, false
	}
	m.files = append(m.files, bundledFile{file: shell})
	for _, seq := range [...]string{"messages", "events"} {
		d := folder(entries, seq)
		if d == nil {
			continue
		}
		inner, err := d.Entries()
		if err != nil {
			continue
		}
		m.files = append(m.files, chunks(inner, seq)...)
	}
	m.rest = entries
	return m, true
}

// chunks are files that are named by the index of their first item.
func chunks(entries []container.Entry, seq string) []bundledFile {
	var out []bundledFile
	for _, e := range entries {
		digits, ok := strings.CutSuffix(e.Base, ".json")
		if n, err := strconv.ParseInt(digits, 10, 64); ok && err == nil && n >= 0 && e.File != nil {
			out = append(out, bundledFile{e.File, seq, n})
		}
	}
	slices.SortStableFunc(out, func(a, b bundledFile) int { return cmp.Compare(a.first, b.first) })
	return out
}

// fileIn is the last file of that name in a directory, nil when there is none.
func fileIn(d *container.Dir, base string) *container.File {
	entries, err := d.Entries()
	if err != nil {
		return nil
	}
	var f *container.File
	for _, e := range entries {
		if e.Base == base && e.File != nil {
			f = e.File
		}
	}
	return f
}
