package tables

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

var update = flag.Bool("update", false, "rewrite docs/tables.md")

const docsHead = `# The tables of traj load

This page is made from the schemas in package event: ` + "`go test ./formats/tables -run Docs -update`" + `.

A null means that the log does not say, never a default. The same logs give the same bytes in every format.

Some columns of a table alone are written by --columns, in the order in which they are named. What nobody asked for is not
found out: a load without args, text, secrets, refused, and the flags that come of looking through arguments or whole records, takes half the time.

## Formats

`

const docsTypes = `
## Types

| type | Arrow | Parquet | CSV | JSONL |
|---|---|---|---|---|
| bool | bool | BOOLEAN | true, false | true, false |
| int32, int64 | int32, int64 | INT32, INT64 | number | number |
| float64 | float64 | DOUBLE | number, +Inf, -Inf | number; an infinite one is null, since JSON has none |
| string | utf8 | BYTE_ARRAY (STRING) | in quotes | string |
| word | dictionary of int8 to utf8, with all the words | BYTE_ARRAY (STRING) | in quotes | string |
| binary | binary | BYTE_ARRAY | base64 in quotes | base64 string |
| timestamp | timestamp[us] without zone | INT64 (TIMESTAMP, microseconds, not adjusted to UTC) | ` + "`2026-03-01T09:05:00.123456`" + ` | the same as a string |
| list of string | list of utf8 | LIST of STRING | a JSON array in quotes | array |

Strings are valid UTF-8 in every format: bytes of a log or a file name that are not become U+FFFD. The body column keeps the bytes.

**Arrow and Parquet** files name their table in the metadata (traj.table, traj.schema_version) and carry the meaning of each column (Arrow: doc on the field; Parquet: traj.doc.NAME). Record batches and row groups hold at most 65,536 rows, and 8 MiB (record batches) or 32 MiB (row groups) of strings, or one larger row. Arrow is not compressed; Parquet is, with zstd, in data pages V2; columns whose values repeat are dictionary encoded.

**CSV** follows RFC 4180: a header, commas, CR LF, quotes doubled, UTF-8 without a byte order mark. Strings, words, binaries and lists always stand in quotes, everything else never. A null is nothing between two commas; an empty string is ` + "`\"\"`" + `. A string that a spreadsheet would take for a formula, because it begins with one of ` + "`= + - @ ＝ ＋ － ＠`" + `, a tab or a line break, gets an apostrophe in front, and so does one that begins with an apostrophe: to undo it, drop one apostrophe from the front of every string that begins with one. Line breaks and other control characters stay within the quotes as they are.

**JSONL** has one object a line with every column in it, nulls too, in the order of the schema.

To tell nulls from empty strings when reading CSV:

    duckdb:  read_csv('f.csv', allow_quoted_nulls = false)
    pyarrow: ConvertOptions(strings_can_be_null=True, quoted_strings_can_be_null=False, null_values=[""])
    polars:  read_csv("f.csv")
`

func docsPage() string {
	var b strings.Builder
	b.WriteString(docsHead)
	b.WriteString("| format | file names | |\n|---|---|---|\n")
	for _, f := range Formats() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", f.Name, strings.Join(f.Exts, ", "), f.Doc)
	}
	b.WriteString(docsTypes)
	for _, s := range event.Schemas() {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| column | type | null | meaning |\n|---|---|---|---|\n", s.Name, s.Doc)
		for _, f := range s.Fields {
			null := ""
			if f.Nullable {
				null = "yes"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", f.Name, f.Type, null, meaning(f))
		}
	}
	return b.String()
}

func meaning(f event.Field) string {
	doc := strings.NewReplacer("|", `\|`, "<", "&lt;").Replace(f.Doc)
	if len(f.Words) > 0 {
		doc += " Words: " + strings.Join(f.Words, ", ") + "."
	}
	return doc
}

func TestDocsAreCurrent(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "tables.md")
	want := docsPage()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Errorf("%s is out of date (run the test with -update):\n%s", path, d)
	}
}
