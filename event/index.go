package event

// Index finds the rows that carry an identifier in one column.
type Index struct {
	start []int32
	rows  []int32
}

// NewIndex indexes rows 0 to n-1 by at, which gives the identifier of a row (0
// leaves the row out). ids is Table.IDs.
func NewIndex(n, ids int, at func(i int) ID) *Index {
	x := &Index{start: make([]int32, ids+1)}
	for i := range n {
		if id := at(i); id != 0 {
			x.start[id]++
		}
	}
	return x.fill(n, at)
}

// fill turns counts into ends, and each end into a start while it puts in the
// rows, last row first.
func (x *Index) fill(n int, at func(i int) ID) *Index {
	var sum int32
	for id, c := range x.start {
		sum += c
		x.start[id] = sum
	}
	x.rows = make([]int32, sum)
	for i := n - 1; i >= 0; i-- {
		if id := at(i); id != 0 {
			x.start[id]--
			x.rows[x.start[id]] = int32(i)
		}
	}
	return x
}

// Rows are the rows that carry id, ascending; none for the null. The slice
// belongs to the index.
func (x *Index) Rows(id ID) []int32 {
	if id <= 0 || int(id)+1 >= len(x.start) {
		return nil
	}
	return x.rows[x.start[id]:x.start[id+1]]
}

// First is the first row that carries id, -1 when none does.
func (x *Index) First(id ID) int32 {
	if r := x.Rows(id); len(r) > 0 {
		return r[0]
	}
	return -1
}
