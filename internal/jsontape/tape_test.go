package jsontape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
)

// seeds are values and near misses; each names by its look the mistake it
// guards against.
var seeds = []string{
	`{"kind":"MessageEvent","id":"a","n":[1,-2.5e+3,0,true,false,null],"o":{"x":{}}}`,
	`[]`, `{}`, `[[],{}]`, ` "a" `, `"\u00e9\ud83d\ude00\n"`, `"\ud800"`, `"\udc00\ud800x"`, `"\ud800\u0041"`,
	"\"\xff\"", "\"\xed\xa0\x80\"", "\"abcdefgh\xff\\n\"", `"` + strings.Repeat("x", 40) + `é"`, "\"a\nb\"", "\"\x7f\"", "\"abcdefg\x1f\"",
	`1`, `-`, `-0`, `01`, `1.`, `1.e3`, `1e`, `1E+`, `1e-7`, `.5`, `+1`, `0x10`, `NaN`, `-Infinity`, `Infinity`, `-NaN`, `[NaN]`,
	`tru`, `trux`, `nul`, `nulll`, `[1,]`, `[,1]`, `{"a":1,}`, `{"a"}`, `{"a":}`, `{a:1}`, `{"a" 1}`, `[1 2]`, `[1}`, `{"a":1]`, `]`, ``, ` `,
	`"\x"`, `"\u12"`, `"\u12g4"`, `"\`, `"\u`, `"`, `"abc`, `{"a":1,"a":2}`, "\ufeff{}", "[1]\x00", `[1] [2]`, "\"abcdefg\\\\h\\/\"",
	"\"\xf0\x9f\x98\x80\xc3\xa9\xe4\xb8\xad\"", "\"\xc0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xe0\x9f\xbf\"", "\"\xf0\x8f\xbf\xbf\"", "\"\xe4\xb8\"", "\"0123456789abcde\x80\"", "\"\\u0000\\u001f\\uD834\\uDd1E\"",
}

// tree is the dumb twin: the value a tape holds, built recursively.
func tree(t *Tape, data []byte, i int) any {
	k := t.Tokens[i]
	switch k.Kind {
	case Object:
		m := map[string]any{}
		for c := i + 1; c < int(k.Next); c = int(t.Tokens[c+1].Next) {
			m[string(t.Bytes(data, c, nil))] = tree(t, data, c+1)
		}
		return m
	case Array:
		l := []any{}
		for c := i + 1; c < int(k.Next); c = int(t.Tokens[c].Next) {
			l = append(l, tree(t, data, c))
		}
		return l
	case String:
		return string(t.Bytes(data, i, nil))
	case Number:
		return json.Number(t.Raw(data, i))
	case True, False:
		return k.Kind == True
	}
	return nil
}

// standard decodes the first value as encoding/json does.
func standard(data []byte) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	err = dec.Decode(&v)
	return v, err
}

// strict reads the first value as jsontext does, telling bad UTF-8 apart.
func strict(data []byte, badUTF8 bool) (int, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(badUTF8))
	if err := dec.SkipValue(); err != nil {
		return 0, err
	}
	return int(dec.InputOffset()), nil
}

func check(t *testing.T, data []byte) {
	var tape Tape
	end, err := tape.Parse(data)
	if err != nil && (err.Offset < 0 || err.Offset > len(data) || err.Reason == 0) {
		t.Fatalf("%q: bad error %+v", data, err)
	}
	if tape.Flags&HasNonFinite != 0 {
		return
	}
	want, werr := standard(data)
	n, jerr := strict(data, true)
	if valid := json.Valid(data[:end]); err == nil && !valid && !tooDeep(err, werr) {
		t.Fatalf("%q: accepted up to %d, encoding/json says %v", data, end, werr)
	}
	if err != nil && err.Reason != TooDeep && json.Valid(data) {
		t.Fatalf("%q: %v, but encoding/json accepts", data, err)
	}
	if (err == nil) != (jerr == nil) && !tooDeep(err, jerr) {
		t.Fatalf("%q: we say %v, jsontext %v", data, err, jerr)
	}
	if err != nil {
		return
	}
	if n != end && jerr == nil {
		t.Fatalf("%q: ends at %d, jsontext at %d", data, end, n)
	}
	if _, uerr := strict(data, false); (uerr == nil) != (tape.Flags&(BadUTF8|LoneSurrogate) == 0) && jerr == nil {
		t.Fatalf("%q: flags %b, jsontext %v", data, tape.Flags, uerr)
	}
	if d := cmp.Diff(want, tree(&tape, data, 0)); d != "" && werr == nil {
		t.Fatalf("%q: %s", data, d)
	}
	checkCanonical(t, &tape, data, want)
}

