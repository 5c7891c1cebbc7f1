package dataset

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const messages = "../../fixtures/openai-chat/dataset.parquet"

// conversations are the rows of the files that pyarrow wrote, whatever the
// codec, the pages and the row groups.
var conversations = []string{
	`{"instance_id":"lamp-1","resolved":true,"messages":[{"role":"system","content":"You keep a lighthouse."},{"role":"user","content":"Is the lamp lit, and is it \"fog\"?\n"},` +
		`{"role":"assistant","content":"I look.","tool_calls":[{"id":"c1","type":"function","function":{"name":"lamp","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"fog","arguments":"{\"sea\": true}"}}]},` +
		`{"role":"tool","content":"lit","tool_call_id":"c1","name":"lamp"},{"role":"tool","content":"thick","tool_call_id":"c2","name":"fog"},{"role":"assistant","content":"It is lit; the fog is thick."}]}`,
	`{"instance_id":"lamp-2","resolved":false,"messages":[{"role":"user","content":"Sound the horn."},{"role":"assistant","tool_calls":[{"id":"c3","type":"function","function":{"name":"horn","arguments":"{\"long\": 2}"}}]}]}`,
	`{"instance_id":"lamp-3","resolved":null,"messages":[]}`,
	`{"instance_id":"lamp-4","resolved":null,"messages":null}`,
	`{"instance_id":"lamp-5","resolved":true,"messages":[{"role":"user","content":"Grüße vom Watt ☂"},{"role":"assistant","content":"Danke.","tool_calls":[]}]}`,
}

func lines(t *testing.T, content []byte) ([]string, *Rows) {
	t.Helper()
	rows, err := Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(rows)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), rows
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestNestedColumns(t *testing.T) {
	for _, path := range []string{messages, "testdata/messages-plain.parquet", "testdata/messages-v2.parquet"} {
		got, rows := lines(t, read(t, path))
		if diff := cmp.Diff(conversations, got); diff != "" || len(rows.Problems()) > 0 {
			t.Errorf("%s: %q (-want +got):\n%s", path, rows.Problems(), diff)
		}
	}
}

// A text that holds an array of objects is that array, on one line.
func TestTextColumns(t *testing.T) {
	got, _ := lines(t, read(t, "testdata/text.parquet"))
	if len(got) != 5 || !strings.HasPrefix(got[0], `{"instance_id":"lamp-1","messages":[  {   "role": "system",`) || got[2] != `{"instance_id":"lamp-3","messages":[]}` {
		t.Errorf("%q", got)
	}
}

func TestTypes(t *testing.T) {
	got, _ := lines(t, read(t, "testdata/types.parquet"))
	want := []string{`{"d":"2026-04-02","ts":"2026-04-02T09:30:00.123456Z","tn":"2026-04-02T09:30:00","dec":-0.05,"u":18446744073709551615,"u32":4294967295,` +
		`"f":NaN,"b":"/wA=","m":{"k":1,"l":null},"im":{"3":"x"},"ll":[[1],[],null,[2,3]],"s":{"b":{"c":"x"}},"e":[]}`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A column that cannot be read is told of with its row group, and the rest of
// the rows is read.
func TestUnknownCodec(t *testing.T) {
	content := read(t, "testdata/lz4.parquet")
	if got, rows := lines(t, content); cmp.Diff(conversations, got) != "" || len(rows.Problems()) > 0 {
		t.Errorf("LZ4: %q", rows.Problems())
	}
	// in the footer, the codec of two columns becomes LZO, which nobody writes
	got, rows := lines(t, bytes.ReplaceAll(content, []byte("\x15\x0e\x16"), []byte("\x15\x06\x16")))
	if len(got) != 5 || got[1] != `{"resolved":false,"messages":[{"role":"user"},{"role":"assistant","tool_calls":[{"id":"c3","type":"function","function":{"name":"horn","arguments":"{\"long\": 2}"}}]}]}` {
		t.Errorf("%q", got)
	}
	want := []string{`row group 0, column "instance_id"`, `row group 0, column "messages.list.element.content"`}
	for i, p := range rows.Problems() {
		if !strings.HasPrefix(p, want[i]) {
			t.Errorf("%q", p)
		}
	}
	if len(rows.Problems()) != 2 {
		t.Errorf("%q", rows.Problems())
	}
}

// A damaged page loses its column in its row group, and no other row group.
func TestDamagedPage(t *testing.T) {
	content := bytes.Clone(read(t, messages))
	at := bytes.Index(content, []byte("You keep a lighthouse."))
	copy(content[at-8:], bytes.Repeat([]byte{0xff}, 24)) // within the first group's texts
	got, rows := lines(t, content)
	if len(rows.Problems()) == 0 || !strings.Contains(rows.Problems()[0], `row group 0, column "messages.list.element.content"`) {
		t.Errorf("%q", rows.Problems())
	}
	if diff := cmp.Diff(conversations[2:], got[len(got)-3:]); diff != "" {
		t.Errorf("other row groups (-want +got):\n%s", diff)
	}
}

func TestOpenSays(t *testing.T) {
	content := read(t, messages)
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"cut off":   {content[:5000], "footer cannot be read"},
		"encrypted": {append([]byte("PARE"), content[4:]...), "is an encrypted Parquet file"},
		"a stub":    {[]byte("PAR1"), "footer cannot be read"},
	} {
		if _, err := Open(bytes.NewReader(c.content), int64(len(c.content))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Any byte may be another: there is an answer, and never more rows than the
// footer says.
func TestChangedBytes(t *testing.T) {
	for _, path := range []string{messages, "testdata/messages-v2.parquet", "testdata/types.parquet"} {
		content := read(t, path)
		for i := 0; i < len(content); i += 13 {
			changed := bytes.Clone(content)
			changed[i] ^= 0x55
			readAny(t, changed)
		}
	}
}

// readAny reads any bytes as Parquet, as far as that is cheap.
func readAny(t *testing.T, content []byte) {
	rows, err := Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return
	}
	if n, err := io.Copy(io.Discard, io.LimitReader(rows, 1<<20)); err != nil || n < 0 {
		t.Error(err)
	}
}

func FuzzRows(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.parquet")
	if err != nil || len(paths) == 0 {
		f.Fatal(err)
	}
	for _, p := range append(paths, messages) {
		f.Add(read(f, p))
	}
	f.Fuzz(func(t *testing.T, b []byte) { readAny(t, b) })
}
