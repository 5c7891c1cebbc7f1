package openhandsv1

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
	"github.com/traj-dev/traj/internal/schema"
)

func (d *Decoder) message(r *event.Row) {
	if !d.says(d.check.Cols[schema.ColContent]) && !d.says(d.check.Cols[schema.ColExtended]) {
		r.Flags |= event.FlagEmpty
	}
	if d.framework() {
		r.Flags |= event.FlagFramework
	}
	if i := d.check.Cols[schema.ColContent]; i >= 0 && r.ResponseID != 0 && d.b.Wants(event.FactArgs) {
		r.Intent = sumOf(d.check.Tape.Raw(d.check.Data, int(i)))
	}
	d.skills(r)
	d.reasoning(r)
}

// says reports whether the content at token i has anything but empty texts.
func (d *Decoder) says(i int32) bool {
	if i < 0 {
		return false
	}
	c := &d.check
	k := &c.Tape.Tokens[i]
	if k.Kind != jsontape.Array {
		return k.Kind == jsontape.String && k.End-k.Start > 2
	}
	for e := i + 1; e < k.Next; e = c.Tape.Tokens[e].Next {
		t := c.Tape.Key(c.Data, int(e), "text")
		if t < 0 || c.KindOf(int32(t)) != jsontape.String || c.Tape.Tokens[t].End-c.Tape.Tokens[t].Start > 2 {
			return true
		}
	}
	return false
}

// reasoning sets the flags of what a model thought beside its answer.
func (d *Decoder) reasoning(r *event.Row) {
	c := &d.check
	if i := c.Cols[schema.ColReasoning]; i >= 0 && c.KindOf(i) == jsontape.String && c.Tape.Tokens[i].End-c.Tape.Tokens[i].Start > 2 {
		r.Flags |= event.FlagReasoning
	}
	if i := c.Cols[schema.ColItem]; i >= 0 && c.KindOf(i) == jsontape.Object {
		r.Flags |= event.FlagReasoning | event.FlagReasoningItem
	}
	i := c.Cols[schema.ColThinking]
	if i < 0 || c.KindOf(i) != jsontape.Array {
		return
	}
	for e := i + 1; e < c.Tape.Tokens[i].Next; e = c.Tape.Tokens[e].Next {
		r.Flags |= event.FlagThinking | d.block(int(e))
	}
}

// block tells what is wrong with a thinking block.
func (d *Decoder) block(e int) event.Flag {
	text, signature := d.member(e, "thinking"), d.member(e, "signature")
	if d.check.Tape.Key(d.check.Data, e, "data") >= 0 && text == nil {
		if len(d.member(e, "data")) == 0 {
			return event.FlagThinkingEmpty
		}
		return 0
	}
	switch {
	case len(text) == 0 && len(signature) == 0:
		return event.FlagThinkingEmpty
	case len(signature) == 0:
		return event.FlagUnsigned
	case !base64(signature):
		return event.FlagBadSignature
	}
	return 0
}

// member is the raw content of a string member of object e, nil when absent.
func (d *Decoder) member(e int, name string) []byte {
	i := d.check.Tape.Key(d.check.Data, e, name)
	if i < 0 || d.check.KindOf(int32(i)) != jsontape.String {
		return nil
	}
	k := &d.check.Tape.Tokens[i]
	return d.check.Data[k.Start+1 : k.End-1]
}

// base64 reports whether b is base64 with padding.
func base64(b []byte) bool {
	n := len(b)
	for pad := 0; pad < 2 && n > 0 && b[n-1] == '='; pad++ {
		n--
	}
	for _, c := range b[:n] {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '+' || c == '/') {
			return false
		}
	}
	return len(b)%4 == 0
}

func (d *Decoder) action(r *event.Row) {
	c := &d.check
	r.Flags |= event.FlagNotExecutable
	if i := c.Cols[schema.ColAction]; i >= 0 && c.KindOf(i) != jsontape.Null {
		r.Flags ^= event.FlagNotExecutable | event.FlagExecutable
	}
	if i := c.Cols[schema.ColActionKind]; i >= 0 {
		r.Label = d.b.Name(d.string(i))
		if c.Tape.Equal(c.Data, int(i), "FinishAction") {
			r.Flags |= event.FlagFinish
		}
	}
	if i := c.Cols[schema.ColThought]; i >= 0 && c.KindOf(i) == jsontape.Array && c.Tape.Tokens[i].Len > 0 {
		r.Flags |= event.FlagThought
	}
	if i := c.Cols[schema.ColOrigin]; i >= 0 && c.Tape.Equal(c.Data, int(i), "responses") {
		r.Flags |= event.FlagResponsesCall
	}
	if d.given(schema.ColNote) || d.given(schema.ColCritic) {
		r.Flags |= event.FlagAppraised
	}
	d.reasoning(r)
	if d.b.Wants(event.FactArgs) {
		d.arguments(r)
	}
}

