package container

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/formats/dataset"
)

// Kind is what the first bytes of a file say it is.
type Kind uint8

// The kinds. Plain is everything that is no container.
const (
	Plain Kind = iota
	Gzip
	Zstd
	Zip
	Tar
	Parquet
)

var kindStrings = [...]string{"plain", "gzip", "zstd", "zip", "tar", "parquet"}

func (k Kind) String() string {
	if int(k) < len(kindStrings) {
		return kindStrings[k]
	}
	return "plain"
}

// headLen is as much as Sniff looks at.
const headLen = 512

// Sniff tells a container by the first 512 bytes of a file.
func Sniff(head []byte) Kind {
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		return Gzip
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}), isSkippable(head):
		return Zstd
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return Zip
	case dataset.Is(head):
		return Parquet
	case isTar(head):
		return Tar
	}
	return Plain
}

// isSkippable knows the frames that a zstd stream may start with: 0x184D2A5?.
func isSkippable(b []byte) bool {
	return len(b) >= 4 && b[0]&0xf0 == 0x50 && b[1] == 0x2a && b[2] == 0x4d && b[3] == 0x18
}

// isTar checks the sum of a tar header, which old archives without the word
// ustar have too.
func isTar(b []byte) bool {
	if len(b) < headLen || b[0] == 0 {
		return false
	}
	text := strings.Trim(string(b[148:156]), " \x00")
	want, err := strconv.ParseInt(text, 8, 64)
	if err != nil {
		return false
	}
	sum := int64(0)
	for i, c := range b[:headLen] {
		if 148 <= i && i < 156 {
			c = ' '
		}
		sum += int64(c)
	}
	return sum == want
}
