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

// detectRecords is the number of lines or records of a head that decide its format.
const detectRecords = 32

// AnyRecord reports whether one of the records that a head begins with satisfies is. Such
// a record is an object on a line, the first one of an array on a line, or an object that
// is printed over many lines. The last one may be cut anywhere.
func AnyRecord(head []byte, is func(record Value) bool) bool {
	head = Trim(head)
	overLines := isOverLines(head)
	for range detectRecords {
		text, rest, more := bytes.Cut(head, []byte("\n"))
		if overLines {
			text = head
		}
		d := Parse(text)
		if overLines {
			rest, more = head[d.at:], d.at < len(head)
		}
		v := d.Value
		if v.Kind() == '[' {
			v = firstOf(v)
		}
		found := v.Kind() == '{' && is(v)
		if d.Release(); found {
			return true
		}
		if head = rest; !more {
			break
		}
	}
	return false
}

// firstOf returns the first value of an array; the zero Value of an empty one.
func firstOf(array Value) Value {
	for _, first := range array.All() {
		return first
	}
	return Value{}
}

// isOverLines reports whether a text begins with a bracket that is alone on its line.
func isOverLines(text []byte) bool {
	if len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return false
	}
	first, _, more := bytes.Cut(text[1:], []byte("\n"))
	return more && len(bytes.TrimSpace(first)) == 0
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
