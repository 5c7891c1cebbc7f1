package replay

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Redact takes everything out of an orphan that comes from the call's
// arguments: the values of its arguments give way to their lengths, and the
// question to its form. Hashes and ids stay.
func (o *Orphan) Redact() {
	o.Args = redacted(o.Args)
	o.Line, o.Command = "", ""
	o.Ask = redactedAsk(o)
}

func redacted(args string) string {
	var v map[string]any
	if json.Unmarshal([]byte(args), &v) != nil {
		return lengthOf(args)
	}
	for k, x := range v {
		if s, ok := x.(string); ok {
			v[k] = lengthOf(s)
			continue
		}
		b, _ := json.Marshal(x)
		v[k] = lengthOf(string(b))
	}
	b, err := json.Marshal(v)
	if err != nil {
		return lengthOf(args)
	}
	return string(b)
}

func lengthOf(s string) string { return fmt.Sprintf("[%d bytes]", len(s)) }

func redactedAsk(o *Orphan) string {
	if o.template == "" {
		return defaultAsk(o)
	}
	var b strings.Builder
	rest := o.template
	for {
		before, after, ok := strings.Cut(rest, "{")
		b.WriteString(before)
		_, tail, closed := strings.Cut(after, "}")
		if !ok || !closed {
			return b.String()
		}
		b.WriteString("…")
		rest = tail
	}
}
