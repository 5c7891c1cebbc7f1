package tables

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/traj-dev/traj/event"
)

// allTypes has every type of column, once nullable and once not.
func allTypes() event.Schema {
	s := event.Schema{Name: "all types", Doc: "every type"}
	for _, t := range []struct {
		name  string
		typ   event.ColumnType
		words []string
	}{
		{"bool", event.TypeBool, nil}, {"int32", event.TypeInt32, nil}, {"int64", event.TypeInt64, nil}, {"float", event.TypeFloat64, nil},
		{"string", event.TypeString, nil}, {"word", event.TypeWord, []string{"red", "green", "=blue", ""}}, {"binary", event.TypeBinary, nil},
		{"time", event.TypeTime, nil}, {"list", event.TypeList, nil},
	} {
		s.Fields = append(s.Fields,
			event.Field{Name: t.name, Type: t.typ, Words: t.words, Doc: "a " + t.name},
			event.Field{Name: t.name + "_null", Type: t.typ, Words: t.words, Nullable: true, Doc: "a " + t.name + ", or nothing"})
	}
	return s
}

var oddStrings = []string{"", "a", "=1+1", "+1", "-1", "@x", "\tx", "\rx", "\nx", "'x", "＝x", "a,b", `say "hi"`, "\"", "line\r\nbreak", "nul\x00in", "\x01\x1f\x7f",
	"🙂 é \u2028 \uFEFF", "null", "NULL", "NaN", "true", "1", "[]", "ends with \\", " blanks ", strings.Repeat("long ", 300)}

const (
	firstTime = -62135596800000000 // 0001-01-01
	lastTime  = 253402300799999999 // the end of 9999
)

// appendOdd appends to a column its odd value number n.
func appendOdd(c *event.Column, n int) {
	switch c.Type {
	case event.TypeBool:
		c.AppendBool(n%2 == 0)
	case event.TypeInt32:
		c.AppendInt32([]int32{0, 1, -1, math.MaxInt32, math.MinInt32, 42}[n%6])
	case event.TypeInt64:
		c.AppendInt64([]int64{0, 1, -1, math.MaxInt64, math.MinInt64, 1<<53 + 1}[n%6])
	case event.TypeTime:
		c.AppendInt64([]int64{0, 1, -1, firstTime, lastTime, 1700000000123456}[n%6])
	case event.TypeFloat64:
		c.AppendFloat64([]float64{0, 1, -1.5, math.MaxFloat64, math.SmallestNonzeroFloat64, 0.1, math.Inf(1), math.Inf(-1)}[n%8])
	case event.TypeWord:
		c.AppendWord(uint8(n % len(c.Field.Words)))
	case event.TypeList:
		c.AppendList([][]string{{}, {""}, {"a", "a"}, {"=x", "\x00", "🙂", ","}, {`"`, `\`}}[n%5])
	case event.TypeBinary:
		c.AppendString([]string{"", "\x00\xff\xfe", "{\"a\":1}", "=\xf8"}[n%4])
	default:
		c.AppendString(oddStrings[n%len(oddStrings)])
	}
}

// oddFrame has each odd value, and nulls among them.
func oddFrame() *event.Frame {
	f := event.NewFrame(allTypes())
	for n := range 2 * len(oddStrings) {
		for i := range f.Columns {
			if c := &f.Columns[i]; c.Nullable && n%3 == 1 {
				c.AppendNull()
			} else {
				appendOdd(c, n)
			}
		}
	}
	return f
}

// bigFrame has n rows of random values, the same each time; its strings take
// about size bytes a row.
func bigFrame(n, size int) *event.Frame {
	r := rand.New(rand.NewPCG(1, 2))
	chunk := strings.Repeat("the quick brown fox 🙂 ", size/10+1)
	f := event.NewFrame(allTypes())
	for range n {
		for i := range f.Columns {
			c := &f.Columns[i]
			switch {
			case c.Nullable && r.IntN(3) == 0:
				c.AppendNull()
			case c.Type == event.TypeInt64:
				c.AppendInt64(r.Int64N(1 << 40))
			case c.Type == event.TypeTime:
				c.AppendInt64(1700000000000000 + r.Int64N(1<<40))
			case c.Type == event.TypeFloat64:
				c.AppendFloat64(math.Round(r.Float64()*1000) / 8)
			case c.Type == event.TypeString && size > 0:
				c.AppendString(chunk[:r.IntN(size)] + "x")
			default:
				appendOdd(c, r.IntN(1000))
			}
		}
	}
	return f
}

// drawFrame draws a frame of every type.
func drawFrame(t *rapid.T) *event.Frame {
	f := event.NewFrame(allTypes())
	for range rapid.IntRange(0, 40).Draw(t, "rows") {
		for i := range f.Columns {
			c := &f.Columns[i]
			switch {
			case c.Nullable && rapid.Bool().Draw(t, "null"):
				c.AppendNull()
			case c.Type == event.TypeString:
				c.AppendString(rapid.String().Draw(t, "string"))
			case c.Type == event.TypeInt64, c.Type == event.TypeTime:
				c.AppendInt64(rapid.Int64().Draw(t, "int64"))
			case c.Type == event.TypeInt32:
				c.AppendInt32(rapid.Int32().Draw(t, "int32"))
			default:
				appendOdd(c, rapid.IntRange(0, 100).Draw(t, "odd"))
			}
		}
	}
	return f
}

// cells spells out a frame column by column, nulls as nil.
func cells(f *event.Frame) map[string][]any {
	out := map[string][]any{}
	for k := range f.Columns {
		c := &f.Columns[k]
		list := []any{}
		for i := range c.Len() {
			list = append(list, cellOf(c, i))
		}
		out[c.Name] = list
	}
	return out
}

func cellOf(c *event.Column, i int) any {
	if c.Null(i) {
		return nil
	}
	switch c.Type {
	case event.TypeBool:
		return c.Bools[i]
	case event.TypeInt32:
		return int64(c.Int32s[i])
	case event.TypeInt64, event.TypeTime:
		return c.Int64s[i]
	case event.TypeFloat64:
		return c.Float64s[i]
	case event.TypeBinary:
		return []byte(c.Strings[i])
	case event.TypeList:
		return append([]string{}, c.List(i)...)
	}
	return c.Text(i)
}

func mustNamed(t testing.TB, name string) Format {
	t.Helper()
	f, ok := Named(name)
	if !ok {
		t.Fatalf("no format %q", name)
	}
	return f
}
