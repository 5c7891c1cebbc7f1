package project

// list is a JSON array of values as it is written. The next array is made of
// the one before: what both begin with is written once.
type list[T comparable] struct {
	values []T
	ends   []int // by value: where it ends in text
	text   []byte
	seen   int // see RepeatWriter
}

// set makes the array of values; put appends one of them. The text is good
// until the next.
func (l *list[T]) set(values []T, put func(dst []byte, v T) []byte) []byte {
	n := common(l.values, values)
	l.values, l.ends, l.text = append(l.values[:n], values[n:]...), l.ends[:n], l.text[:0]
	if l.text = append(l.text, '['); n > 0 {
		l.text = l.text[:l.ends[n-1]]
	}
	l.seen = min(l.seen, len(l.text))
	for k, v := range values[n:] {
		if n+k > 0 {
			l.text = append(l.text, ',')
		}
		l.text = put(l.text, v)
		l.ends = append(l.ends, len(l.text))
	}
	l.text = append(l.text, ']')
	return l.text
}

// common is how many values two lists begin with alike.
func common[T comparable](a, b []T) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
