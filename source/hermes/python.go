package hermes

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// pair is one key of a JSON object and its value: nil, a bool, an integer or a
// string.
type pair struct {
	key   string
	value any
}

// pyObject writes a JSON object as Python's json.dumps does with
// ensure_ascii=False, which is how Hermes writes payloads (hermes kanban_db.py,
// _append_event): a space after each comma and colon, and letters of any script
// as they are.
func pyObject(pairs ...pair) string {
	var b strings.Builder
	b.WriteByte('{')
	for i, p := range pairs {
		if i > 0 {
			b.WriteString(", ")
		}
		pyString(&b, p.key)
		b.WriteString(": ")
		pyValue(&b, p.value)
	}
	b.WriteByte('}')
	return b.String()
}

func pyValue(b *strings.Builder, v any) {
	switch x := v.(type) {
	case bool:
		b.WriteString(strconv.FormatBool(x))
	case int:
		b.WriteString(strconv.Itoa(x))
	case int64:
		b.WriteString(strconv.FormatInt(x, 10))
	case string:
		pyString(b, x)
	default:
		b.WriteString("null")
	}
}

// pyEscapes are the characters for which Python has a short escape.
var pyEscapes = map[rune]string{
	'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`, '\b': `\b`, '\f': `\f`,
}

// pyString writes a JSON string. Only quotes, backslashes and the 32 control
// characters are escaped, DEL is not.
func pyString(b *strings.Builder, s string) {
	const hex = "0123456789abcdef"
	b.WriteByte('"')
	for _, r := range s {
		switch short, ok := pyEscapes[r]; {
		case ok:
			b.WriteString(short)
		case r < 0x20:
			b.WriteString(`\u00`)
			b.WriteByte(hex[r>>4])
			b.WriteByte(hex[r&0xf])
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
}

// pyLen is what Python calls the length of a text: its code points.
func pyLen(s string) int { return utf8.RuneCountInString(s) }

// orNone is a text as a payload or a column keeps it: nothing is NULL.
func orNone(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// tidy makes what an operator typed fit for a column: valid UTF-8, no NUL at
// which SQLite's own functions would end the text, and no space around it.
func tidy(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.TrimSpace(strings.ReplaceAll(s, "\x00", ""))
}
