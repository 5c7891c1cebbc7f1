package container

import (
	"archive/tar"
	"fmt"
	"io"
	"strings"
)

// openTar lists a tar archive; its members are parts of d.
func openTar(name string, d *Data) (*Dir, error) {
	at := io.NewSectionReader(d, 0, d.Size())
	r := tar.NewReader(at)
	var members []member
	var breaks []Break
	for {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		pos, _ := at.Seek(0, io.SeekCurrent)
		if err != nil {
			breaks = append(breaks, Break{min(pos, d.Size()), fmt.Sprintf("tar archive: %v", err)})
			break
		}
		members = append(members, tarMember(h, d, pos))
	}
	for _, b := range d.Breaks {
		breaks = append(breaks, Break{b.Offset, b.Detail})
	}
	t := treeOf(name, members)
	t.Breaks = breaks
	return t, nil
}

func tarMember(h *tar.Header, d *Data, pos int64) member {
	m := member{name: h.Name, size: h.Size}
	switch {
	case h.Typeflag == tar.TypeDir:
		m.dir = true
	case h.Typeflag != tar.TypeReg:
		m.why = "a link, a device or another member without content"
	case isSparse(h):
		m.why = "a member with holes"
	}
	size := max(0, min(h.Size, d.Size()-pos))
	m.open = func() (*Data, error) {
		part := section(d, min(pos, d.Size()), size)
		if size < h.Size {
			part.Breaks = append(part.Breaks, breakOff(size, fmt.Sprintf("the archive breaks off %d bytes before the end of the member", h.Size-size)))
		}
		return part, nil
	}
	return m
}

func isSparse(h *tar.Header) bool {
	for k := range h.PAXRecords {
		if strings.HasPrefix(k, "GNU.sparse.") {
			return true
		}
	}
	return false
}
