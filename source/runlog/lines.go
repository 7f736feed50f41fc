package runlog

import (
	"bytes"

	"notdone/source/tail"
)

// Trim returns the text of a line, or the beginning of a file, without a byte
// order mark and without white space around it.
func Trim(text []byte) []byte { return bytes.TrimSpace(bytes.TrimPrefix(text, bom)) }

// Whole reports whether the text of an unfinished line is a whole JSON object, or
// array, already.
func Whole(l tail.Line) bool {
	text := Trim(l.Text)
	if l.Truncated || len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return false
	}
	c := NewCursor(text)
	c.Skip()
	return !c.Bad() && c.Next() == 0
}

// detectLines is how many lines of a head tell of what format it is.
const detectLines = 32

// AnyLine reports whether is holds for one of the lines that a head begins with.
// The last line may be cut anywhere; whole says that this one is not.
func AnyLine(head []byte, is func(line []byte, whole bool) bool) bool {
	head = bytes.TrimPrefix(head, bom)
	for range detectLines {
		line, rest, whole := bytes.Cut(head, []byte("\n"))
		if line = bytes.TrimSpace(line); len(line) > 0 && is(line, whole) {
			return true
		}
		if head = rest; !whole {
			break
		}
	}
	return false
}

// Fields take the members of a JSON object by the kinds of their values. Slices
// point into the text.
type Fields interface {
	// Text takes a string as it stands, Scalar a number, true, false or null.
	Text(key, value []byte)
	Scalar(key, value []byte)
	// Nested takes what begins with open, a brace or a bracket; what it leaves
	// untouched is skipped.
	Nested(c *Cursor, key []byte, open byte)
}

// Fields gives the members of the object at the cursor to f.
func (c *Cursor) Fields(f Fields) {
	c.Object(func(key []byte) {
		switch open := c.Next(); open {
		case '"':
			f.Text(key, c.Str())
		case '{', '[':
			f.Nested(c, key, open)
		default:
			f.Scalar(key, c.Scalar())
		}
	})
}

// AppendObject appends the object at the cursor, whose members member takes, to a
// list of at most so many. Another value, and an object too many, is skipped.
func AppendObject[T any](c *Cursor, list []T, most int, member func(t *T, key []byte)) []T {
	if len(list) >= most || c.Next() != '{' {
		return list
	}
	var zero T
	list = append(list, zero)
	t := &list[len(list)-1]
	c.Object(func(key []byte) { member(t, key) })
	return list
}

// FirstText reads an array of blocks, as messages are made of, for the first text
// in it.
func (c *Cursor) FirstText() (text []byte) {
	c.Array(func() {
		if c.Next() != '{' || text != nil {
			return
		}
		c.Object(func(key []byte) {
			if string(key) == "text" && c.Next() == '"' {
				text = c.Str()
			}
		})
	})
	return text
}
