package graph

import "fmt"

// ink is a colour as 0xRRGGBB. The colours keep apart in grey print and for
// the colour-blind: what matters is also told by shape, line or word.
type ink uint32

const (
	inkPaper       ink = 0xFFFFFF
	inkZebra       ink = 0xF8F9FB
	inkText        ink = 0x111827
	inkOtherText   ink = 0x5F6875
	inkLeader      ink = 0xE3E6EB
	inkActive      ink = 0x1559A8
	inkOther       ink = 0x98A0AB
	inkError       ink = 0xC01C28
	inkErrorFill   ink = 0xFDE3E3
	inkWarning     ink = 0x8A5A00
	inkWarningFill ink = 0xFFE9A8
	inkInfo        ink = 0x155E75
	inkInfoFill    ink = 0xD8F0F5
	inkTree        ink = 0x374151
	inkLine        ink = 0xC3C9D2
	inkQuietFill   ink = 0xEEF0F3
	inkBatch       ink = 0x8FB4E3
	inkBatchFill   ink = 0xEDF4FD
	inkCondense    ink = 0x7B3A9B
)

// String is the colour as CSS and DOT write it.
func (c ink) String() string { return fmt.Sprintf("#%06X", uint32(c)) }
