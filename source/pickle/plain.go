package pickle

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"strings"
	"time"
)

// plain returns what an object of Python's standard library says that stands for a plain value, such as a time, a path or
// an ID; empty: it is another one.
func (o *Object) plain() string {
	var first any
	if len(o.Args) > 0 {
		first = o.Args[0]
	}
	switch o.Class.Module {
	case "datetime":
		if raw, ok := first.([]byte); ok && len(raw) >= 4 {
			return timeOf(raw)
		}
	case "decimal":
		text, _ := first.(string)
		return text
	case "pathlib", "pathlib._local":
		return pathOf(o.Args, strings.Contains(o.Class.Name, "Windows"))
	case "uuid":
		if state, ok := o.State.(*Dict); ok {
			return uuidOf(state.Get("int"))
		}
	}
	return ""
}

// timeOf returns the text of a date of 4 bytes, or of a time of 10: https://docs.python.org/3/library/datetime.html, where
// the year has two bytes and the microseconds three.
func timeOf(raw []byte) string {
	year, month, day := int(binary.BigEndian.Uint16(raw)), time.Month(raw[2]&0x7f), int(raw[3])
	if len(raw) < 10 {
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	}
	micros := int(raw[7])<<16 | int(raw[8])<<8 | int(raw[9])
	return time.Date(year, month, day, int(raw[4]), int(raw[5]), int(raw[6]), micros*1000, time.UTC).Format("2006-01-02T15:04:05.999999")
}

// pathOf returns a path of its parts, the first of which is the root of an absolute one.
func pathOf(parts []any, windows bool) string {
	separator := "/"
	if windows {
		separator = `\`
	}
	text := ""
	for i, one := range parts {
		part, ok := one.(string)
		if !ok || i == maxDepth {
			return ""
		}
		if text != "" && !strings.HasSuffix(text, separator) {
			text += separator
		}
		text += part
	}
	return text
}

// uuidOf returns a UUID of its number; empty: it is none.
func uuidOf(number any) string {
	n, ok := number.(*big.Int)
	if small, is := number.(int64); is {
		n, ok = big.NewInt(small), true
	}
	if !ok || n.Sign() < 0 || n.BitLen() > 128 {
		return ""
	}
	b := n.FillBytes(make([]byte, 16))
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
