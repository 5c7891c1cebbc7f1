package audit

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// octets are the first eight bytes of s, the first one lowest.
func octets(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// hexadecimal reports whether eight bytes are all hexadecimal digits in lower case.
func hexadecimal(w uint64) bool {
	if w&highs != 0 {
		return false
	}
	// The high bit of a byte tells whether it is at least so much: none of the sums carries.
	digit := (w + (0x80-'0')*ones) &^ (w + (0x80-'9'-1)*ones)
	letter := (w + (0x80-'a')*ones) &^ (w + (0x80-'f'-1)*ones)
	return (digit|letter)&highs == highs
}

// isUUID reports whether s is a UUID in lower case with dashes.
func isUUID(s string) bool {
	const zero = '-' ^ '0' // makes a digit of a dash
	return len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-' &&
		hexadecimal(octets(s)) && hexadecimal(octets(s[8:])^(zero|zero<<40)) && hexadecimal(octets(s[16:])^(zero<<16|zero<<56)) &&
		hexadecimal(octets(s[24:])) && hexadecimal(octets(s[28:]))
}

// usualTime reports whether a time is written as nearly all are, with six digits
// after its only point: it names no zone then.
func usualTime(s string) bool {
	return len(s) == 26 && s[4] == '-' && s[7] == '-' && s[10] == 'T' && s[19] == '.' &&
		column3(s, 1<<32|1<<56) && column3(s[2:], 1<<16|1<<40) && column3(s[11:], 0) && column3(s[18:], 1<<8)
}

// column3 reports whether each of eight bytes is a digit or one of :;<=>?, but for
// those marked by a one in but, which are a dash or a point.
func column3(s string, but uint64) bool { return octets(s)&(0xf0*ones) == 0x30*ones-0x10*but }
