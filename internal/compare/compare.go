package compare

import "crypto/sha256"

// Compare aligns two sides and tells what differs. It fails where records
// cannot be had.
func Compare(a, b *Side) (*Result, error) {
	c := &comparer{a: a, b: b, foreign: a.Reading.Log.Format != b.Reading.Log.Format, out: &Result{A: a, B: b}}
	c.names = &names{ids: map[string]int32{}, contents: map[[sha256.Size]byte]int32{}, foreign: c.foreign}
	c.sole = soleIDs(a, b)
	c.takenA, c.takenB = make([]bool, len(a.Items)), make([]bool, len(b.Items))
	pairs := align(c.names.tokens(a, c.sole), c.names.tokens(b, c.sole))
	for _, p := range pairs {
		c.takenA[p.a], c.takenB[p.b] = true, true
	}
	i, j := 0, 0
	for _, p := range append(pairs, pair{len(a.Items), len(b.Items)}) {
		if err := c.gap(i, p.a, j, p.b); err != nil {
			return nil, err
		}
		if i, j = p.a+1, p.b+1; p.a == len(a.Items) {
			break
		}
		by := ByContent
		if c.shareID(p.a, p.b) {
			by = ByID
		}
		if err := c.add(Same, by, p.a, p.b); err != nil {
			return nil, err
		}
	}
	c.out.place()
	return c.out, nil
}

type comparer struct {
	a, b           *Side
	foreign        bool // of two formats, whose records cannot be compared
	names          *names
	sole           map[string]pair
	takenA, takenB []bool // items that are aligned in order
	bufA, bufB     []byte
	out            *Result
}

func (c *comparer) shareID(i, j int) bool {
	p, ok := c.sole[c.a.Items[i].ID]
	return ok && p == pair{i, j}
}

// add makes a step of two items, with what differs between them.
func (c *comparer) add(op Op, by By, i, j int) error {
	fs, more, err := c.fields(i, j, by)
	if err != nil {
		return err
	}
	if op == Same && len(fs) > 0 {
		op = Changed
	}
	c.out.Steps = append(c.out.Steps, Step{Op: op, By: by, A: i, B: j, Fields: fs, More: more})
	return nil
}

// gap makes the steps of what lies between two aligned items of each side.
func (c *comparer) gap(i, iEnd, j, jEnd int) error {
	placed := c.placed(i, iEnd, j, jEnd)
	for _, p := range append(placed, pair{iEnd, jEnd}) {
		for ; i < p.a; i++ {
			if q, ok := c.sole[c.a.Items[i].ID]; ok && !c.takenA[i] {
				if err := c.add(Moved, ByID, i, q.b); err != nil {
					return err
				}
				continue
			}
			c.out.Steps = append(c.out.Steps, Step{Op: Lost, A: i, B: -1})
		}
		for ; j < p.b; j++ {
			if _, ok := c.sole[c.b.Items[j].ID]; !ok {
				c.out.Steps = append(c.out.Steps, Step{Op: Added, A: -1, B: j})
			}
		}
		if p.a == iEnd && p.b == jEnd {
			return nil
		}
		if err := c.add(Changed, ByPlace, p.a, p.b); err != nil {
			return err
		}
		i, j = p.a+1, p.b+1
	}
	return nil
}

// placed pairs items of one kind that stand against each other. Where the
// sides share ids, two ids are two events, and messages that begin with one
// event are one message.
func (c *comparer) placed(i, iEnd, j, jEnd int) []pair {
	var rest [2][]int
	for k := i; k < iEnd; k++ {
		if c.mayBePlaced(c.a, k) {
			rest[0] = append(rest[0], k)
		}
	}
	for k := j; k < jEnd; k++ {
		if c.mayBePlaced(c.b, k) {
			rest[1] = append(rest[1], k)
		}
	}
	shared := len(c.sole) > 0
	pairs := align(c.names.kindTokens(c.a, rest[0], shared), c.names.kindTokens(c.b, rest[1], shared))
	for k, p := range pairs {
		pairs[k] = pair{rest[0][p.a], rest[1][p.b]}
	}
	return pairs
}

func (c *comparer) mayBePlaced(s *Side, i int) bool {
	it := &s.Items[i]
	if _, moved := c.sole[it.ID]; moved {
		return false
	}
	return len(c.sole) == 0 || it.ID == "" || it.Message != nil
}
