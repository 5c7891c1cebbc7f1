package jsontape

import (
	"bytes"
	"strings"
	"testing"
)

// spellings are strings as JSON may write them: some have one content.
var spellings = []string{
	``, `a`, `abcdefghij`, `abcdefghi\u006a`, `\u0061bcdefghij`, `é`, `è`, `\u00e9`, `\u00E9`, `x\n`, `x\u000a`, `x\\n`, `\/`, `/`, `\\/`,
	`01234567\n9`, `01234567\t9`, `0123456é`, `0123456è`, `0123456\u00e9`, `😀`, `\ud83d\ude00`, `\ud83d`, `\ude00`, "\xff", "\xfe", "�", `\ufffd`,
	"0123456\xc3", "0123456\xc3\xa9", strings.Repeat("x", 30) + `\"`, strings.Repeat("x", 30) + `\u0022`, `中文字`, `中\u6587字`, `中文`,
	`\\ud83d\u0041`, `\\ud83dA`, `\\\u0041`, `\\A`, `\\\\u0041`, `\ud83d\ude01`, `😁`, `\ud83e\ude00`, `\u00e8`, `\u0026`, `&`, `\u0027`, `\n\u000a`, `\u000a\n`,
}

func checkSame(t *testing.T, a, b []byte) {
	a, b = append(append([]byte(`"`), a...), '"'), append(append([]byte(`"`), b...), '"')
	var x, y Tape
	if n, err := x.Parse(a); err != nil || n != len(a) {
		return
	}
	if n, err := y.Parse(b); err != nil || n != len(b) {
		return
	}
	want := bytes.Equal(x.Bytes(a, 0, nil), y.Bytes(b, 0, nil))
	if got := x.SameText(a, 0, &y, b, 0); got != want {
		t.Errorf("%q and %q: same %v, want %v", a, b, got, want)
	}
}

func TestSameText(t *testing.T) {
	long := strings.Repeat(`one\u00e9é two\n`, 20)
	for _, a := range spellings {
		for _, b := range spellings {
			checkSame(t, []byte(a), []byte(b))
			checkSame(t, []byte(long+a), []byte(long+b))
			checkSame(t, []byte(a+long), []byte(b+strings.ReplaceAll(long, `\u00e9`, "é")))
		}
	}
}

func FuzzSameText(f *testing.F) {
	for i, a := range spellings {
		f.Add([]byte(a), []byte(spellings[len(spellings)-1-i]))
	}
	f.Fuzz(checkSame)
}
