package openhandsv1

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
	"github.com/traj-dev/traj/internal/schema"
)

// redacted stands in place of a secret that upstream does not write down.
const redacted = "**********"

// token begins every value that upstream encrypts.
// Source: openhands-sdk utils/cipher.py.
const token = "gAAAAA"

// secretNames are the names under which upstream keeps secrets.
// Source: openhands-agent-server _secret_redaction.py, openhands-sdk llm/llm.py.
var secretNames = [...]string{"api_key", "llm_api_key", "aws_access_key_id", "aws_secret_access_key", "aws_session_token"}

// shortest is the length of the shortest string that a mark looks at, quotes included.
const shortest = int32(len(`"api_key"`))

// marks sets the flags that any place of a record can earn it, and lists its secrets.
func (d *Decoder) marks(r *event.Row) {
	c := &d.check
	if spaced(c.Data, c.Tape) {
		r.Flags |= event.FlagSpaced
	}
	d.secrets = d.secrets[:0]
	if s := c.Tape.Shape; s != nil {
		for _, i := range jsontape.Noted(s, jsontape.NoteMarks, func() []int32 { return markable(c) }) {
			d.markAt(r, i)
		}
	} else {
		for i := range c.Tape.Tokens {
			d.markAt(r, int32(i))
		}
	}
	r.Secrets = d.secrets
}

// markAt takes what token i marks.
func (d *Decoder) markAt(r *event.Row, i int32) {
	c := &d.check
	if k := &c.Tape.Tokens[i]; k.Kind == jsontape.String && k.End-k.Start >= shortest {
		switch c.Data[k.Start+1] {
		case 'c', '*':
			r.Flags |= mark(c, i)
		case 'g', 'a', 'l':
			d.secrets = secret(c, d.secrets, i)
		}
	}
}

// markable are the tokens of the record at hand that may mark it: all strings but
// the names that mark no record of its shape.
func markable(c *schema.Checker) (at []int32) {
	for i := range int32(len(c.Tape.Tokens)) {
		if k := &c.Tape.Tokens[i]; k.Kind == jsontape.String {
			in := c.Data[k.Start+1 : k.End-1]
			if !isName(c, i) || isSecretName(in) || string(in) == redacted || string(in) == "cache_prompt" && c.KindOf(i+1) == jsontape.True {
				at = append(at, i)
			}
		}
	}
	return at
}

// spaced reports whether the names of an object are set apart by a comma and a
// space, as Python's json writes them unless told otherwise.
func spaced(data []byte, t *jsontape.Tape) bool {
	if t.Tokens[0].Kind != jsontape.Object || t.Tokens[0].Len < 2 {
		return false
	}
	return bytes.HasSuffix(data[:t.Tokens[t.Tokens[2].Next].Start], []byte(", "))
}

// mark is what string token i says of its record.
func mark(c *schema.Checker, i int32) event.Flag {
	switch k := &c.Tape.Tokens[i]; string(c.Data[k.Start+1 : k.End-1]) {
	case redacted:
		return event.FlagRedacted
	case "cache_prompt":
		if isName(c, i) && c.KindOf(i+1) == jsontape.True {
			return event.FlagCacheMark
		}
	}
	return 0
}

// isName reports whether string token i is the name of a member.
func isName(c *schema.Checker, i int32) bool {
	rest := bytes.TrimLeft(c.Data[c.Tape.Tokens[i].End:], " \t\r\n")
	return len(rest) > 0 && rest[0] == ':'
}

// secret appends the secret that token i is, or that it names.
func secret(c *schema.Checker, list []event.Secret, i int32) []event.Secret {
	k := &c.Tape.Tokens[i]
	in := c.Data[k.Start+1 : k.End-1]
	if bytes.HasPrefix(in, []byte(token)) {
		if isName(c, i) {
			return list
		}
		return append(list, event.Secret{Path: pathTo(c, i), Kind: event.SecretToken})
	}
	if !isSecretName(in) || !isName(c, i) || c.KindOf(i+1) != jsontape.String {
		return list
	}
	v := c.Tape.Tokens[i+1]
	if value := string(c.Data[v.Start+1 : v.End-1]); value == "" || value == redacted || strings.HasPrefix(value, token) {
		return list
	}
	return append(list, event.Secret{Path: pathTo(c, i+1), Kind: event.SecretPlain})
}

func isSecretName(b []byte) bool {
	for _, s := range secretNames {
		if string(b) == s {
			return true
		}
	}
	return false
}

// pathTo is the path to the value at token i.
func pathTo(c *schema.Checker, i int32) string {
	var steps []string
	for at := int32(0); at < i; {
		step, next := stepTo(c, at, i)
		steps, at = append(steps, step), next
	}
	return strings.Join(steps, ".")
}

// stepTo is the member or element of container at that holds token i.
func stepTo(c *schema.Checker, at, i int32) (step string, value int32) {
	k := &c.Tape.Tokens[at]
	for n, e := 0, at+1; e < k.Next; n++ {
		step, value = strconv.Itoa(n), e
		if k.Kind == jsontape.Object {
			step, value = string(c.Tape.Bytes(c.Data, int(e), nil)), e+1
		}
		if e = c.Tape.Tokens[value].Next; i < e {
			return step, value
		}
	}
	return step, i
}
