package event

// firstRows is how many rows there is room for from the first one on, where
// nobody knows better.
const firstRows = 8

// makeRoom takes the memory of n rows of all columns at once.
func (t *Table) makeRoom(n int) {
	ids, names := t.idColumns(), t.nameColumns()
	share(n, ids[:]...)
	share(n, names[:]...)
	share(n, &t.forgetsEnd, &t.file, &t.line, &t.item)
	share(n, &t.time, &t.offset, &t.length)
	share(n, &t.parentRef)
	share(n, &t.kind)
	share(n, &t.synthetic)
	share(n, &t.flags)
	share(n, &t.intent)
	share(n, &t.timeText.ends)
	share(n, &t.timeText.null)
}

// share gives columns parts of one array.
func share[T any](n int, columns ...*[]T) {
	all := make([]T, n*len(columns))
	for i, c := range columns {
		*c = all[n*i : n*i : n*(i+1)]
	}
}
