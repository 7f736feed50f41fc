package wrapped

import "bytes"

// Bounds of one JSON object that spans several lines.
const (
	maxObject  = 1 << 20 // bytes of the object
	maxForeign = 20      // lines of the wrapping program inside the object
)

// object is a JSON object that is assembled from several lines.
type object struct {
	text         []byte
	line         int64 // on which it begins
	depth        int
	arrayBits    uint64 // a bit for each bracket that is open, the innermost lowest: it is that of an array
	inString     bool
	escaped      bool // the last byte was a backslash that escapes the next one
	open         bool
	multiLine    bool // its first line is the bracket alone: it is printed over many lines
	tooLong      bool // it is longer than what is kept
	foreignLines int
}

// begin makes room for an object that begins on the line.
func (o *object) begin(text []byte, line int64) {
	*o = object{text: o.text[:0], line: line, open: true, multiLine: len(bytes.TrimSpace(text)) == 1}
}

func (o *object) drop() { *o = object{text: o.text[:0]} }

// add adds a line, or a piece of one, and returns how much of it belongs to the
// object and whether that is whole now.
func (o *object) add(b []byte) (n int, whole bool) {
	n, whole = o.scanEnd(b)
	if room := maxObject - len(o.text); n > room {
		o.text, o.tooLong = append(o.text, b[:room]...), true
	} else {
		o.text = append(o.text, b[:n]...)
	}
	return n, whole
}

func (o *object) scanEnd(b []byte) (n int, whole bool) {
	for i := 0; i < len(b); {
		if o.inString {
			i += o.stringLen(b[i:])
			continue
		}
		switch b[i] {
		case '"':
			o.inString = true
		case '{':
			o.depth, o.arrayBits = o.depth+1, o.arrayBits<<1
		case '[':
			o.depth, o.arrayBits = o.depth+1, o.arrayBits<<1|1
		case '}', ']':
			o.arrayBits >>= 1
			if o.depth--; o.depth <= 0 {
				return i + 1, true
			}
		}
		i++
	}
	return len(b), false
}

// stringLen returns how many bytes of b belong to the string in which b begins.
func (o *object) stringLen(b []byte) int {
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

// beginsObject reports whether a text begins an object: the bracket alone, or with a
// key behind it.
func beginsObject(text []byte) bool {
	text = bytes.TrimLeft(text, " \t")
	if len(text) == 0 || text[0] != '{' {
		return false
	}
	rest := bytes.TrimLeft(text[1:], " \t\r")
	return len(rest) == 0 || rest[0] == '"'
}

// isNewObject reports whether the text begins a new object, so that the end of the
// current one is missing. Inside a string, `{"` cannot continue the string, because its
// quote would end it before other text. Outside a string, a nested object follows a
// colon, the bracket of an array or another object; any other object is new.
func (o *object) isNewObject(text []byte, prefixed bool) bool {
	if !beginsObject(text) || o.multiLine && (text[0] != '{' || !prefixed && len(text) == 1) {
		return false
	}
	if o.inString {
		return true
	}
	before := bytes.TrimRight(o.text, " \t")
	switch {
	case len(before) == 0:
		return false
	case o.arrayBits&1 == 0:
		return before[len(before)-1] != ':'
	case before[len(before)-1] == ',':
		before = bytes.TrimRight(before[:len(before)-1], " \t")
		return len(before) > 0 && before[len(before)-1] != '}' || Kind(text) != ""
	}
	return before[len(before)-1] != '['
}

// continues reports whether a line can continue the object.
func (o *object) continues(text []byte, prefixed bool) bool {
	if o.inString {
		return true
	}
	if n := len(o.text); (prefixed || !o.multiLine) && n > 0 && bytes.IndexByte([]byte(`"{}[],: `), o.text[n-1]) < 0 {
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
