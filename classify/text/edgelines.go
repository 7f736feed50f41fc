package text

import (
	"strings"
	"unicode/utf8"
)

// edgeLine is a line that may state how the work ended.
type edgeLine struct {
	start, end int
	field      bool // it stands among fields: in JSON, YAML or front matter
	marker     bool // a bare word in capitals counts here
}

// How many lines are looked at.
const (
	lastLines  = 3
	fieldLines = 60
)

// edgeLines returns the first line, the last lines and the fields of the last
// code block, in the order of the message.
func (r *reader) edgeLines() []edgeLine {
	var out []edgeLine
	add := func(start, end int, field, marker bool) {
		text := r.message[start:end]
		start += len(text) - len(strings.TrimLeft(text, " \t\r"))
		end = start + len(strings.TrimSpace(r.message[start:end]))
		if end > start && end-start <= sentenceLimit && utf8.ValidString(r.message[start:end]) {
			out = append(out, edgeLine{start, end, field, marker})
		}
	}
	var own []piece
	firstField, lastQuoted := -1, -1
	for i, p := range r.pieces {
		if p.shape != shapeQuoted {
			if p.end > p.start {
				own = append(own, p)
			}
			continue
		}
		if p.end == p.start {
			continue
		}
		if lastQuoted != i-1 {
			firstField = i
		}
		lastQuoted = i
	}
	if len(own) > 0 {
		start, end := r.line(own[0].start, own[0].end, false)
		add(start, end, false, true)
	}
	if object := strings.TrimSpace(r.message[:min(len(r.message), wholeLimit)]); strings.HasPrefix(object, "{") || strings.HasPrefix(object, "---\n") {
		r.fields(strings.Index(r.message, object), len(object), add)
	} else if firstField >= 0 && r.near(lastQuoted) {
		start := r.pieces[firstField].start
		r.fields(start, r.pieces[lastQuoted].end-start, add)
	}
	for i := max(1, len(own)-lastLines); i < len(own); i++ {
		start, end := r.line(own[i].start, own[i].end, true)
		add(start, end, false, true)
	}
	return out
}

// line returns the first or the last line of a run of text.
func (r *reader) line(start, end int, last bool) (int, int) {
	text := r.message[start:end]
	if last {
		return start + strings.LastIndexByte(text, '\n') + 1, end
	}
	if at := strings.IndexByte(text, '\n'); at >= 0 {
		return start, start + at
	}
	return start, end
}

// near reports whether hardly any text follows the piece.
func (r *reader) near(i int) bool {
	return len(strings.TrimSpace(r.message[r.pieces[i].end:])) <= 400
}

// fields adds the fields of an object at its first level; in a text of lines,
// those that are not indented.
func (r *reader) fields(at, length int, add func(start, end int, field, marker bool)) {
	text := r.message[at : at+length]
	if !strings.HasPrefix(text, "{") {
		n := 0
		for start := 0; start < len(text) && n < fieldLines; n++ {
			end := strings.IndexByte(text[start:], '\n')
			if end < 0 {
				end = len(text) - start
			}
			if c := text[start : start+end]; c != "" && c[0] != ' ' && c[0] != '\t' && (c[0] != '-' || strings.HasPrefix(c, "---")) {
				add(at+start, at+start+end, true, true)
			}
			start += end + 1
		}
		return
	}
	depth, begin, inString := 0, 1, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString:
			switch c {
			case '\\':
				i++
			case '"':
				inString = false
			}
		case c == '"':
			inString = true
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 && begin < i {
				add(at+begin, at+i, true, false)
				return
			}
		case c == ',' && depth == 1:
			add(at+begin, at+i, true, false)
			begin = i + 1
		}
	}
}