func tooDeep(err *Error, other error) bool {
	return err != nil && err.Reason == TooDeep || other != nil && strings.Contains(other.Error(), "depth")
}

func checkCanonical(t *testing.T, tape *Tape, data []byte, want any) {
	c := tape.AppendCanonical(nil, data, 0)
	got, err := standard(c)
	if err != nil || cmp.Diff(want, got) != "" || !utf8.Valid(c) {
		t.Fatalf("%q: canonical %q: %v", data, c, err)
	}
	var again Tape
	if _, err := again.Parse(c); err != nil {
		t.Fatal(err)
	}
	if c2 := again.AppendCanonical(nil, c, 0); !bytes.Equal(c, c2) {
		t.Fatalf("%q: canonical %q, then %q", data, c, c2)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(check)
}

// TestCut cuts a value at every byte: each proper prefix is truncated, not wrong.
func TestCut(t *testing.T) {
	whole := ` {"a\n\u00e9":[-1.5e+10,true,false,null,"x\ud83d\ude00","` + "é" + `",{}],"b":{"c":[]},"NaN":[NaN,-Infinity,Infinity]}`
	var tape Tape
	if end, err := tape.Parse([]byte(whole)); err != nil || end != len(whole) {
		t.Fatal(end, err)
	}
	for i := range len(whole) {
		if _, err := tape.Parse([]byte(whole[:i])); err == nil || err.Reason != Truncated || err.Offset != i {
			t.Errorf("%q: %+v", whole[:i], err)
		}
	}
}

func TestKey(t *testing.T) {
	data := []byte(`{"a":{"k":1},"k":2,"\u006b":3,"kk":4,"":5,"\ufffd":6}`)
	var tape Tape
	if _, err := tape.Parse(data); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, k := range []string{"a", "k", "kk", "", "\ufffd"} {
		got[k] = string(tape.Raw(data, tape.Key(data, 0, k)))
	}
	want := map[string]string{"a": `{"k":1}`, "k": "3", "kk": "4", "": "5", "\ufffd": "6"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if i := tape.Key(data, 0, "kkk"); i != -1 {
		t.Errorf("absent key at %d", i)
	}
	if tape.Tokens[0].Len != 6 || int(tape.Tokens[0].Next) != len(tape.Tokens) {
		t.Errorf("%+v", tape.Tokens[0])
	}
}

func TestDepth(t *testing.T) {
	tape := Tape{MaxDepth: 50}
	for _, n := range []int{50, 51} {
		_, err := tape.Parse([]byte(strings.Repeat("[", n) + strings.Repeat("]", n)))
		if (err != nil) != (n > 50) || err != nil && err.Reason != TooDeep {
			t.Errorf("depth %d: %v", n, err)
		}
	}
	if _, err := (&Tape{MaxDepth: 1 << 30}).Parse(bytes.Repeat([]byte("[{\"a\":"), 1<<18)); err == nil || err.Reason != Truncated {
		t.Errorf("deep: %v", err)
	}
}

func TestParseDoesNotAllocate(t *testing.T) {
	data := []byte(seeds[0])
	var tape Tape
	buf := make([]byte, 0, 64)
	if n := testing.AllocsPerRun(100, func() {
		tape.Parse(data)
		buf = tape.Bytes(data, 2, buf)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkParse(b *testing.B) {
	escapes := `{"a":"` + strings.Repeat(`if x == \"\\n\" {\n\t`, 2000) + `"}`
	text := `{"a":"` + strings.Repeat(`The quick brown fox jumps over the lazy dog, again and again.\n`, 1000) + `"}`
	small := `[` + strings.Repeat(`{"id":"a1b2","n":12,"ok":true},`, 1000) + `0]`
	for _, c := range []struct{ name, data string }{{"escapes", escapes}, {"text", text}, {"small", small}} {
		b.Run(c.name, func(b *testing.B) {
			var tape Tape
			data := []byte(c.data)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := tape.Parse(data); err != nil {
					b.Fatal(fmt.Sprint(err))
				}
			}
		})
	}
}
