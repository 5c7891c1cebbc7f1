package completions

import "github.com/traj-dev/traj/internal/jsontape"

// answer takes the calls of a response: those of the first choice of a chat
// completion, or the items of Responses.
func (d document) answer(c *Completion, response int) {
	d.each(d.in(response, "choices"), func(n, choice int) {
		if n == 0 {
			d.each(d.in(d.in(choice, "message"), "tool_calls"), func(_, call int) {
				f := d.in(call, "function")
				d.call(c, d.in(call, "id"), d.in(f, "name"), d.in(f, "arguments"))
			})
		}
	})
	d.each(d.in(response, "output"), func(_, item int) {
		if typ := d.in(item, "type"); typ >= 0 && d.t.Equal(d.data, typ, "function_call") {
			d.call(c, d.in(item, "call_id"), d.in(item, "name"), d.in(item, "arguments"))
		}
	})
}

func (d document) call(c *Completion, id, tool, args int) {
	if id >= 0 && tool >= 0 && args >= 0 {
		c.Calls = append(c.Calls, Call{d.text(id), d.text(tool), d.text(args)})
	}
}

func (d document) text(i int) string { return string(d.t.Bytes(d.data, i, nil)) }

// in is the value of a member, -1 when obj is none or has no such member.
func (d document) in(obj int, key string) int {
	if obj < 0 {
		return -1
	}
	return d.t.Key(d.data, obj, key)
}

// each visits the elements of an array; of anything else there are none.
func (d document) each(array int, visit func(n, i int)) {
	if array < 0 || d.t.Tokens[array].Kind != jsontape.Array {
		return
	}
	for n, i := 0, array+1; i < int(d.t.Tokens[array].Next); n, i = n+1, int(d.t.Tokens[i].Next) {
		visit(n, i)
	}
}
