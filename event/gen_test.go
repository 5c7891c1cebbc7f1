package event

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"strings"
	"sync"

	"pgregory.net/rapid"
)

// text draws valid UTF-8 with the characters that break writers.
func text() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"", "a", "a", "b", "\x00", "=x", "\"", "\r\n", "🙂", "\u2028", "/0", ": ", `\`, "'", "é"}),
		rapid.String())
}

func maybe(t *rapid.T, label string) bool { return rapid.Bool().Draw(t, label) }

func drawID(t *rapid.T, b *Builder) ID {
	if maybe(t, "null") {
		return 0
	}
	return id(b, text().Draw(t, "id"))
}

func drawName(t *rapid.T, b *Builder) Name {
	if maybe(t, "null") {
		return 0
	}
	return name(b, text().Draw(t, "name"))
}

func drawText(t *rapid.T) []byte {
	if maybe(t, "null") {
		return nil
	}
	return []byte(text().Draw(t, "text"))
}

func drawRow(t *rapid.T, b *Builder) Row {
	r := NewRow()
	for _, p := range []*ID{&r.ID, &r.Parent, &r.ResponseID, &r.CallID, &r.WireCallID, &r.ActionID} {
		*p = drawID(t, b)
	}
	for _, p := range []*Name{&r.Type, &r.Source, &r.Role, &r.Tool, &r.WireTool, &r.Label, &r.Value} {
		*p = drawName(t, b)
	}
	r.Kind = Kind(rapid.IntRange(0, int(kindCount)-1).Draw(t, "kind"))
	r.ParentRef = ParentRef(rapid.IntRange(0, int(parentRefCount)-1).Draw(t, "parent_ref"))
	r.Synthetic = Synthetic(rapid.IntRange(0, int(syntheticCount)-1).Draw(t, "synthetic"))
	r.Flags = Flag(rapid.IntRange(0, 1<<flagsOfSource()-1).Draw(t, "flags"))
	if r.Flags&FlagExecutable != 0 {
		r.Flags &^= FlagNotExecutable
	}
	if r.Flags&FlagSummaryOffset != 0 {
		r.SummaryOffset = rapid.Int64().Draw(t, "summary_offset")
	}
	if maybe(t, "time") {
		r.Time = rapid.Int64Min(NoTime+1).Draw(t, "time")
	}
	r.Intent = rapid.Uint64().Draw(t, "intent")
	r.TimeText, r.Args, r.Text = drawText(t), drawText(t), drawText(t)
	for range rapid.IntRange(0, 3).Draw(t, "forgets") {
		r.Forgets = append(r.Forgets, id(b, text().Draw(t, "id")))
	}
	if maybe(t, "calls") {
		r.Calls = []ID{}
		for range rapid.IntRange(0, 2).Draw(t, "calls") {
			r.Calls = append(r.Calls, id(b, text().Draw(t, "call")))
		}
	}
	if maybe(t, "grants") {
		r.Grants = []Name{}
		for range rapid.IntRange(0, 2).Draw(t, "grants") {
			r.Grants = append(r.Grants, name(b, text().Draw(t, "grant")))
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "secrets") {
		r.Secrets = append(r.Secrets, Secret{text().Draw(t, "path"), SecretKind(rapid.IntRange(0, int(secretCount)-1).Draw(t, "secret"))})
	}
	r.TokensIn, r.TokensOut = rapid.Int64Min(-1).Draw(t, "tokens"), rapid.Int64Min(-1).Draw(t, "tokens")
	if maybe(t, "cost") {
		r.Cost = rapid.OneOf(rapid.Float64(), rapid.Just(math.Inf(-1))).Draw(t, "cost")
	}
	r.Pos = drawPos(t)
	for range rapid.IntRange(0, 2).Draw(t, "refused") {
		r.Refused = append(r.Refused, Refusal{text().Draw(t, "path"), text().Draw(t, "reason")})
	}
	return r
}

func drawPos(t *rapid.T) Pos {
	return Pos{
		File: rapid.Int32Range(-1, 3).Draw(t, "file"), Offset: rapid.Int64Min(0).Draw(t, "offset"),
		Length: rapid.Int64Min(0).Draw(t, "length"), Line: rapid.Int32Min(0).Draw(t, "line"),
		Pointer: text().Draw(t, "pointer"), Item: rapid.Int32Min(-1).Draw(t, "item"),
	}
}

// drawTable draws a table, sometimes one whose rare columns are not in use.
func drawTable(t *rapid.T) *Table {
	b := NewBuilder(maybe(t, "keep text"))
	bare := maybe(t, "bare")
	for range rapid.IntRange(0, 12).Draw(t, "rows") {
		r := drawRow(t, b)
		if bare {
			r.TokensIn, r.TokensOut, r.Cost = -1, -1, math.NaN()
		}
		b.Append(&r)
	}
	return b.Table()
}

// flagsOfSource is the number of flags that kind.go names.
var flagsOfSource = sync.OnceValue(func() int {
	file, err := parser.ParseFile(token.NewFileSet(), "kind.go", nil, 0)
	if err != nil {
		panic(err)
	}
	flags := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(v.Names[0].Name, "Flag") {
			flags++
		}
		return true
	})
	if flags < 28 {
		panic("flags not found in kind.go")
	}
	return flags
})
