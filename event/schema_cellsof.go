package event

// Columns of frames whose rows are values, by the type of the value.

func textOf[T any](name, doc string, of func(T) string) column[T] {
	return column[T]{Field: Field{name, TypeString, false, nil, doc}, fill: func(c *Column, _ *Log, r T) { c.AppendString(of(r)) }}
}

// textOrNull has null for an empty text.
func textOrNull[T any](name, doc string, of func(T) string) column[T] {
	return column[T]{Field: Field{name, TypeString, true, nil, doc},
		fill: func(c *Column, _ *Log, r T) { c.appendUnless(of(r), of(r) == "") }}
}

func boolOf[T any](name, doc string, of func(T) bool) column[T] {
	return column[T]{Field: Field{name, TypeBool, false, nil, doc}, fill: func(c *Column, _ *Log, r T) { c.AppendBool(of(r)) }}
}

func int32Of[T any](name, doc string, of func(T) int32) column[T] {
	return column[T]{Field: Field{name, TypeInt32, false, nil, doc}, fill: func(c *Column, _ *Log, r T) { c.AppendInt32(of(r)) }}
}

func int64Of[T any](name, doc string, of func(T) int64) column[T] {
	return column[T]{Field: Field{name, TypeInt64, false, nil, doc}, fill: func(c *Column, _ *Log, r T) { c.AppendInt64(of(r)) }}
}

// rowOf has null for a negative row.
func rowOf[T any](name, doc string, of func(T) int32) column[T] {
	return column[T]{Field: Field{name, TypeInt32, true, nil, doc},
		fill: func(c *Column, _ *Log, r T) { c.appendInt32Unless(of(r), of(r) < 0) }}
}

// countOrNull has null for a negative number.
func countOrNull[T any](name, doc string, of func(T) int64) column[T] {
	return column[T]{Field: Field{name, TypeInt64, true, nil, doc},
		fill: func(c *Column, _ *Log, r T) { c.appendInt64Unless(of(r), of(r) < 0) }}
}

// timeOrNull has null for NoTime.
func timeOrNull[T any](name, doc string, of func(T) int64) column[T] {
	return column[T]{Field: Field{name, TypeTime, true, nil, doc},
		fill: func(c *Column, _ *Log, r T) { c.appendInt64Unless(of(r), of(r) == NoTime) }}
}

// amountOrNull has null for NaN.
func amountOrNull[T any](name, doc string, of func(T) float64) column[T] {
	return column[T]{Field: Field{name, TypeFloat64, true, nil, doc}, fill: func(c *Column, _ *Log, r T) { c.AppendFloat64(of(r)) }}
}

func listOf[T any](name, doc string, of func(T) []string) column[T] {
	return column[T]{Field: Field{name, TypeList, false, nil, doc}, fill: func(c *Column, _ *Log, r T) { c.AppendList(of(r)) }}
}
