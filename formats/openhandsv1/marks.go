package openhandsv1

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
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
	if spaced(c.data, c.tape) {
		r.Flags |= event.FlagSpaced
	}
	d.secrets = d.secrets[:0]
	for i := range c.tape.Tokens {
		if k := &c.tape.Tokens[i]; k.Kind == jsontape.String && k.End-k.Start >= shortest {
			switch c.data[k.Start+1] {
			case 'c', '*':
				r.Flags |= c.mark(int32(i))
			case 'g', 'a', 'l':
				d.secrets = c.secret(d.secrets, int32(i))
			}
		}
	}
	r.Secrets = d.secrets
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
func (c *checker) mark(i int32) event.Flag {
	switch k := &c.tape.Tokens[i]; string(c.data[k.Start+1 : k.End-1]) {
	case redacted:
		return event.FlagRedacted
	case "cache_prompt":
		if c.isName(i) && c.kind(i+1) == jsontape.True {
			return event.FlagCacheMark
		}
	}
	return 0
}

// isName reports whether string token i is the name of a member.
func (c *checker) isName(i int32) bool {
	rest := bytes.TrimLeft(c.data[c.tape.Tokens[i].End:], " \t\r\n")
	return len(rest) > 0 && rest[0] == ':'
}

// secret appends the secret that token i is, or that it names.
func (c *checker) secret(list []event.Secret, i int32) []event.Secret {
	k := &c.tape.Tokens[i]
	in := c.data[k.Start+1 : k.End-1]
	if bytes.HasPrefix(in, []byte(token)) {
		if c.isName(i) {
			return list
		}
		return append(list, event.Secret{Path: c.pathTo(i), Kind: event.SecretToken})
	}
	if !isSecretName(in) || !c.isName(i) || c.kind(i+1) != jsontape.String {
		return list
	}
	v := c.tape.Tokens[i+1]
	if value := string(c.data[v.Start+1 : v.End-1]); value == "" || value == redacted || strings.HasPrefix(value, token) {
		return list
	}
	return append(list, event.Secret{Path: c.pathTo(i + 1), Kind: event.SecretPlain})
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
func (c *checker) pathTo(i int32) string {
	var steps []string
	for at := int32(0); at < i; {
		step, next := c.stepTo(at, i)
		steps, at = append(steps, step), next
	}
	return strings.Join(steps, ".")
}

// stepTo is the member or element of container at that holds token i.
func (c *checker) stepTo(at, i int32) (step string, value int32) {
	k := &c.tape.Tokens[at]
	for n, e := 0, at+1; e < k.Next; n++ {
		step, value = strconv.Itoa(n), e
		if k.Kind == jsontape.Object {
			step, value = string(c.tape.Bytes(c.data, int(e), nil)), e+1
		}
		if e = c.tape.Tokens[value].Next; i < e {
			return step, value
		}
	}
	return step, i
}
