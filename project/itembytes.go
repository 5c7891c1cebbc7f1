package project

// Record is the record that the last Message was made of; it is good until the
// next.
func (it *Items) Record() []byte { return it.b.doc.data }

// AppendJSON appends the message as one compact JSON object in the neutral
// form.
func (m *Message) AppendJSON(dst []byte) []byte {
	w := jsonWriter{buf: dst}
	w.open('{')
	w.neutral(m)
	w.close('}')
	return w.buf
}
