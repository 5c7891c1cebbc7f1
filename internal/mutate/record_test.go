package mutate

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Guards against edits that leave a comma too many or too few, or that move
// the first or the last member, which tell the dialect.
func TestEdits(t *testing.T) {
	const compact = `{"id":"a","n":{"list":[1,{"x":"y"},3],"empty":{}},"kind":"K"}`
	const spaced = `{"kind": "K", "id": "a", "n": {"list": [1, {"x": "y"}, 3], "empty": {}}}`
	for _, c := range []struct {
		in, want string
		edit     func(*record)
	}{
		{compact, `{"id":"b","n":{"list":[1,{"x":"y"},3],"empty":{}},"kind":"K"}`, func(r *record) { r.set("b", "id") }},
		{compact, `{"id":"a","new":[true,1.5],"n":{"list":[1,{"x":"y"},3],"empty":{}},"kind":"K"}`, func(r *record) { r.set(list{true, 1.5}, "new") }},
		{spaced, `{"kind": "K", "new": "z", "id": "a", "n": {"list": [1, {"x": "y"}, 3], "empty": {}}}`, func(r *record) { r.set("z", "new") }},
		{compact, `{"id":"a","n":{"list":[1,{"x":2},3],"empty":{}},"kind":"K"}`, func(r *record) { r.set(2, "n", "list", "1", "x") }},
		{compact, `{"id":"a","n":{"list":[1,{"x":"y"},3],"empty":{"p":"q"}},"kind":"K"}`, func(r *record) { r.set("q", "n", "empty", "p") }},
		{compact, `{"n":{"list":[1,{"x":"y"},3],"empty":{}},"kind":"K"}`, func(r *record) { r.drop("id") }},
		{compact, `{"id":"a","n":{"list":[1,{"x":"y"},3],"empty":{}}}`, func(r *record) { r.drop("kind") }},
		{spaced, `{"id": "a", "n": {"list": [1, {"x": "y"}, 3], "empty": {}}}`, func(r *record) { r.drop("kind") }},
		{spaced, `{"kind": "K", "id": "a"}`, func(r *record) { r.drop("n") }},
		{compact, `{"id":"a","n":{"list":[1,3],"empty":{}},"kind":"K"}`, func(r *record) { r.drop("n", "list", "1") }},
		{compact, `{"id":"a","n":{"list":[1,{},3],"empty":{}},"kind":"K"}`, func(r *record) { r.drop("n", "list", "1", "x") }},
		{compact, compact, func(r *record) { r.drop("gone"); r.drop("n", "gone"); r.set(1, "gone", "x") }},
	} {
		r := newRecord(0, []byte(c.in), "")
		c.edit(r)
		if d := cmp.Diff(c.want, string(r.data)); d != "" || !json.Valid(r.data) {
			t.Errorf("%s: %s", c.in, d)
		}
	}
}

func TestDialects(t *testing.T) {
	o := object{{"a", "é\"\\\n\x01 🚀"}, {"b", list{1, 2.0, true, nil}}, {"c", []string{"x", "y"}}, {"d", object{}}}
	for d, want := range map[dialect]string{
		{}:                          `{"a":"é\"\\\n\u0001 🚀","b":[1,2.0,true,null],"c":["x","y"],"d":{}}`,
		{spaced: true, ascii: true}: `{"a": "\u00e9\"\\\n\u0001 \ud83d\ude80", "b": [1, 2.0, true, null], "c": ["x", "y"], "d": {}}`,
	} {
		if diff := cmp.Diff(want, string(d.text(o))); diff != "" || !json.Valid(d.text(o)) {
			t.Errorf("%+v: %s", d, diff)
		}
	}
}
