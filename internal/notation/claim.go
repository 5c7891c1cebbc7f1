package notation

import (
	"fmt"
	"strconv"

	"github.com/traj-dev/traj/event"
)

// claim reads what a log says of itself. One about a prompt is about the event
// above it.
func (p *parser) claim(fields []field) (row int32, err error) {
	if len(fields) == 0 {
		return -1, fmt.Errorf("claim wants a kind")
	}
	kind, ok := event.ClaimKindNamed(fields[0].key)
	if !ok {
		return -1, fmt.Errorf("no claim is called %q", fields[0].key)
	}
	c := event.Claim{Kind: kind, Row: -1}
	if kind == event.ClaimPrompt {
		c.Row = int32(p.b.Len()) - 1
	}
	for _, f := range fields[1:] {
		switch f.key {
		case "field":
			c.Field = f.value
		case "text":
			c.Text = f.value
		case "says":
			c.Says, err = strconv.ParseFloat(f.value, 64)
		case "found":
			c.Found, err = strconv.ParseFloat(f.value, 64)
		case "least":
			c.Least = true
		default:
			err = fmt.Errorf("claim has no %q", f.key)
		}
		if err != nil {
			return -1, err
		}
	}
	p.log.Claims = append(p.log.Claims, c)
	return c.Row, nil
}

// ref reads another log that the log names.
func (p *parser) ref(fields []field) (row int32, err error) {
	r := event.Ref{Row: int32(p.b.Len()) - 1, Asked: true}
	for _, f := range fields {
		switch f.key {
		case "target":
			r.Target = f.value
		case "next":
			r.Next, r.Row = true, -1
		case "found":
			r.Found = true
		case "path":
			r.Path = true
		default:
			return -1, fmt.Errorf("ref has no %q", f.key)
		}
	}
	p.log.Refs = append(p.log.Refs, r)
	return r.Row, nil
}
