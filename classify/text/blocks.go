package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// shape is the part that a piece of text plays in the message's layout.
type shape uint8

const (
	shapeProse   shape = iota // the agent's own sentences
	shapeHeading              // a Markdown heading
	shapeBullet               // a list item
	shapeRow                  // a table row
	shapeQuoted               // code, quotations, diffs and logs: not the agent's own words
)

// piece is a run of lines of one shape, in byte offsets into the message.
type piece struct {
	start, end int
	shape      shape
	para       int // pieces without a blank line between them share it
}

// layout splits a stretch of Markdown into pieces, line by line.
type layout struct {
	message string
	pieces  []piece
	para    int
	fence   byte // the character of the open fence; 0 outside
	fenceN  int  // how many of it opened the fence
	diff    bool // inside a unified diff
	trace   bool // inside a stack trace
	list    bool // the last piece that was not blank is a list item
	blank   bool // the last line was blank
}

func (l *layout) readStretch(s stretch) {
	l.fence, l.fenceN, l.diff, l.trace, l.blank = 0, 0, false, false, true
	if s.fenced {
		l.fence, l.fenceN = '`', 3
	}
	for at := s.start; at < s.end; {
		end := strings.IndexByte(l.message[at:s.end], '\n')
		next := at + end + 1
		if end < 0 {
			end, next = s.end-at, s.end
		}
		l.readLine(at, at+end)
		at = next
	}
	l.para++
}

func (l *layout) readLine(start, end int) {
	text := l.message[start:end]
	indent := 0
	for indent < len(text) && (text[indent] == ' ' || text[indent] == '\t') {
		indent++
	}
	start += indent
	end = dropBlanks(l.message, start, end)
	body := l.message[start:end]
	if l.trace && l.fence == 0 {
		if body != "" {
			l.trace = indent > 0 || !isExceptionLine(body)
			l.addPiece(start, end, shapeQuoted)
		}
		return
	}
	if body == "" {
		if l.fence == 0 {
			l.para++
			l.blank, l.diff = true, l.diff && indent > 0 // a blank line of a diff has its blank in front
		}
		return
	}
	if n := fenceLength(body); n > 0 && (l.fence == 0 || body[0] == l.fence && n >= l.fenceN) {
		if l.fence == 0 {
			l.fence, l.fenceN = body[0], n
		} else {
			l.fence = 0
		}
		l.addPiece(start, start, shapeQuoted)
		return
	}
	if l.fence != 0 || body[0] == '>' || l.isDiffLine(body, indent) || isLogLine(body) ||
		indent >= 4 && !l.list && l.blank && bulletLength(body) == 0 {
		l.addPiece(start, end, shapeQuoted)
		l.list, l.trace = false, l.fence == 0 && hasAnyPrefix(body, traceStarts)
		return
	}
	switch bullet := bulletLength(body); {
	case body[0] == '#':
		l.addHeading(start, end)
	case body[0] == '|' || strings.IndexByte(body, '|') > 0 && strings.Count(body, " | ") >= 2:
		if strings.Trim(body, "|-: +=") != "" {
			l.addPiece(start, end, shapeRow)
		}
		l.list = false
	case bullet > 0:
		l.addPiece(start+bullet, end, shapeBullet)
		l.list = true
	case isRule(body):
		l.para++
		l.list = false
	default:
		l.addProse(start, end, indent)
	}
	l.blank = false
}

// isRule reports whether a line is drawn between two parts of a text.
func isRule(body string) bool {
	for i := range len(body) {
		if strings.IndexByte("-=_*~", body[i]) < 0 {
			return false
		}
	}
	return true
}

func (l *layout) addHeading(start, end int) {
	for start < end && (l.message[start] == '#' || l.message[start] == ' ') {
		start++
	}
	l.para++
	l.addPiece(start, end, shapeHeading)
	l.list = false
}

// addProse joins a line to the piece above it when it goes on the same sentence.
func (l *layout) addProse(start, end, indent int) {
	if n := len(l.pieces); n > 0 && !l.blank {
		last := &l.pieces[n-1]
		goesOn := last.shape == shapeProse || last.shape == shapeBullet && indent > 0
		if goesOn && !endsLine(l.message, last.end, start, end) {
			last.end = end
			return
		}
	}
	if indent == 0 {
		l.list = false
	}
	l.addPiece(start, end, shapeProse)
}

// The lengths in bytes up to which a line can be complete in itself, so that the next line does not
// continue its sentence.
const (
	shortLine  = 60 // if the next line begins like a sentence
	briefLines = 48 // if the next line is as short
)

// isWide reports whether a rune is a Chinese or Japanese character or punctuation mark.
func isWide(r rune) bool {
	return isCharacter(r) || r >= '\u3001' && r <= '\u3011' || r >= '\uff01' && r <= '\uff5e'
}

// endsLine reports whether the line that ends at end is complete in itself: it
// announces what follows, or it is short and the next begins like a sentence, or both
// are, as in a log.
func endsLine(message string, end, next, nextEnd int) bool {
	if message[end-1] == ':' {
		return true
	}
	up, _ := utf8.DecodeRuneInString(message[next:])
	width, brief := shortLine, briefLines
	if up >= utf8.RuneSelf {
		above, _ := utf8.DecodeLastRuneInString(message[:end])
		if isWide(up) || isWide(above) {
			return true // such lines are not wrapped by hand
		}
		width, brief = 2*width, 2*brief // a letter takes two bytes
	}
	from := max(0, end-width)
	begin := strings.LastIndexByte(message[from:end], '\n')
	if begin < 0 && from > 0 {
		return false
	}
	return unicode.IsUpper(up) || up == '*' || up == '`' || end-from-begin <= brief && nextEnd-next < brief
}

func (l *layout) addPiece(start, end int, s shape) {
	l.pieces = append(l.pieces, piece{start: start, end: end, shape: s, para: l.para})
	l.blank = false
}

// fenceLength returns how many fence characters a line opens with, at least 3.
func fenceLength(body string) int {
	if body[0] != '`' && body[0] != '~' {
		return 0
	}
	n := 0
	for n < len(body) && body[n] == body[0] {
		n++
	}
	if n < 3 || body[0] == '`' && strings.IndexByte(body[n:], '`') >= 0 {
		return 0
	}
	return n
}

// bulletLength returns the length of a list marker with the blank after it.
func bulletLength(body string) int {
	n := 0
	switch c := body[0]; {
	case c == '-' || c == '*' || c == '+':
		n = 1
	case strings.HasPrefix(body, "・"):
		return len("・")
	case strings.HasPrefix(body, "•") || strings.HasPrefix(body, "–") || strings.HasPrefix(body, "❯"):
		n = 3
	case c >= '0' && c <= '9':
		for n < len(body) && n < 4 && body[n] >= '0' && body[n] <= '9' {
			n++
		}
		if n == len(body) || body[n] != '.' && body[n] != ')' {
			return 0
		}
		n++
	}
	if n == 0 || n >= len(body) || body[n] != ' ' && body[n] != '\t' {
		return 0
	}
	for n < len(body) && (body[n] == ' ' || body[n] == '\t') {
		n++
	}
	for _, box := range [...]string{"[ ] ", "[x] ", "[X] "} {
		if strings.HasPrefix(body[n:], box) {
			n += len(box)
		}
	}
	return n
}