// arguments parses the text of the call's arguments.
func (d *Decoder) arguments(r *event.Row) {
	c := &d.check
	i := c.Cols[schema.ColArgs]
	if i < 0 || c.KindOf(i) != jsontape.String {
		return
	}
	in := c.Tape.Bytes(c.Data, int(i), d.inner)
	if c.Tape.Tokens[i].Flags&(jsontape.Escaped|jsontape.BadUTF8) != 0 {
		d.inner = in
	}
	d.tape.Shapes = c.Tape.Shapes.Inner()
	end, err := d.tape.Parse(in)
	if err != nil || d.tape.Tokens[0].Kind != jsontape.Object || !blank(in[end:]) {
		r.Flags |= event.FlagArgsMalformed
		r.Args, r.Intent = in, sumOf(in)
		return
	}
	p := d.pair(in)
	r.Intent = p.intent(value{in, &d.tape, 0})
	if d.b.KeepsText() {
		room, _ := d.b.Room()
		r.Args = d.tape.AppendCanonical(room, in, 0)
	}
	if r.Flags&event.FlagExecutable != 0 {
		d.compare(r, p, in)
	}
}

// compare holds an action against the arguments of its call, in, on d.tape. A
// risk that stands in the one only may come from what analyzed the action.
func (d *Decoder) compare(r *event.Row, p *pairing, in []byte) {
	if p.argsDiffer(value{in, &d.tape, 0}, value{d.check.Data, d.check.Tape, 0}) {
		r.Flags |= event.FlagArgsDiffer
	}
	i := d.check.Cols[schema.ColValue]
	if i < 0 || d.check.Tape.Equal(d.check.Data, int(i), "UNKNOWN") {
		return
	}
	if asked := d.tape.Key(in, 0, "security_risk"); asked >= 0 && string(d.tape.Bytes(in, asked, nil)) != string(d.string(i)) {
		r.Flags |= event.FlagRiskDiffers
	}
}

// given reports whether the record has a value other than null at c.
func (d *Decoder) given(c schema.Column) bool {
	i := d.check.Cols[c]
	return i >= 0 && d.check.KindOf(i) != jsontape.Null
}

func blank(b []byte) bool {
	for _, c := range b {
		if c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return true
}

func (d *Decoder) result(r *event.Row) {
	if i := d.check.Cols[schema.ColObservationKind]; i >= 0 {
		r.Label = d.b.Name(d.string(i))
	}
	d.parts(r)
}

func (d *Decoder) failure(r *event.Row) {
	if i := d.check.Cols[schema.ColSays]; i >= 0 {
		r.Synthetic = synthetic(d.string(i))
	}
	switch d.class() {
	case "auth", "quota", "rate_limit", "config":
		r.Flags |= event.FlagMisclassified // no producer of such an event gives it
	}
}

func (d *Decoder) runError(r *event.Row) {
	i := d.check.Cols[schema.ColSays]
	if kind := d.class(); kind != "" && i >= 0 && r.Label != 0 {
		detail := string(d.string(i))
		if kind != classify(string(d.string(d.check.Cols[schema.ColLabel])), detail) {
			r.Flags |= event.FlagMisclassified
		}
	}
}

// class is the kind of error that a record says it is, "" when it says none.
func (d *Decoder) class() string {
	if i := d.check.Cols[schema.ColClass]; i >= 0 && d.check.KindOf(i) == jsontape.Object {
		return string(d.member(int(i), "kind"))
	}
	return ""
}

// recording finds which response a recording of a model call is of.
func (d *Decoder) recording(r *event.Row) {
	c := &d.check
	i := c.Cols[schema.ColRecording]
	if i < 0 || c.KindOf(i) != jsontape.String {
		return
	}
	in := c.Tape.Bytes(c.Data, int(i), d.inner)
	if c.Tape.Tokens[i].Flags&(jsontape.Escaped|jsontape.BadUTF8) != 0 {
		d.inner = in
	}
	if end, err := d.tape.Parse(in); err != nil || d.tape.Tokens[0].Kind != jsontape.Object || !blank(in[end:]) {
		r.Flags |= event.FlagArgsMalformed
		return
	}
	if response := d.tape.Key(in, 0, "response"); response >= 0 {
		if id := d.tape.Key(in, response, "id"); id >= 0 && d.tape.Tokens[id].Kind == jsontape.String {
			r.ResponseID = d.b.ID(d.tape.Bytes(in, id, nil))
		}
	}
}

func (d *Decoder) condensation(r *event.Row) {
	c := &d.check
	r.Forgets = r.Forgets[:0]
	if i := c.Cols[schema.ColForgets]; i >= 0 && c.KindOf(i) == jsontape.Array {
		for e := i + 1; e < c.Tape.Tokens[i].Next; e = c.Tape.Tokens[e].Next {
			if s := d.string(e); s != nil {
				r.Forgets = append(r.Forgets, d.b.ID(s))
			}
		}
	}
	if i := c.Cols[schema.ColSummary]; i >= 0 && c.KindOf(i) == jsontape.String {
		r.Flags |= event.FlagSummary
	}
	if i := c.Cols[schema.ColOffset]; i >= 0 {
		if v, ok := c.Integer(i); ok {
			r.Flags |= event.FlagSummaryOffset
			r.SummaryOffset = v
		}
	}
}

func (d *Decoder) hook(r *event.Row) {
	if r.ActionID == 0 {
		r.ActionID = d.ident(schema.ColMessageID)
	}
	if d.true(schema.ColBlocked) {
		r.Flags |= event.FlagBlocked
	}
}

func (d *Decoder) tokens(r *event.Row) {
	count := func(c schema.Column) int64 {
		i := d.check.Cols[c]
		if i < 0 || d.check.KindOf(i) != jsontape.Array {
			return -1
		}
		return int64(d.check.Tape.Tokens[i].Len)
	}
	r.TokensIn, r.TokensOut = count(schema.ColPrompt), count(schema.ColCompletion)
}
