package report

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
)

// TestSafeJSON: the value stays, in pieces of any size, and no character is
// left that steers a terminal.
func TestSafeJSON(t *testing.T) {
	var all strings.Builder
	for r := rune(0); r < 0x11000; r++ {
		if r < 0xd800 || r > 0xdfff {
			all.WriteRune(r)
		}
	}
	want := []string{all.String(), "\u202e", "\x1b]0;x\a", "\u009b31m", "😀", ""}
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(want); err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]io.Reader{"whole": bytes.NewReader(in.Bytes()), "bytes": iotest.OneByteReader(bytes.NewReader(in.Bytes())), "halves": iotest.HalfReader(bytes.NewReader(in.Bytes()))} {
		var out bytes.Buffer
		if _, err := io.CopyBuffer(struct{ io.Writer }{SafeJSON(&out)}, struct{ io.Reader }{r}, make([]byte, 7)); err != nil {
			t.Fatal(err)
		}
		var got []string
		if err := json.Unmarshal(out.Bytes(), &got); err != nil || strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s: %v, another value", name, err)
		}
		for _, c := range out.String() {
			if c != '\n' && (unicode.Is(unicode.Cc, c) || unicode.Is(unicode.Bidi_Control, c) || c == 0x2028 || c == 0x2029) {
				t.Errorf("%s: %U is left", name, c)
			}
		}
	}
}

func TestVisibleControls(t *testing.T) {
	var out strings.Builder
	if _, err := io.WriteString(VisibleControls(&out), "a\x1b[31m\t\u009b,\u202eb\r\n"); err != nil {
		t.Fatal(err)
	}
	if want := "a\\x1b[31m\t\\x9b,\\u202eb\r\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
