package project

// Waits reports whether an action on the path waits for a result.
func (m *Machine) Waits(row int32) bool { return m.waiting.is[row] }
