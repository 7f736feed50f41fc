package runlog

import (
	"bytes"

	"notdone/source/tail"
)

// Trim returns the text of a line, or the beginning of a file, without a byte
// order mark and without white space around it.
func Trim(text []byte) []byte { return bytes.TrimSpace(bytes.TrimPrefix(text, bom)) }

// Whole reports whether the text of an unfinished line is a complete JSON object or
// array already.
func Whole(l tail.Line) bool {
	d := Parse(Trim(l.Text))
	defer d.Release()
	return !l.Truncated && d.Complete && (d.Kind() == '{' || d.Kind() == '[')
}

// detectLines is the number of lines of a head that decide its format.
const detectLines = 32

// AnyRecord reports whether one of the lines that a head begins with satisfies is. Such
// a line is an object, or an array whose first element is one. The last line may be cut
// anywhere.
func AnyRecord(head []byte, is func(record Value) bool) bool {
	head = bytes.TrimPrefix(head, bom)
	for range detectLines {
		line, rest, whole := bytes.Cut(head, []byte("\n"))
		if isRecord(bytes.TrimSpace(line), is) {
			return true
		}
		if head = rest; !whole {
			break
		}
	}
	return false
}

func isRecord(line []byte, is func(record Value) bool) bool {
	d := Parse(line)
	defer d.Release()
	v := d.Value
	for _, first := range v.All() {
		if v.Kind() == '[' {
			v = first
		}
		break
	}
	return v.Kind() == '{' && is(v)
}

// AddRecords reads a line of JSON: it calls read with its object, or each object of its
// array. Of a line that is longer than what is kept, the beginning is enough if it has
// the type.
func (t *Tracker) AddRecords(l tail.Line, read func(v Value, line int64)) {
	t.Sum.Lines++
	rest := Trim(l.Text)
	if len(rest) == 0 {
		return
	}
	list := rest[0] == '['
	if list {
		rest = rest[1:]
	}
	found, whole := false, false
	for more := true; more; {
		d := Parse(rest)
		rest = bytes.TrimLeft(rest[d.at:], " \t")
		whole = !d.bad && (len(rest) > 0) == list && (!list || rest[0] == ',' || rest[0] == ']')
		if d.Kind() == '{' && (whole || l.Truncated && d.Get("type").Text() != nil) {
			found = true
			read(d.Value, l.Number)
		}
		d.Release()
		if more = list && len(rest) > 0 && rest[0] == ','; more {
			rest = rest[1:]
		}
	}
	if !found || !whole && !l.Truncated {
		t.Sum.Invalid++
	}
}
