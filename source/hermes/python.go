package hermes

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// pyObject writes a JSON object as Python's json.dumps does with
// ensure_ascii=False, which is how Hermes writes payloads (hermes kanban_db.py,
// _append_event): a space after each comma and colon, and letters of any script
// as they are. Keys and values take turns; a value is nil, a bool, an integer or a
// string.
func pyObject(pairs ...any) string {
	var parts []string
	for i := 0; i+1 < len(pairs); i += 2 {
		value := "null"
		switch x := pairs[i+1].(type) {
		case nil:
		case string:
			value = pyString(x)
		default:
			value = fmt.Sprint(x)
		}
		parts = append(parts, pyString(fmt.Sprint(pairs[i]))+": "+value)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// pyEscapes escapes quotes, backslashes and the 32 control characters; DEL is
// not one of them.
var pyEscapes = func() *strings.Replacer {
	pairs := []string{`"`, `\"`, `\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\b", `\b`, "\f", `\f`}
	for c := range 0x20 {
		pairs = append(pairs, string(rune(c)), fmt.Sprintf(`\u%04x`, c)) // the first of two counts
	}
	return strings.NewReplacer(pairs...)
}()

func pyString(s string) string {
	return `"` + pyEscapes.Replace(strings.ToValidUTF8(s, "\uFFFD")) + `"`
}

// pyLen is what Python calls the length of a text: its code points.
func pyLen(s string) int { return utf8.RuneCountInString(s) }
