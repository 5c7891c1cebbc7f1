package project

// Record is the record that the last Message was made of; it is good until the
// next.
func (it *Items) Record() []byte { return it.b.doc.data }
