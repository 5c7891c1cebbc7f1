package tables

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/metadata"

	"github.com/traj-dev/traj/event"
)

// A column is dictionary encoded when its values repeat: fewer than one in
// fewest is new, and the different ones have no more than mostDictionary bytes.
const (
	fewest         = 4
	leastRepeated  = 32 // a dictionary costs a page of its own
	mostDictionary = 256 << 10
	longValue      = 256 // columns of longer values are texts, of which no two are alike
)

// dictionary are the values of a column, each once and in the order in which
// they come first.
type dictionary struct {
	values []string
	at     []int32 // which value a row has; any where it is null
}

// dictionaryOf is nil where a dictionary is not worth it. The library must never
// find out by itself that it is not.
func dictionaryOf(c *event.Column) *dictionary {
	switch c.Type {
	case event.TypeWord:
		return dictionaryOfWords(c)
	case event.TypeString:
	default:
		return nil
	}
	d := &dictionary{at: make([]int32, c.Len())}
	seen := map[string]int32{}
	values, bytes, last := 0, 0, int32(-1)
	for i, s := range c.Strings {
		if c.Null(i) {
			continue
		}
		if values++; last < 0 || s != d.values[last] {
			known, ok := seen[s]
			if last = known; !ok {
				last = int32(len(seen))
				seen[s], d.values = last, append(d.values, s)
				if bytes += len(s) + 4; len(s) > longValue && len(seen) > 16 || bytes > mostDictionary || len(seen) > 64 && len(seen)*fewest > values {
					return nil
				}
			}
		}
		d.at[i] = last
	}
	if values < leastRepeated || len(seen)*fewest > values {
		return nil
	}
	return d
}

func dictionaryOfWords(c *event.Column) *dictionary {
	if c.Len()-c.Nulls() < leastRepeated {
		return nil
	}
	d := &dictionary{at: make([]int32, c.Len())}
	seen := make([]int32, len(c.Field.Words)) // from 1
	for i, w := range c.Words {
		if c.Null(i) {
			continue
		}
		if seen[w] == 0 {
			d.values = append(d.values, c.Field.Words[w])
			seen[w] = int32(len(d.values))
		}
		d.at[i] = seen[w] - 1
	}
	return d
}

// write writes the column whose dictionary d is. The library keeps no statistics
// of what is written so.
func (d *dictionary) write(out *file.ByteArrayColumnChunkWriter, c *event.Column) error {
	enc, ok := out.CurrentEncoder().(interface{ PutDictionary(arrow.Array) error })
	stats, kept := out.PageStatistics().(*metadata.ByteArrayStatistics)
	if !ok || !kept {
		return fmt.Errorf("the encoder is a %T, the statistics are a %T", out.CurrentEncoder(), out.PageStatistics())
	}
	values := array.NewStringBuilder(memory.DefaultAllocator)
	values.AppendValues(d.values, nil)
	if err := enc.PutDictionary(values.NewArray()); err != nil {
		return err
	}
	stats.Update(inPlace(d.values), int64(c.Nulls()))
	at := array.NewInt32Builder(memory.DefaultAllocator)
	at.AppendValues(d.at, c.Valid)
	def, _ := levels(c)
	return out.WriteDictIndices(at.NewArray(), def, nil)
}
