package dataset

import (
	"encoding/base64"
	"encoding/hex"
	"math"
	"math/big"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

// meaning is what a column says that its values mean; old writers have other
// words for it.
func meaning(e *format.SchemaElement) any {
	if e.LogicalType.Value != nil {
		return e.LogicalType.Value
	}
	if !e.ConvertedType.Valid {
		return nil
	}
	switch e.ConvertedType.V {
	case deprecated.UTF8, deprecated.Enum:
		return &format.StringType{}
	case deprecated.Json:
		return &format.JsonType{}
	case deprecated.Date:
		return &format.DateType{}
	case deprecated.Decimal:
		return &format.DecimalType{Scale: e.Scale.V}
	case deprecated.TimestampMillis:
		return &format.TimestampType{IsAdjustedToUTC: true, Unit: format.TimeUnit{Value: &format.MilliSeconds{}}}
	case deprecated.TimestampMicros:
		return &format.TimestampType{IsAdjustedToUTC: true, Unit: format.TimeUnit{Value: &format.MicroSeconds{}}}
	case deprecated.Uint32:
		return &format.IntType{BitWidth: 32}
	case deprecated.Uint64:
		return &format.IntType{BitWidth: 64}
	}
	return nil
}

func appendBool(dst []byte, v bool) []byte { return strconv.AppendBool(dst, v) }

// appendInt writes a whole number, or what its column says that it means.
func appendInt(dst []byte, v int64, e *format.SchemaElement) []byte {
	switch t := meaning(e).(type) {
	case *format.DecimalType:
		return appendDecimal(dst, big.NewInt(v), int(t.Scale))
	case *format.DateType:
		return append(time.Unix(v*86400, 0).UTC().AppendFormat(append(dst, '"'), time.DateOnly), '"')
	case *format.TimestampType:
		at := time.Unix(0, v)
		switch t.Unit.Value.(type) {
		case *format.MilliSeconds:
			at = time.UnixMilli(v)
		case *format.MicroSeconds:
			at = time.UnixMicro(v)
		}
		return appendTime(dst, at, t.IsAdjustedToUTC)
	case *format.IntType:
		if !t.IsSigned && v < 0 {
			if t.BitWidth == 64 {
				return strconv.AppendUint(dst, uint64(v), 10)
			}
			return strconv.AppendUint(dst, uint64(uint32(v)), 10)
		}
	}
	return strconv.AppendInt(dst, v, 10)
}

// appendInt96 writes the time that old writers kept in 12 bytes: nanoseconds of
// a day, and the day in the Julian calendar.
func appendInt96(dst []byte, v deprecated.Int96) []byte {
	const epoch = 2440588 // the day 1970-01-01
	days, nanos := int64(v[2])-epoch, int64(uint64(v[1])<<32|uint64(v[0]))
	return appendTime(dst, time.Unix(days*86400, nanos), true)
}

// appendTime writes a time as text, with a zone if it has one.
func appendTime(dst []byte, at time.Time, zone bool) []byte {
	layout := "2006-01-02T15:04:05.999999999"
	if zone {
		layout += "Z"
	}
	return append(at.UTC().AppendFormat(append(dst, '"'), layout), '"')
}

// appendFloat writes a number; what is none is written as common writers of
// JSON do.
func appendFloat(dst []byte, v float64, bits int) []byte {
	switch {
	case math.IsNaN(v):
		return append(dst, "NaN"...)
	case math.IsInf(v, 1):
		return append(dst, "Infinity"...)
	case math.IsInf(v, -1):
		return append(dst, "-Infinity"...)
	}
	return strconv.AppendFloat(dst, v, 'g', -1, bits)
}

// maxScale bounds the zeros that a decimal may ask for.
const maxScale = 100

// appendDecimal writes a decimal as a number.
func appendDecimal(dst []byte, v *big.Int, scale int) []byte {
	if scale <= 0 || scale > maxScale {
		return v.Append(dst, 10)
	}
	if v.Sign() < 0 {
		dst, v = append(dst, '-'), new(big.Int).Neg(v)
	}
	digits := v.Append(nil, 10)
	for len(digits) <= scale {
		digits = append([]byte{'0'}, digits...)
	}
	cut := len(digits) - scale
	dst = append(append(dst, digits[:cut]...), '.')
	return append(dst, digits[cut:]...)
}

// appendBytes writes a text, or bytes that are none as their column says.
func appendBytes(dst, v []byte, e *format.SchemaElement) []byte {
	switch t := meaning(e).(type) {
	case *format.StringType, *format.EnumType:
		return appendString(dst, v)
	case *format.JsonType:
		if text := oneLine(v); isValue(text) {
			return append(dst, text...)
		}
		return appendString(dst, v)
	case *format.DecimalType:
		return appendDecimal(dst, signed(v), int(t.Scale))
	case *format.UUIDType:
		if len(v) == 16 {
			h := hex.EncodeToString(v)
			return append(append(append(dst, '"'), h[:8]+"-"+h[8:12]+"-"+h[12:16]+"-"+h[16:20]+"-"+h[20:]...), '"')
		}
	}
	if utf8.Valid(v) {
		return appendString(dst, v)
	}
	return append(base64.StdEncoding.AppendEncode(append(dst, '"'), v), '"')
}

// signed is a number in two's complement, its first byte the highest.
func signed(v []byte) *big.Int {
	n := new(big.Int).SetBytes(v)
	if len(v) > 0 && v[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(v))))
	}
	return n
}

// appendString writes a text. Bytes that are not UTF-8 stay as they are, for
// the reader of the row tells of them.
func appendString(dst, s []byte) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	start := 0
	for i, c := range s {
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		}
	}
	return append(append(dst, s[start:]...), '"')
}
