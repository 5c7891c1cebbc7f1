package event

// Schemas are the schemas of every frame, in the order of the documentation,
// with all their optional columns.
func Schemas() []Schema {
	return []Schema{
		EventSchema(true, true),
		schemaOf("calls", callsDoc, callColumns, withText),
		schemaOf("results", resultsDoc, resultColumns, withText),
		schemaOf("links", linksDoc, linkColumns, withText),
		schemaOf("messages", messagesDoc, messageColumns, withText),
		schemaOf("findings", findingsDoc, findingColumns, withText),
		schemaOf("logs", logsDoc, logColumns, withText),
	}
}

// EventSchema is the schema of the events frame: text and bodies say whether
// it has the args and text columns, and the body column.
func EventSchema(text, bodies bool) Schema {
	return schemaOf("events", eventsDoc, eventColumns, extrasOf(text, bodies))
}

// extra is a set of optional columns.
type extra uint8

const (
	withText extra = 1 << iota
	withBodies
)

func extrasOf(text, bodies bool) extra {
	var x extra
	if text {
		x |= withText
	}
	if bodies {
		x |= withBodies
	}
	return x
}

// column is one column of a frame whose rows are made from values of type T.
type column[T any] struct {
	Field
	only  extra // present only where these are wanted
	rests Facts // on what a reader need not find out
	fill  func(c *Column, l *Log, v T)
	all   func(c *Column, l *Log, rows []T)          // fill for every row of a column without values; nil is row by row
	read  func(c *Column, i int, b *Builder, r *Row) // back into a row; nil when the row does not hold it
}

func schemaOf[T any](name, doc string, cols []column[T], x extra) Schema {
	s := Schema{Name: name, Doc: doc}
	for _, c := range cols {
		if c.only&^x == 0 {
			s.Fields = append(s.Fields, c.Field)
		}
	}
	return s
}

// frameOf fills a frame with one row for each value, column by column.
func frameOf[T any](name, doc string, cols []column[T], x extra, l *Log, rows []T) *Frame {
	f := NewFrame(schemaOf(name, doc, cols, x))
	i := 0
	for _, col := range cols {
		if col.only&^x != 0 {
			continue
		}
		c := &f.Columns[i]
		if col.all != nil {
			col.all(c, l, rows)
		} else {
			c.grow(len(rows))
			for _, v := range rows {
				col.fill(c, l, v)
			}
		}
		if c.Nulls() == 0 {
			c.Valid = nil
		}
		i++
	}
	return f
}

// grow makes room for n values of a column without values.
func (c *Column) grow(n int) {
	switch c.Type {
	case TypeBool:
		c.Bools = make([]bool, 0, n)
	case TypeInt32:
		c.Int32s = make([]int32, 0, n)
	case TypeInt64, TypeTime:
		c.Int64s = make([]int64, 0, n)
	case TypeFloat64:
		c.Float64s = make([]float64, 0, n)
	case TypeWord:
		c.Words = make([]uint8, 0, n)
	case TypeList:
		c.Ends = make([]int32, 0, n)
	default:
		c.Strings = make([]string, 0, n)
	}
	if c.Nullable {
		c.Valid = make([]bool, 0, n)
	}
}
