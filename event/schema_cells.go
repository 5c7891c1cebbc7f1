package event

import (
	"strconv"
	"strings"
)

var (
	logColumn = column[int]{Field: Field{"log", TypeString, false, nil, "The log's name, as given on the command line; a member of an archive is \"archive.zip!member\"."},
		fill: func(c *Column, l *Log, _ int) { c.AppendString(l.Name) }}
	conversationColumn = column[int]{Field: Field{"conversation", TypeString, true, nil, "The conversation's own id."},
		fill: func(c *Column, l *Log, _ int) { c.appendUnless(l.Conversation, l.Conversation == "") }}
	fileColumn = column[int]{Field: Field{"file", TypeString, true, nil, "The input file that holds the record. Bytes of its name that are not UTF-8 become U+FFFD."},
		fill: func(c *Column, l *Log, i int) {
			if n := l.file[i]; n >= 0 && int(n) < len(l.Files) {
				c.AppendString(l.Files[n].Name)
			} else {
				c.AppendNull()
			}
		}}
)

func (c *Column) appendUnless(s string, null bool) {
	if null {
		c.AppendNull()
	} else {
		c.AppendString(s)
	}
}

func (c *Column) appendInt32Unless(v int32, null bool) {
	if null {
		c.AppendNull()
	} else {
		c.AppendInt32(v)
	}
}

func (c *Column) appendInt64Unless(v int64, null bool) {
	if null {
		c.AppendNull()
	} else {
		c.AppendInt64(v)
	}
}

func idColumn(name, doc string, at func(*Table) []ID, of func(*Row) *ID) column[int] {
	return column[int]{Field: Field{name, TypeString, true, nil, doc},
		fill: func(c *Column, l *Log, i int) {
			id := at(l.Table)[i]
			c.appendUnless(l.IDString(id), id == 0)
		},
		all:  func(c *Column, l *Log, rows []int) { intern(c, l.ids, at(l.Table), rows, l.vowed) },
		read: func(c *Column, i int, b *Builder, r *Row) { *of(r) = b.ID([]byte(c.Strings[i])) }}
}

func nameColumn(name, doc string, at func(*Table) []Name, of func(*Row) *Name) column[int] {
	return column[int]{Field: Field{name, TypeString, true, nil, doc},
		fill: func(c *Column, l *Log, i int) {
			n := at(l.Table)[i]
			c.appendUnless(l.NameString(n), n == 0)
		},
		all:  func(c *Column, l *Log, rows []int) { intern(c, l.names, at(l.Table), rows, l.vowed) },
		read: func(c *Column, i int, b *Builder, r *Row) { *of(r) = b.Name([]byte(c.Strings[i])) }}
}

// intern fills a column without values with the strings of p that rows have;
// sound says that they are UTF-8.
func intern[T ID | Name](c *Column, p *pool, values []T, rows []int, sound bool) {
	c.Strings, c.Valid = make([]string, len(rows)), make([]bool, len(rows))
	for k, i := range rows {
		if values[i] == 0 {
			continue
		}
		s := p.get(int32(values[i]))
		if !sound {
			s = utf8Of(s)
		}
		c.Strings[k], c.Valid[k] = s, true
	}
}

func textColumn(name, doc string, only extra, at func(*Table, int) (string, bool), of func(*Row) *[]byte) column[int] {
	return column[int]{Field: Field{name, TypeString, true, nil, doc}, only: only,
		fill: func(c *Column, l *Log, i int) {
			switch s, ok := at(l.Table, i); {
			case !ok:
				c.AppendNull()
			case l.vowed && only == withText:
				c.appendSound(s)
			default:
				c.AppendString(s)
			}
		},
		read: func(c *Column, i int, _ *Builder, r *Row) { *of(r) = []byte(c.Strings[i]) }}
}

func flagColumn(name, doc string, f Flag) column[int] {
	return column[int]{Field: Field{name, TypeBool, false, nil, doc + " False where the log does not say."},
		fill: func(c *Column, l *Log, i int) { c.AppendBool(l.Has(i, f)) },
		all: func(c *Column, l *Log, rows []int) {
			c.Bools = make([]bool, len(rows))
			for k, i := range rows {
				c.Bools[k] = l.flags[i]&f == f
			}
		},
		read: func(c *Column, i int, _ *Builder, r *Row) {
			if c.Bools[i] {
				r.Flags |= f
			}
		}}
}

