package event

// Index finds the rows that carry an identifier in one column.
type Index struct {
	row   []int32 // by identifier: its only row, noRow, or a run of several
	start []int32 // by run: where its rows begin
	rows  []int32
}

// noRow is that no row carries an identifier; what is less is a run: -2 is run 0.
const noRow = -1

// NewIndex indexes rows 0 to n-1 by at, which gives the identifier of a row (0
// leaves the row out). ids is Table.IDs.
func NewIndex(n, ids int, at func(i int) ID) *Index {
	x := &Index{row: make([]int32, ids)}
	for id := range x.row {
		x.row[id] = noRow
	}
	var several []member
	for i := range n {
		id := at(i)
		if id == 0 {
			continue
		}
		switch r := x.row[id]; {
		case r == noRow:
			x.row[id] = int32(i)
		case r >= 0:
			run := int32(len(x.start))
			x.row[id], x.start = -2-run, append(x.start, 2)
			several = append(several, member{run, r}, member{run, int32(i)})
		default:
			x.start[-2-r]++
			several = append(several, member{-2 - r, int32(i)})
		}
	}
	x.fill(several)
	return x
}

// member is a row of a run.
type member struct{ run, row int32 }

// fill turns the counts of the runs into their starts, and puts in the rows.
func (x *Index) fill(several []member) {
	var sum int32
	for run, n := range x.start {
		x.start[run] = sum
		sum += n
	}
	x.rows = make([]int32, sum)
	for _, m := range several {
		x.rows[x.start[m.run]] = m.row
		x.start[m.run]++
	}
	// Each start is now the next one's.
	x.start = append(x.start, 0)
	copy(x.start[1:], x.start)
	x.start[0] = 0
}

// Rows are the rows that carry id, ascending; none for the null. The slice
// belongs to the index.
func (x *Index) Rows(id ID) []int32 {
	if id <= 0 || int(id) >= len(x.row) || x.row[id] == noRow {
		return nil
	}
	if r := x.row[id]; r < 0 {
		return x.rows[x.start[-2-r]:x.start[-1-r]]
	}
	return x.row[id : id+1 : id+1]
}

// First is the first row that carries id, -1 when none does.
func (x *Index) First(id ID) int32 {
	if id <= 0 || int(id) >= len(x.row) {
		return -1
	}
	if r := x.row[id]; r >= noRow {
		return r
	}
	return x.rows[x.start[-2-x.row[id]]]
}
