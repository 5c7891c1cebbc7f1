package project

// Items reads the messages of single items. It belongs to one goroutine.
type Items struct{ b messageBuilder }

// Items returns a reader of the log's items.
func (r *Reading) Items() *Items { return &Items{messageBuilder{r: r}} }

// PassingItems returns a reader whose messages are good until the next: their
// texts lie in memory that it uses again.
func (r *Reading) PassingItems() *Items {
	return &Items{messageBuilder{r: r, doc: passing()}}
}

// Message is the message that an item is on its own. Where the version cannot
// make one the error is an *Error.
func (it *Items) Message(i Item) (Message, error) {
	if it.b.doc.room != nil {
		it.b.doc.room.clear()
	}
	return it.b.message(i)
}

// Record is the record that the last Message was made of; it is good until the
// next.
func (it *Items) Record() []byte { return it.b.doc.data }
