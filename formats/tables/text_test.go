package tables

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/traj-dev/traj/event"
)

func small() *event.Frame {
	f := event.NewFrame(event.Schema{Name: "small", Fields: []event.Field{
		{Name: "s", Type: event.TypeString, Nullable: true}, {Name: "n", Type: event.TypeInt64, Nullable: true}, {Name: "x", Type: event.TypeFloat64},
		{Name: "b", Type: event.TypeBool}, {Name: "t", Type: event.TypeTime, Nullable: true}, {Name: "l", Type: event.TypeList, Nullable: true},
		{Name: "y", Type: event.TypeBinary}, {Name: "w", Type: event.TypeWord, Words: []string{"on", "off"}},
	}})
	c := f.Columns
	for _, s := range []string{"", "=1+1", "a\"b\r\nc"} {
		c[0].AppendString(s)
	}
	c[0].AppendNull()
	for i, v := range []int64{0, -5, math.MaxInt64, 0} {
		if i == 3 {
			c[1].AppendNull()
			c[4].AppendNull()
			c[5].AppendNull()
		} else {
			c[1].AppendInt64(v)
			c[4].AppendInt64([]int64{0, firstTime, lastTime}[i])
			c[5].AppendList([][]string{{}, {"=x", ""}, {"\x00\"", "🙂"}}[i])
		}
		c[2].AppendFloat64([]float64{0.1, math.Inf(1), 1e300, math.Inf(-1)}[i])
		c[3].AppendBool(i%2 == 1)
		c[6].AppendString([]string{"", "\x00\xff", "\xf8", "{}"}[i])
		c[7].AppendWord(uint8(i % 2))
	}
	return f
}

func TestCSV(t *testing.T) {
	got, err := write(mustNamed(t, "csv"), small())
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		`"s","n","x","b","t","l","y","w"`,
		`"",0,0.1,false,1970-01-01T00:00:00.000000,"[]","","on"`,
		`"'=1+1",-5,+Inf,true,0001-01-01T00:00:00.000000,"[""=x"",""""]","AP8=","off"`,
		`"a""b` + "\r\n" + `c",9223372036854775807,1e+300,false,9999-12-31T23:59:59.999999,"[""\u0000\"""",""🙂""]","'+A==","on"`,
		`,,-Inf,true,,,"e30=","off"`,
		"",
	}, "\r\n")
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Error(d)
	}
}

func TestJSONL(t *testing.T) {
	got, err := write(mustNamed(t, "jsonl"), small())
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		`{"s":"","n":0,"x":0.1,"b":false,"t":"1970-01-01T00:00:00.000000","l":[],"y":"","w":"on"}`,
		`{"s":"=1+1","n":-5,"x":null,"b":true,"t":"0001-01-01T00:00:00.000000","l":["=x",""],"y":"AP8=","w":"off"}`,
		`{"s":"a\"b\r\nc","n":9223372036854775807,"x":1e+300,"b":false,"t":"9999-12-31T23:59:59.999999","l":["\u0000\"","🙂"],"y":"+A==","w":"on"}`,
		`{"s":null,"n":null,"x":null,"b":true,"t":null,"l":null,"y":"e30=","w":"off"}`,
		"",
	}, "\n")
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Error(d)
	}
}

// No cell of log text begins as a formula does, and what was changed can be
// undone: an apostrophe at the front is not the log's.
func TestCSVHoldsNoFormulas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.SampledFrom(oddStrings), rapid.String()).Draw(t, "string")
		if strings.Contains(s, "\r") {
			s = strings.ReplaceAll(s, "\r", "\t") // encoding/csv reads CR LF as LF
		}
		cell := string(appendCSV(nil, s))
		rows, err := csv.NewReader(strings.NewReader(cell)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		got := rows[0][0]
		if got != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(got)[0]) {
			t.Fatalf("cell %q begins as a formula does", got)
		}
		if undone := strings.TrimPrefix(got, "'"); undone != s {
			t.Fatalf("cell %q stands for %q, not %q", got, undone, s)
		}
	})
}

// Every line is JSON, and gives back what the frame holds.
func TestJSONLLinesAreJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFrame(t)
		format, _ := Named("jsonl")
		b, err := write(format, f)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
		if f.Len() == 0 {
			lines = nil
		}
		if len(lines) != f.Len() {
			t.Fatalf("%d lines for %d rows", len(lines), f.Len())
		}
		for i, line := range lines {
			var row struct {
				String     *string `json:"string"`
				StringNull *string `json:"string_null"`
				Int64      *int64  `json:"int64"`
				Binary     []byte  `json:"binary"`
				List       []string
			}
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatalf("line %d: %v", i, err)
			}
			c := f.Column("string_null")
			if *row.String != f.Column("string").Strings[i] || (row.StringNull == nil) != c.Null(i) || *row.Int64 != f.Column("int64").Int64s[i] {
				t.Fatalf("line %d: %s", i, line)
			}
			if string(row.Binary) != f.Column("binary").Strings[i] || cmp.Diff(append([]string{}, f.Column("list").List(i)...), row.List) != "" {
				t.Fatalf("line %d: %s", i, line)
			}
		}
	})
}
