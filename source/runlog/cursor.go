package runlog

import "bytes"

// maxDepth is the deepest nesting of JSON that is read.
const maxDepth = 64

// Cursor reads JSON text from left to right and decodes only the requested values. It
// accepts invalid scalars, such as raw control characters and the NaN that Python
// writes, but no invalid structure.
type Cursor struct {
	b     []byte
	i     int
	depth int
	bad   bool // the text is invalid; nothing more is read
}

// NewCursor returns a cursor at the beginning of text, which it does not copy.
func NewCursor(text []byte) Cursor { return Cursor{b: text} }

// Bad reports whether the cursor has found invalid text. It reads nothing after that;
// the values before remain valid.
func (c *Cursor) Bad() bool { return c.bad }

// Next skips white space and returns the first byte of the next value, or 0 at the
// end. It does not consume the byte.
func (c *Cursor) Next() byte {
	for ; c.i < len(c.b); c.i++ {
		switch c.b[c.i] {
		case ' ', '\t', '\r', '\n':
		default:
			return c.b[c.i]
		}
	}
	return 0
}

func (c *Cursor) fail() { c.bad, c.i = true, len(c.b) }

// expect consumes the byte and reports whether it was there.
func (c *Cursor) expect(b byte) bool {
	if c.Next() != b {
		c.fail()
		return false
	}
	c.i++
	return true
}

// Object calls member for each member of an object. If member does not read the
// value, Object skips it.
func (c *Cursor) Object(member func(key []byte)) {
	if !c.enter('{') {
		return
	}
	for first := true; !c.bad; first = false {
		if c.Next() == '}' && first {
			break
		}
		key := c.key()
		if !c.expect(':') {
			return
		}
		c.Next()
		at := c.i
		if member(key); c.i == at && !c.bad {
			c.Skip()
		}
		if c.nextMember('}') {
			continue
		}
		break
	}
	c.leave()
}

// Array calls element for each element of an array. If element does not read the
// value, Array skips it.
func (c *Cursor) Array(element func()) {
	if !c.enter('[') {
		return
	}
	for first := true; !c.bad; first = false {
		if c.Next() == ']' && first {
			break
		}
		at := c.i
		if element(); c.i == at && !c.bad {
			c.Skip()
		}
		if c.nextMember(']') {
			continue
		}
		break
	}
	c.leave()
}

func (c *Cursor) enter(open byte) bool {
	if c.depth++; c.depth > maxDepth {
		c.fail()
	}
	return !c.bad && c.expect(open)
}

// leave consumes the closing bracket.
func (c *Cursor) leave() {
	if c.depth--; !c.bad {
		c.i++
	}
}

// nextMember consumes a comma and returns true, or returns false before the closing
// bracket.
func (c *Cursor) nextMember(end byte) bool {
	switch c.Next() {
	case ',':
		c.i++
		return true
	case end:
		return false
	}
	c.fail()
	return false
}

func (c *Cursor) key() []byte {
	if c.Next() != '"' {
		c.fail()
		return nil
	}
	return c.Str()
}

// Str reads a string and returns its raw text with the escape sequences.
func (c *Cursor) Str() []byte {
	start := c.i + 1
	for at := start; ; {
		n := bytes.IndexByte(c.b[at:], '"')
		if n < 0 {
			c.fail()
			return nil
		}
		end := at + n
		slashes := 0
		for end-slashes > at && c.b[end-slashes-1] == '\\' {
			slashes++
		}
		if at = end + 1; slashes%2 == 0 {
			c.i = at
			return c.b[start:end]
		}
	}
}

// Scalar reads a number or a literal and returns its text.
func (c *Cursor) Scalar() []byte {
	start := c.i
	for ; c.i < len(c.b); c.i++ {
		switch b := c.b[c.i]; {
		case b >= '0' && b <= '9', b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b == '-', b == '+', b == '.':
			continue
		}
		break
	}
	if c.i == start {
		c.fail()
	}
	return c.b[start:c.i]
}

// Skip skips the next value.
func (c *Cursor) Skip() {
	switch c.Next() {
	case '"':
		c.Str()
	case '{', '[':
		c.container()
	default:
		c.Scalar()
	}
}

// Raw reads the next value and returns its JSON.
func (c *Cursor) Raw() []byte {
	c.Next()
	start := c.i
	c.Skip()
	return c.b[start:c.i]
}

// container skips an object or an array by counting brackets.
func (c *Cursor) container() {
	var open uint64 // one bit a level: set for an object
	for depth := 0; c.i < len(c.b); {
		switch b := c.b[c.i]; b {
		case '"':
			c.Str()
			continue
		case '{', '[':
			if depth++; c.depth+depth > maxDepth {
				c.fail()
				return
			}
			open <<= 1
			if b == '{' {
				open |= 1
			}
		case '}', ']':
			if (b == '}') != (open&1 == 1) {
				c.fail()
				return
			}
			open >>= 1
			if depth--; depth == 0 {
				c.i++
				return
			}
		}
		c.i++
	}
	c.fail()
}
