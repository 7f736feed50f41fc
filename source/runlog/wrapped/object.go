package wrapped

import "bytes"

// Bounds of one record that is put together from lines.
const (
	maxObject  = 1 << 20 // bytes that are kept
	maxForeign = 20      // lines of somebody else's in the middle of it
)

// object is a JSON object that is put together line by line.
type object struct {
	text     []byte
	line     int64 // on which it begins
	depth    int
	lists    uint64 // a bit for each bracket that is open, the innermost lowest: it is that of an array
	inString bool
	escaped  bool // the last byte was a backslash that escapes the next one
	open     bool
	printed  bool // its first line is the bracket alone: it is printed over many lines
	over     bool // it is longer than what is kept
	foreign  int
}

// begin makes room for an object that begins on the line.
func (o *object) begin(text []byte, line int64) {
	*o = object{text: o.text[:0], line: line, open: true, printed: len(bytes.TrimSpace(text)) == 1}
}

// drop forgets the object.
func (o *object) drop() { *o = object{text: o.text[:0]} }

// take adds a line, or a piece of one, and returns how much of it belongs to the
// object and whether that is whole now.
func (o *object) take(b []byte) (n int, whole bool) {
	n, whole = o.scan(b)
	if room := maxObject - len(o.text); n > room {
		o.text, o.over = append(o.text, b[:room]...), true
	} else {
		o.text = append(o.text, b[:n]...)
	}
	return n, whole
}

// scan finds the end of the object.
func (o *object) scan(b []byte) (n int, whole bool) {
	for i := 0; i < len(b); {
		if o.inString {
			i += o.quoted(b[i:])
			continue
		}
		switch b[i] {
		case '"':
			o.inString = true
		case '{':
			o.depth, o.lists = o.depth+1, o.lists<<1
		case '[':
			o.depth, o.lists = o.depth+1, o.lists<<1|1
		case '}', ']':
			o.lists >>= 1
			if o.depth--; o.depth <= 0 {
				return i + 1, true
			}
		}
		i++
	}
	return len(b), false
}

// quoted returns how many bytes of b belong to the string in which b begins.
func (o *object) quoted(b []byte) int {
	if o.escaped {
		o.escaped = false
		return 1
	}
	end := bytes.IndexByte(b, '"')
	in := b
	if end >= 0 {
		in = b[:end]
	}
	slashes := 0
	for slashes < len(in) && in[len(in)-1-slashes] == '\\' {
		slashes++
	}
	if end < 0 {
		o.escaped = slashes%2 == 1
		return len(b)
	}
	o.inString = slashes%2 == 1 // the quote is escaped
	return end + 1
}

// begins reports whether a text begins an object: the bracket alone, or with a
// key behind it.
func begins(text []byte) bool {
	text = bytes.TrimLeft(text, " \t")
	if len(text) == 0 || text[0] != '{' {
		return false
	}
	rest := bytes.TrimLeft(text[1:], " \t\r")
	return len(rest) == 0 || rest[0] == '"'
}

// anew reports whether a text begins another object although this one has not
// ended, which means that the end of this one was cut off. Inside a string, the
// bracket and quote of a new object would end the string with rubbish behind it.
// Outside a string, an object inside this one stands behind a colon, at the
// beginning of an array, or behind another object; any other is a new one.
func (o *object) anew(text []byte, prefixed bool) bool {
	if !begins(text) || o.printed && (text[0] != '{' || !prefixed && len(text) == 1) {
		return false
	}
	if o.inString {
		return true
	}
	before := bytes.TrimRight(o.text, " \t")
	switch {
	case len(before) == 0:
		return false
	case o.lists&1 == 0:
		return before[len(before)-1] != ':'
	case before[len(before)-1] == ',':
		before = bytes.TrimRight(before[:len(before)-1], " \t")
		return len(before) > 0 && before[len(before)-1] != '}' || Kind(text) != ""
	}
	return before[len(before)-1] != '['
}

// continues reports whether a line can be the next one of the object.
func (o *object) continues(text []byte, prefixed bool) bool {
	if o.inString {
		return true
	}
	if n := len(o.text); (prefixed || !o.printed) && n > 0 && bytes.IndexByte([]byte(`"{}[],: `), o.text[n-1]) < 0 {
		return true // a number or a word was cut
	}
	text = bytes.TrimLeft(text, " \t")
	if len(text) == 0 {
		return true
	}
	switch c := text[0]; {
	case bytes.IndexByte([]byte(`"{}[],:-`), c) >= 0, c >= '0' && c <= '9':
		return true
	case c == 't' || c == 'f' || c == 'n':
		for _, word := range []string{"true", "false", "null"} {
			if bytes.HasPrefix(text, []byte(word)) {
				return true
			}
		}
	}
	return false
}