func fillSynthetic(c *Column, l *Log, i int) {
	if s := l.Synthetic(i); s == NotSynthetic {
		c.AppendNull()
	} else {
		c.AppendWord(uint8(s - 1))
	}
}

func fillExecutable(c *Column, l *Log, i int) {
	switch {
	case l.Has(i, FlagNotExecutable):
		c.AppendBool(false)
	case l.Has(i, FlagExecutable):
		c.AppendBool(true)
	default:
		c.AppendNull()
	}
}

func readExecutable(c *Column, i int, _ *Builder, r *Row) {
	if c.Bools[i] {
		r.Flags |= FlagExecutable
	} else {
		r.Flags |= FlagNotExecutable
	}
}

func fillForgets(c *Column, l *Log, i int) {
	ids := l.Forgets(i)
	if len(ids) == 0 && l.Kind(i) != KindCondensation {
		c.AppendNull()
		return
	}
	list := make([]string, len(ids))
	for k, id := range ids {
		list[k] = l.IDString(id)
	}
	c.AppendList(list)
}

func readForgets(c *Column, i int, b *Builder, r *Row) {
	for _, s := range c.List(i) {
		r.Forgets = append(r.Forgets, b.ID([]byte(s)))
	}
}

func fillRefused(c *Column, l *Log, i int) {
	refused := l.Refused(i)
	if len(refused) == 0 {
		c.AppendList(nil)
		return
	}
	list := make([]string, len(refused))
	for k, r := range refused {
		list[k] = joinRefusal(r)
	}
	c.AppendList(list)
}

func joinRefusal(r Refusal) string {
	return strings.NewReplacer(`\`, `\\`, `:`, `\:`).Replace(r.Path) + ": " + r.Reason
}

// splitRefusal undoes joinRefusal.
func splitRefusal(s string) Refusal {
	var path strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
		case s[i] == ':':
			return Refusal{path.String(), strings.TrimPrefix(s[i+1:], " ")}
		}
		path.WriteByte(s[i])
	}
	return Refusal{Path: path.String()}
}

func readRefused(c *Column, i int, _ *Builder, r *Row) {
	for _, s := range c.List(i) {
		r.Refused = append(r.Refused, splitRefusal(s))
	}
}

func fillGrants(c *Column, l *Log, i int) {
	names := l.Grants(i)
	if names == nil {
		c.AppendNull()
		return
	}
	list := make([]string, len(names))
	for k, n := range names {
		list[k] = l.NameString(n)
	}
	c.AppendList(list)
}

func readGrants(c *Column, i int, b *Builder, r *Row) {
	r.Grants = []Name{}
	for _, s := range c.List(i) {
		r.Grants = append(r.Grants, b.Name([]byte(s)))
	}
}

func fillCalls(c *Column, l *Log, i int) {
	ids := l.Calls(i)
	if ids == nil {
		c.AppendNull()
		return
	}
	list := make([]string, len(ids))
	for k, id := range ids {
		list[k] = l.IDString(id)
	}
	c.AppendList(list)
}

func readCalls(c *Column, i int, b *Builder, r *Row) {
	r.Calls = []ID{}
	for _, s := range c.List(i) {
		r.Calls = append(r.Calls, b.ID([]byte(s)))
	}
}

func fillSecrets(c *Column, l *Log, i int) {
	var list []string
	for _, s := range l.Secrets(i) {
		list = append(list, joinRefusal(Refusal{s.Path, s.Kind.String()}))
	}
	c.AppendList(list)
}

func readSecrets(c *Column, i int, _ *Builder, r *Row) {
	for _, s := range c.List(i) {
		x := splitRefusal(s)
		kind, _ := SecretKindNamed(x.Reason)
		r.Secrets = append(r.Secrets, Secret{x.Path, kind})
	}
}

func readPointer(c *Column, i int, _ *Builder, r *Row) {
	r.Pos.Pointer = c.Strings[i]
	if r.Pos.Item >= 0 {
		r.Pos.Pointer = strings.TrimSuffix(r.Pos.Pointer, "/"+strconv.Itoa(int(r.Pos.Item)))
	}
}
