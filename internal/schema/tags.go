package schema

import (
	"bytes"
	"unicode/utf8"

	"github.com/traj-dev/traj/internal/jsontape"
)

// tags checks the names and texts of tags, which upstream does before their
// types.
func (c *Checker) tags() {
	i := c.Tape.Key(c.Data, 0, "tags")
	if i < 0 || c.KindOf(int32(i)) != jsontape.Object {
		return
	}
	for n := int32(i) + 1; n < c.Tape.Tokens[i].Next; n = c.Tape.Tokens[n+1].Next {
		name, bad := c.Tape.Bytes(c.Data, int(n), nil), ""
		if value := c.Tape.Bytes(c.Data, int(n+1), nil); utf8.RuneCount(value) > 256 {
			bad = "Tag value for '" + string(name) + "' exceeds maximum length of 256 characters"
		}
		if len(name) == 0 || len(bytes.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789")) > 0 {
			bad = "Tag key '" + string(name) + "' is invalid: keys must be lowercase alphanumeric only"
		}
		if bad != "" {
			c.push(step("tags"))
			c.refuse("value_error", "Value error, "+bad)
			c.pop()
			return
		}
	}
}
